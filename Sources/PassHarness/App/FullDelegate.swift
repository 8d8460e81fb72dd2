import AccessEnabler

/// The delegate of an app that implements every callback, which turns each one into an event.
final class FullDelegate: EntitlementDelegate, EntitlementStatus {
    private let record: @Sendable (AccessEnablerEvent) -> Void

    init(_ record: @escaping @Sendable (AccessEnablerEvent) -> Void) { self.record = record }

    func setRequestorComplete(_ status: Int32) { record(.setRequestorComplete(status)) }

    func setAuthenticationStatus(_ status: Int32, errorCode: String) {
        record(.setAuthenticationStatus(status, errorCode: errorCode))
    }

    func displayProviderDialog(_ mvpds: [MVPD]) { record(.displayProviderDialog(mvpds)) }

    func navigate(toUrl url: String) { record(.navigateToUrl(url)) }

    func navigate(toUrl url: String, useSVC: Bool) { record(.navigateToUrlUseSVC(url, useSVC: useSVC)) }

    func setToken(_ token: String, forResource resource: String) { record(.setToken(token, forResource: resource)) }

    func tokenRequestFailed(_ resource: String, errorCode: String, errorDescription: String) {
        record(.tokenRequestFailed(resource, errorCode: errorCode, errorDescription: errorDescription))
    }

    func preauthorizedResources(_ resources: [String]) { record(.preauthorizedResources(resources)) }

    func selectedProvider(_ mvpd: MVPD?) { record(.selectedProvider(mvpd)) }

    func setMetadataStatus(
        _ metadata: Any?, encrypted: Bool, forKey key: Int32, andArguments arguments: [String: Any]
    ) {
        record(
            .setMetadataStatus(
                metadata.flatMap { EntitlementValue($0) }, encrypted: encrypted, forKey: key,
                andArguments: arguments.compactMapValues { EntitlementValue($0) }))
    }

    func sendTrackingData(_ data: [String?], forEventType event: Int32) {
        record(.sendTrackingData(data, forEventType: event))
    }

    func presentTvProviderDialog(_ dialog: any PlatformDialog) { record(.presentTvProviderDialog) }

    func dismissTvProviderDialog(_ dialog: any PlatformDialog) { record(.dismissTvProviderDialog) }

    func status(_ statusDictionary: [String: Any]) {
        let texts = statusDictionary.compactMapValues { $0 as? String }
        record(
            .status(
                AdvancedStatus(
                    id: texts["errorId"] ?? "", level: AdvancedStatus.Level(rawValue: texts["level"] ?? "") ?? .error,
                    message: texts["message"],
                    extra: texts.filter { !["errorId", "level", "message"].contains($0.key) })))
    }
}
