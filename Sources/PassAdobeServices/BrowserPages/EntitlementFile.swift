import PassCore
import PassDomain
import PassEndpointKit
import PassHTTP

/// `GET /entitlement/{version}/…`: stand-ins for the JavaScript SDK's scripts, and the pages that belong to them
/// (legacy protocol, "Static: AccessEnabler.js").
///
/// Any version is accepted, such as `v4` or `js`.
///
/// The files are the same on every host, since the SDK loads its proxy page from the host of its own script.
struct EntitlementFile: Endpoint {
    let route: Route
    let failures: any FailureTable = AdobeFailureTable(style: .page)
    private let content: HTTPResponse

    private init(_ operation: Operation, _ file: String, _ content: HTTPResponse) {
        route = Route(
            operation, [.get], "/entitlement/{version}/\(file)", on: .loop, readsParameters: false)
        self.content = content
    }

    func respond(to exchange: Exchange) -> HTTPResponse { content }

    static let all = [
        EntitlementFile(.accessEnablerScript, "AccessEnabler.js", script("AccessEnabler.js")),
        EntitlementFile(.storageProxyScript, "AccessEnablerProxy.js", script("AccessEnablerProxy.js")),
        EntitlementFile(
            .storageProxy, "AccessEnablerProxy.html",
            MessagePage("Storage proxy", "This page is for a hidden frame of the app.", script: .proxyLoaded).response()
        ),
        EntitlementFile(
            .backgroundLoginFile, "completeBackgroundLogin.html", CompleteBackgroundLogin.page.response()),
        EntitlementFile(
            .backgroundLogoutFile, "completeBackgroundLogout.html",
            MessagePage(
                "You are signed out", "The app continues by itself. You can close this page.", script: .logoutComplete
            ).response()),
    ]

    /// Returns an empty script for availability checks; its comment says that the real file isn't included.
    private static func script(_ file: String) -> HTTPResponse {
        let text = """
            // \(file): an empty stand-in of pass-simulator, for checks that the file is there.
            // The real file is Adobe's and isn't shipped here. Load your own copy and give it this simulator as its endpoint.

            """
        return HTTPResponse(
            .ok,
            fields: [
                .contentType: "application/javascript", .cacheControl: "no-store", "X-Content-Type-Options": "nosniff",
            ], body: Array(text.utf8))
    }
}
