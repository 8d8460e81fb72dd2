import PassCore
import PassCrypto
import PassDomain
import PassEndpointKit
import PassHTTP
import PassTokens

/// `GET logout` (or POST): a client logs the subscriber out (OpenID Connect RP-Initiated Logout 1.0, section 2).
///
/// - `client_id` or `id_token_hint`: identifies the client; required with `post_logout_redirect_uri`, which must be the
///   service's own. With an ID token, the session ends only if it belongs to the token's subscriber.
/// - `state`: returned unchanged.
/// - 303: to `post_logout_redirect_uri`. 200: a page, if there is no such URI. 400: a page, if the URI, the client or
///   the ID token isn't accepted; no session ends then.
struct EndBrowserSession: MVPDEndpoint {
    let samlKey: RSAPublicKey

    let route = Route(
        .endBrowserSession, [.get, .post], "/_sim/mvpd/{mvpd}/logout", on: .worker, carriesSecrets: true)

    /// The paths at which the service receives the answer to a logout.
    static let servicePaths = ["/adobe-services/oauth2/logout", "/adobe-services/1.0/oauth2/logout"]

    func respond(to exchange: Exchange, at site: MVPDSite) throws -> HTTPResponse {
        guard site.mvpd.style == .oauth2 else { return site.speaksNoOAuth }
        guard site.mvpd.takesLogouts else {
            throw EntitlementFailure.loginRefused("This provider doesn't support logouts.")
        }
        let parameters = exchange.parameters
        let (client, subscriber) = try asker(
            parameters, issuer: exchange.links.issuer(site.mvpd), key: exchange.world.samlKey(or: samlKey))
        let uri = try parameters.optional("post_logout_redirect_uri", longest: 1024)
        let state = try parameters.optional("state", longest: 1024)
        if let client, !OAuthClients(catalog: exchange.world.catalog).isKnown(client) {
            throw EntitlementFailure.loginRefused("This provider does not know the client.")
        }
        if let uri {
            guard client != nil else { throw EntitlementFailure.missingParameter("client_id") }
            let rule = ServiceRequestRule(site: site, links: exchange.links, now: exchange.now)
            guard rule.isServiceURL(uri, paths: Self.servicePaths) else {
                throw EntitlementFailure.loginRefused("The client has not registered this address.")
            }
        }
        let sessions = BrowserSessions(site: site, exchange: exchange)
        try sessions.end(of: subscriber)
        var response = NoticePage("You are signed out", "You can close this page.", brand: site.brand).response()
        if let uri {
            let query = state.map { "?" + FormFields.encode([("state", $0)]) } ?? ""
            response = HTTPResponse(.seeOther, fields: [.location: uri + query, .cacheControl: "no-store"])
        }
        try sessions.forgetIfDead(in: &response)
        return response
    }

    /// Returns the client, and the subscriber of the ID token.
    ///
    /// The ID token is accepted even after its expiry (section 2), but only from the client for which it was issued,
    /// and at the MVPD that issued it. The MVPD must be checked because all MVPDs sign with one key.
    private func asker(
        _ parameters: Parameters, issuer: String, key: RSAPublicKey
    ) throws -> (client: String?, subscriber: SubscriberID?) {
        let named = try parameters.optional("client_id", longest: 1024)
        guard let hint = try parameters.optional("id_token_hint") else { return (named, nil) }
        guard let token = try? JSONWebToken(hint), token.isSigned(by: key),
            token.claims["iss"]?.stringValue?.hasSameBytes(as: issuer) == true,
            let audience = token.claims["aud"]?.stringValue,
            let subscriber = token.claims["sub"]?.stringValue,
            named?.hasSameBytes(as: audience) != false
        else { throw EntitlementFailure.loginRefused("This provider didn't issue the ID token to this client.") }
        return (audience, SubscriberID(rawValue: subscriber))
    }
}
