import AccessEnabler
import AccessEnablerURLSession

/// Plays one channel by the documented calls and callbacks.
@MainActor final class Player: @preconcurrency EntitlementDelegate {
    private let enabler: AccessEnabler
    /// Shows the MVPDs, and calls `choose`.
    var showPicker: ([MVPD]) -> Void = { _ in }
    /// Opens a web view. When that is about to load a URL that starts with `ADOBEPASS_REDIRECT_URL`, it closes and calls `webViewEnded`.
    var openWebView: (String) -> Void = { _ in }
    var play: (_ mediaToken: String) -> Void = { _ in }
    var complain: (_ reason: String) -> Void = { _ in }

    init(_ softwareStatement: String, serviceProvider: String, folder: String? = nil) {
        enabler = AccessEnabler(
            softwareStatement, settings: AccessEnablerSettings(defaultServiceProvider: serviceProvider),
            platform: .standard(folder: folder, callbackExecutor: MainQueueCallbackExecutor()))
        enabler.delegate = self
    }

    func start() { enabler.setRequestor("TEST_REQUESTOR") }
    func choose(_ mvpd: MVPD?) { enabler.setSelectedProvider(mvpd?.id) }
    func webViewEnded(at url: String) { enabler.handleExternalURL(url) }

    func setRequestorComplete(_ status: Int32) {
        if status == ACCESS_ENABLER_STATUS_SUCCESS { enabler.getAuthentication() } else { complain("No service") }
    }

    func displayProviderDialog(_ mvpds: [Any]!) { showPicker(mvpds as? [MVPD] ?? []) }
    func navigate(toUrl url: String!) { openWebView(url) }

    func setAuthenticationStatus(_ status: Int32, errorCode: String!) {
        if status == ACCESS_ENABLER_STATUS_SUCCESS {
            enabler.getAuthorization("TEST_RESOURCE")
        } else {
            complain(errorCode)
        }
    }

    func setToken(_ token: String!, forResource resource: String!) { play(token) }

    func tokenRequestFailed(_ resource: String!, errorCode: String!, errorDescription: String!) {
        complain(errorDescription.isEmpty ? errorCode : errorDescription)
    }

    func preauthorizedResources(_ resources: [Any]!) {}
    func selectedProvider(_ mvpd: MVPD!) {}
    func setMetadataStatus(
        _ metadata: Any!, encrypted: Bool, forKey key: Int32, andArguments arguments: [AnyHashable: Any]!
    ) {}
}
