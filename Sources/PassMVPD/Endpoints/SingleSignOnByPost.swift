import PassEndpointKit
import PassHTTP
import PassSAML

/// `POST sso`: the service asks for a login by form (SAML Bindings, section 3.5). Answers: the login page, or 400.
///
/// Form: `SAMLRequest` (required), `RelayState`. The request isn't signed: it asks for nothing that needs trust, since
/// its answer goes to the service alone.
struct SingleSignOnByPost: ProviderEndpoint {
    let logins: LoginSealer

    let route = Route("SingleSignOnByPost", [.post], "/_sim/mvpd/{mvpd}/sso", on: .worker)

    func respond(to exchange: Exchange, at provider: Provider) throws -> HTTPResponse {
        let (request, relayState) = try refusing { () throws(SAMLError) in
            let message = try PostedMessage(fields: exchange.parameters.pairs)
            return (try message.read(AuthnRequest.self), message.relayState)
        }
        return try SingleSignOn(logins: logins).answer(request, relayState, exchange, provider)
    }
}
