import PassDomain
import PassEndpointKit
import PassHTTP

/// `GET /adobe-services/completeBackgroundLogin`: the `redirect_url` of players that have no page of their own for the
/// end of a login (legacy protocol, "Background login and logout pages").
///
/// - 200: a page that posts `LOGIN_COMPLETE` to the page that opened or frames it.
struct CompleteBackgroundLogin: AdobeEndpoint {
    let style = AnswerStyle.page
    let route = Route(
        .completeBackgroundLogin, [.get], "/adobe-services[/1.0]/completeBackgroundLogin", on: .loop,
        readsParameters: false)

    static let page = MessagePage(
        "The login has finished", "The app continues by itself. You can close this page.", script: .loginComplete)

    func answer(_ exchange: Exchange) -> HTTPResponse {
        Self.page.response()
    }
}
