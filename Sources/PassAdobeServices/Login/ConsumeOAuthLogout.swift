import PassDomain
import PassEndpointKit
import PassHTTP

/// `GET /adobe-services/oauth2/logout`: receives the browser after an OAuth 2.0 MVPD has ended its session (OpenID
/// Connect RP-Initiated Logout 1.0, section 3).
///
/// The path is the simulator's own, since no Adobe page names the service's.
///
/// - `state`, required: identifies the logout.
/// - 302: to the redirect URL of the logout.
/// - 400: a page. The logout is unknown or was answered before.
struct ConsumeOAuthLogout: AdobeEndpoint {
    static let path = "/adobe-services/oauth2/logout"

    let style = AnswerStyle.page
    let route = Route(.consumeOAuthLogout, [.get], "/adobe-services[/1.0]/oauth2/logout", on: .worker)

    func answer(_ exchange: Exchange) throws -> HTTPResponse {
        let world = exchange.world
        let id = SessionID(rawValue: try exchange.parameters.required("state", longest: 128))
        let url = try world.services.logout.finish(id, now: exchange.now) { pending in
            guard world.catalog.mvpd(pending.mvpd)?.style == .oauth2 else {
                throw EntitlementFailure.loginRefused("A provider other than the requested one sent this answer.")
            }
        }
        return AdobeAnswer.redirect(to: url ?? exchange.links.landing)
    }
}
