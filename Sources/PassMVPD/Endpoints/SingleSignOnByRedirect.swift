import PassCrypto
import PassEndpointKit
import PassHTTP
import PassSAML

/// `GET sso`: the service asks for a login by redirect (SAML Bindings, section 3.4). Answers: the login page, or 400.
///
/// Query: `SAMLRequest` (required), `RelayState`, `SigAlg` and `Signature` (required: by the service's SAML key); after a
/// meta refresh all of them in one parameter, `query` (`PackedQuery`).
struct SingleSignOnByRedirect: ProviderEndpoint {
    let samlKey: RSAPrivateKey
    let logins: LoginSealer

    let route = Route("SingleSignOnByRedirect", [.get], "/_sim/mvpd/{mvpd}/sso", on: .worker)

    func respond(to exchange: Exchange, at provider: Provider) throws -> HTTPResponse {
        let (request, relayState) = try refusing { () throws(SAMLError) in
            let query = exchange.request.query ?? ""
            let message = try RedirectedMessage(query: PackedQuery.unpack(query) ?? String(query))
            return (try message.read(AuthnRequest.self, verifiedBy: samlKey.publicKey), message.relayState)
        }
        return try SingleSignOn(samlKey: samlKey, logins: logins).answer(request, relayState, exchange, provider)
    }
}
