import PassEndpointKit
import PassHTTP

/// `GET /adobe-services/completePassiveAuthentication`: where a login without a form ends (legacy protocol, "Passive
/// authentication").
///
/// - 200: a page that posts `PASSIVE_AUTHN_COMPLETE` to the page around its frame. Native SDKs look at its address alone.
struct CompletePassiveAuthentication: AdobeEndpoint {
    let style = AnswerStyle.page
    let route = Route(
        "CompletePassiveAuthentication", [.get], "/adobe-services[/1.0]/completePassiveAuthentication", on: .loop,
        readsParameters: false)

    func answer(_ exchange: Exchange) -> HTTPResponse {
        MessagePage(
            "One moment", "The app goes on by itself; you can close this page.",
            script: .passiveAuthenticationComplete
        ).response()
    }
}
