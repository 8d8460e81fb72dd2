import PassCore
import PassCrypto
import PassDomain
import PassEndpointKit
import PassHTTP
import PassTokens

/// `GET logout` (or POST): a client logs the subscriber out (OpenID Connect RP-Initiated Logout 1.0, section 2).
///
/// - `client_id` or `id_token_hint`: who asks, required beside `post_logout_redirect_uri`, which is the service's own. A
///   session of another subscriber than the ID token's lives on.
/// - `state`: comes back.
/// - 303: to that URI. 200: a page without one. 400: a page for another URI, client or ID token; nothing is ended.
struct EndBrowserSession: ProviderEndpoint {
    let samlKey: RSAPublicKey

    let route = Route(
        "EndBrowserSession", [.get, .post], "/_sim/mvpd/{mvpd}/logout", on: .worker, carriesSecrets: true)

    /// Where the service takes the answer to a logout.
    static let servicePaths = ["/adobe-services/oauth2/logout", "/adobe-services/1.0/oauth2/logout"]

    func respond(to exchange: Exchange, at provider: Provider) throws -> HTTPResponse {
        guard provider.mvpd.style == .oauth2 else { return provider.speaksNoOAuth }
        guard provider.mvpd.takesLogouts else {
            throw EntitlementFailure.loginRefused("This provider takes no logouts.")
        }
        let parameters = exchange.parameters
        let (client, subscriber) = try asker(parameters, issuer: exchange.links.issuer(provider.mvpd))
        let uri = try parameters.optional("post_logout_redirect_uri", longest: 1024)
        let state = try parameters.optional("state", longest: 1024)
        if let client, !OAuthClients(world: exchange.world).isKnown(client) {
            throw EntitlementFailure.loginRefused("This provider does not know the client.")
        }
        if let uri {
            guard client != nil else { throw EntitlementFailure.missingParameter("client_id") }
            let rule = ServiceRequestRule(provider: provider, links: exchange.links, now: exchange.now)
            guard rule.isServiceURL(uri, paths: Self.servicePaths) else {
                throw EntitlementFailure.loginRefused("The client has not registered this address.")
            }
        }
        let sessions = BrowserSessions(provider: provider, exchange: exchange)
        try sessions.end(of: subscriber)
        var response = NoticePage("You are signed out", "You can close this page.", brand: provider.brand).response()
        if let uri {
            let query = state.map { "?" + FormFields.encode([("state", $0)]) } ?? ""
            response = HTTPResponse(.seeOther, fields: [.location: uri + query, .cacheControl: "no-store"])
        }
        try sessions.forgetIfDead(in: &response)
        return response
    }

    /// The client, and the subscriber of the ID token. That counts even after its expiry (section 2), but only for the
    /// client that it was made for, and at the provider that made it: all of them sign with one key.
    private func asker(
        _ parameters: Parameters, issuer: String
    ) throws -> (client: String?, subscriber: SubscriberID?) {
        let named = try parameters.optional("client_id", longest: 1024)
        guard let hint = try parameters.optional("id_token_hint") else { return (named, nil) }
        guard let token = try? JSONWebToken(hint), token.isSigned(by: samlKey),
            token.claims["iss"]?.stringValue?.hasSameBytes(as: issuer) == true,
            let audience = token.claims["aud"]?.stringValue,
            let subscriber = token.claims["sub"]?.stringValue,
            named?.hasSameBytes(as: audience) != false
        else { throw EntitlementFailure.loginRefused("The ID token is not one that this provider gave the client.") }
        return (audience, SubscriberID(rawValue: subscriber))
    }
}
