import PassCrypto
import PassDomain
import PassEndpointKit
import PassHTTP
import PassSAML
import PassTokens

/// `POST sso`: the service requests a login by form (SAML Bindings, section 3.5). The answer is the login page, or 400.
///
/// Form: `SAMLRequest` (required, with an enveloped signature by the service's SAML key), `RelayState`.
struct SingleSignOnByPost: MVPDEndpoint {
    let samlKey: RSAPrivateKey
    let logins: LoginSealer

    let route = Route(.singleSignOnByPost, [.post], "/_sim/mvpd/{mvpd}/sso", on: .worker, content: .document)

    func respond(to exchange: Exchange, at site: MVPDSite) throws -> HTTPResponse {
        let (request, relayState) = try refusing { () throws(SAMLError) in
            let message = try PostedMessage(fields: exchange.parameters.pairs)
            return (
                try message.read(AuthnRequest.self, verifiedBy: exchange.world.samlKey(or: samlKey.publicKey)),
                message.relayState
            )
        }
        return try SingleSignOn(samlKey: samlKey, logins: logins).answer(request, relayState, exchange, site)
    }
}
