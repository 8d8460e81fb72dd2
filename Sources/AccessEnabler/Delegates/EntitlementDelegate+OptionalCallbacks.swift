/// The optional callbacks of `EntitlementDelegate` with `?` where `EntitlementCallbacks` has `!`.
public protocol EntitlementOptionalCallbacks: AnyObject {
    /// Called in place of the method with `Any!`.
    func setMetadataStatus(
        _ metadata: Any?, encrypted: Bool, forKey key: Int32, andArguments arguments: [AnyHashable: Any]?)
    /// Called in place of the method with `String!`.
    func setMetadataStatus(_ metadata: String?, forKey key: Int32, andArguments arguments: [AnyHashable: Any]?)
    /// Called in place of the method with `String!`.
    func navigate(toUrl url: String?, useSVC: Bool)
    /// Called in place of the method with `[Any]!`.
    func sendTrackingData(_ data: [Any]?, forEventType event: Int32)
    /// Called in place of the method with `UIViewController!`.
    func presentTvProviderDialog(_ viewController: UIViewController?)
    /// Called in place of the method with `UIViewController!`.
    func dismissTvProviderDialog(_ viewController: UIViewController?)
}

/// The default implementations, which call the forms without `?` and `!`, or the forms of the SDK's first versions.
extension EntitlementOptionalCallbacks {
    private var others: (any EntitlementCallbacks)? { self as? any EntitlementCallbacks }

    /// Calls the form of the SDK's first versions.
    public func setMetadataStatus(
        _ metadata: Any?, encrypted: Bool, forKey key: Int32, andArguments arguments: [AnyHashable: Any]?
    ) {
        others?.setMetadataStatus(metadata as? String, forKey: key, andArguments: arguments)
    }
    /// Ignores the metadata.
    public func setMetadataStatus(_ metadata: String?, forKey key: Int32, andArguments arguments: [AnyHashable: Any]?) {
    }
    /// Calls the form with `String`.
    public func navigate(toUrl url: String?, useSVC: Bool) {
        let url: String = url ?? ""
        others?.navigate(toUrl: url, useSVC: useSVC)
    }
    /// Calls the form with `[Any]`.
    public func sendTrackingData(_ data: [Any]?, forEventType event: Int32) {
        let data: [Any] = data ?? []
        others?.sendTrackingData(data, forEventType: event)
    }
    /// Calls the form with `UIViewController`.
    public func presentTvProviderDialog(_ viewController: UIViewController?) {
        guard let shown: UIViewController = viewController else { return }
        others?.presentTvProviderDialog(shown)
    }
    /// Calls the form with `UIViewController`.
    public func dismissTvProviderDialog(_ viewController: UIViewController?) {
        guard let shown: UIViewController = viewController else { return }
        others?.dismissTvProviderDialog(shown)
    }
}
