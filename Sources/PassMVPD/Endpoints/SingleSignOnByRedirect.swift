import PassCrypto
import PassDomain
import PassEndpointKit
import PassHTTP
import PassSAML
import PassTokens

/// `GET sso`: the service requests a login by redirect (SAML Bindings, section 3.4). The answer is the login page, or
/// 400.
///
/// Query: `SAMLRequest` (required), `RelayState`, `SigAlg` and `Signature` (required; made with the service's SAML
/// key). After a meta refresh, all of them are in one parameter, `query` (`PackedQuery`).
struct SingleSignOnByRedirect: MVPDEndpoint {
    let samlKey: RSAPrivateKey
    let logins: LoginSealer

    let route = Route(.singleSignOnByRedirect, [.get], "/_sim/mvpd/{mvpd}/sso", on: .worker)

    func respond(to exchange: Exchange, at site: MVPDSite) throws -> HTTPResponse {
        let (request, relayState) = try refusing { () throws(SAMLError) in
            let query = exchange.request.query ?? ""
            let message = try RedirectedMessage(query: PackedQuery.unpack(query) ?? String(query))
            return (
                try message.read(AuthnRequest.self, verifiedBy: exchange.world.samlKey(or: samlKey.publicKey)),
                message.relayState
            )
        }
        return try SingleSignOn(samlKey: samlKey, logins: logins).answer(request, relayState, exchange, site)
    }
}
