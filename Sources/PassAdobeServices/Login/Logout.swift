import PassCore
import PassCrypto
import PassDomain
import PassEndpointKit
import PassHTTP
import PassSAML
import PassTokens

/// `GET /adobe-services/logout` (or POST, for long tokens): ends a login here and at its MVPD (legacy protocol,
/// "logout" and "Logout chain").
///
/// - Any of these identifies the login: `authentication_token`; `name_id` (or `pi`) and `session_index`; the cookie
///   `JSESSIONID`.
/// - `requestor_id`, `mso_id`; `redirect_url`: the address to which the browser finally goes, by default the landing
///   page.
/// - 302: to the MVPD's single logout, or straight to the redirect URL if there is no such login.
/// - 400: a page, for a redirect URL that isn't allowed.
struct Logout: AdobeEndpoint {
    let style = AnswerStyle.page
    let route = Route(
        .logout, [.get, .post], "/adobe-services[/1.0]/logout", on: .worker, carriesSecrets: true, content: .document)
    let samlKey: RSAPrivateKey

    func answer(_ exchange: Exchange) throws -> HTTPResponse {
        let claim = try claim(exchange)
        var response: HTTPResponse
        let ended = try exchange.services.logout.logout(claim, now: exchange.now)
        if let ended, ended.mvpd.style == .oauth2, let requestor = ended.requestor {
            let query = FormFields.encode([
                ("client_id", MVPDClient(requestor: requestor).id),
                ("post_logout_redirect_uri", exchange.links.service(ConsumeOAuthLogout.path)),
                ("state", ended.pending.id.rawValue),
            ])
            response = AdobeAnswer.redirect(to: "\(exchange.links.mvpd(ended.mvpd, "logout"))?\(query)")
        } else if let ended, ended.mvpd.style != .oauth2, let id = SAMLID(ended.pending.request.id) {
            let location = exchange.links.mvpd(ended.mvpd, "slo")
            let request = LogoutRequest(
                id: id, issueInstant: exchange.now, destination: location, issuer: ended.pending.request.issuer,
                nameID: NameID(ended.subscriber.rawValue, format: .persistent),
                sessionIndexes: ended.providerSession.map { [$0] } ?? [], notOnOrAfter: exchange.now + .minutes(5))
            response = AdobeAnswer.redirect(
                to: try RedirectBinding.url(
                    for: request, to: location, relayState: RelayState(ended.pending.id.rawValue),
                    signedBy: exchange.world.samlKey(or: samlKey)))
        } else {
            response = AdobeAnswer.redirect(to: claim.redirectURL ?? exchange.links.landing)
        }
        if claim.cookie != nil {
            var cookie = AdobeAnswer.cookie("JSESSIONID", "", exchange, isHTTPOnly: true)
            cookie.maxAgeSeconds = 0
            response.fields.append(.setCookie, cookie.serialized)
        }
        return response
    }

    private func claim(_ exchange: Exchange) throws -> LogoutService.Claim {
        let parameters = exchange.parameters
        var handles: OpenedProfile.Handles?
        if let nameID = try parameters.optional("name_id", controls: .any) ?? parameters.optional("pi", controls: .any),
            let sessionIndex = try parameters.optional("session_index", controls: .any)
        {
            handles = exchange.ports.tokens.openHandles(nameID: nameID, sessionIndex: sessionIndex)
        }
        return LogoutService.Claim(
            token: try parameters.optional("authentication_token", controls: .any), handles: handles,
            cookie: exchange.cookie("JSESSIONID").map(SessionCookie.init(rawValue:)),
            requestor: try parameters.requestorIfPresent(),
            mvpd: try parameters.mvpdIfPresent(),
            redirectURL: try parameters.optional("redirect_url", longest: Parameters.longestURL),
            issuer: exchange.links.serviceEntity,
            answerURL: exchange.links.service(ConsumeLogoutResponse.path))
    }
}
