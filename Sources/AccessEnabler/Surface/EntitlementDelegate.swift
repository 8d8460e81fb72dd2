/// What an app is told; the names are the vendor's ("iOS/tvOS API reference", callbacks).
///
/// Called where the platform's `callbackExecutor` says, one call at a time and in order: with `Platform.standard` on a serial queue, not on
/// the main thread, unless it is given a `MainQueueCallbackExecutor`. With that one, a class of the main actor conforms as
/// `@preconcurrency EntitlementDelegate`; called elsewhere, such a class stops the process.
public protocol EntitlementDelegate: AnyObject, Sendable {
    /// The configuration has ended: 1 well, 0 not.
    func setRequestorComplete(_ status: Int32)
    /// Whether the user is logged in (1) or not (0), and why not: one of the constants that end in `_ERROR`.
    func setAuthenticationStatus(_ status: Int32, errorCode: String)
    /// The user has to choose; answer with `setSelectedProvider`.
    func displayProviderDialog(_ mvpds: [MVPD])
    /// A web view has to open this; `handleExternalURL` gets the URL where it ends.
    func navigate(toUrl url: String)
    /// The secure browser has to open this; called only with `handleSVC` set, for MVPDs that want it.
    func navigate(toUrl url: String, useSVC: Bool)
    func setToken(_ token: String, forResource resource: String)
    /// - Parameter errorDescription: the MVPD's own words, or empty.
    func tokenRequestFailed(_ resource: String, errorCode: String, errorDescription: String)
    func preauthorizedResources(_ resources: [String])
    func selectedProvider(_ mvpd: MVPD?)
    /// - Parameters:
    ///   - metadata: `String`, `[Any]`, `[String: Any]` and the like; `nil` when there is none.
    ///   - arguments: what was given to `getMetadata`.
    func setMetadataStatus(_ metadata: Any?, encrypted: Bool, forKey key: Int32, andArguments arguments: [String: Any])
    func sendTrackingData(_ data: [String?], forEventType event: Int32)
    func presentTvProviderDialog(_ dialog: any PlatformDialog)
    func dismissTvProviderDialog(_ dialog: any PlatformDialog)
}

/// The callbacks that an app may leave out.
extension EntitlementDelegate {
    public func navigate(toUrl url: String, useSVC: Bool) { navigate(toUrl: url) }
    public func sendTrackingData(_ data: [String?], forEventType event: Int32) {}
    public func presentTvProviderDialog(_ dialog: any PlatformDialog) {}
    public func dismissTvProviderDialog(_ dialog: any PlatformDialog) {}
}

/// Takes the advanced status codes ("Error reporting"); called as `EntitlementDelegate` is, in one order with it.
public protocol EntitlementStatus: AnyObject, Sendable {
    /// - Parameter statusDictionary: `errorId`, `level`, and for some codes `message`, `details`, `resource`, `registrationCode`.
    func status(_ statusDictionary: [String: Any])
}
