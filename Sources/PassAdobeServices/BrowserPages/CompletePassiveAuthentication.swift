import PassDomain
import PassEndpointKit
import PassHTTP

/// `GET /adobe-services/completePassiveAuthentication`: the page at the end of a login without a form (legacy protocol,
/// "Passive authentication").
///
/// - 200: a page that posts `PASSIVE_AUTHN_COMPLETE` to the page around its frame. Native SDKs look only at the address
///   of this page.
struct CompletePassiveAuthentication: AdobeEndpoint {
    let style = AnswerStyle.page
    let route = Route(
        .completePassiveAuthentication, [.get], "/adobe-services[/1.0]/completePassiveAuthentication", on: .loop,
        readsParameters: false)

    func answer(_ exchange: Exchange) -> HTTPResponse {
        MessagePage(
            "One moment", "The app continues by itself. You can close this page.",
            script: .passiveAuthenticationComplete
        ).response()
    }
}
