import AccessEnabler

/// The delegate of an app that implements every callback. The delegate turns each callback into an event.
final class FullDelegate: EntitlementDelegate, EntitlementStatus, Sendable {
    private let record: @Sendable (AccessEnablerEvent) -> Void

    init(_ record: @escaping @Sendable (AccessEnablerEvent) -> Void) { self.record = record }

    func setRequestorComplete(_ status: Int32) { record(.setRequestorComplete(status)) }

    func setAuthenticationStatus(_ status: Int32, errorCode: String!) {
        record(.setAuthenticationStatus(status, errorCode: errorCode ?? ""))
    }

    func displayProviderDialog(_ mvpds: [Any]!) { record(.displayProviderDialog(mvpds as? [MVPD] ?? [])) }

    func navigate(toUrl url: String!) { record(.navigateToUrl(url ?? "")) }

    func navigate(toUrl url: String!, useSVC: Bool) { record(.navigateToUrlUseSVC(url ?? "", useSVC: useSVC)) }

    func setToken(_ token: String!, forResource resource: String!) {
        record(.setToken(token ?? "", forResource: resource ?? ""))
    }

    func tokenRequestFailed(_ resource: String!, errorCode: String!, errorDescription: String!) {
        record(
            .tokenRequestFailed(
                resource ?? "", errorCode: errorCode ?? "", errorDescription: errorDescription ?? ""))
    }

    func preauthorizedResources(_ resources: [Any]!) { record(.preauthorizedResources(resources as? [String] ?? [])) }

    func selectedProvider(_ mvpd: MVPD!) { record(.selectedProvider(mvpd)) }

    func setMetadataStatus(
        _ metadata: Any!, encrypted: Bool, forKey key: Int32, andArguments arguments: [AnyHashable: Any]!
    ) {
        record(
            .setMetadataStatus(
                metadata.flatMap { EntitlementValue($0) }, encrypted: encrypted, forKey: key,
                andArguments: (arguments as? [String: Any] ?? [:]).compactMapValues { EntitlementValue($0) }))
    }

    func sendTrackingData(_ data: [Any]!, forEventType event: Int32) {
        record(.sendTrackingData((data ?? []).map { $0 as? String }, forEventType: event))
    }

    func presentTvProviderDialog(_ viewController: UIViewController!) { record(.presentTvProviderDialog) }

    func dismissTvProviderDialog(_ viewController: UIViewController!) { record(.dismissTvProviderDialog) }

    func status(_ statusDictionary: [AnyHashable: Any]!) {
        let texts = statusDictionary as? [String: String] ?? [:]
        record(
            .status(
                AdvancedStatus(
                    id: texts["errorId"] ?? "", level: AdvancedStatus.Level(rawValue: texts["level"] ?? "") ?? .error,
                    message: texts["message"],
                    extra: texts.filter { !["errorId", "level", "message"].contains($0.key) })))
    }
}
