/// The callbacks that an app receives, with the vendor's names ("iOS/tvOS API reference", callbacks).
///
/// The callbacks are called one at a time and in order, on a thread that the platform's `callbackExecutor` decides on.
/// The standard platform uses a serial queue, not the main thread, unless it is given a `MainQueueCallbackExecutor`.
/// With that executor, a class of the main actor conforms as `@preconcurrency EntitlementDelegate`; if such a class is
/// called anywhere else, the process stops.
public protocol EntitlementDelegate: EntitlementCallbacks, EntitlementOptionalCallbacks {}

/// The callbacks of `EntitlementDelegate` with the types that Swift derives from the vendor's Objective-C headers.
///
/// With types such as `String!` a delegate written for the vendor's library conforms without changes. An app must
/// implement the callbacks that the vendor requires, which the compiler checks. Every other callback has a default. If
/// an app implements an optional callback with slightly different types, Swift treats it as a method of the app's own,
/// which is never called. Optional callbacks are therefore declared in each form that apps use. Swift distinguishes `!`
/// from `?` here, but doesn't allow both in one protocol, so `EntitlementOptionalCallbacks` has the forms with `?`.
public protocol EntitlementCallbacks: AnyObject {
    /// Called when `setRequestor` has ended: 1 for success, 0 for failure.
    func setRequestorComplete(_ status: Int32)
    /// Called with the user's status: logged in (1) or not (0).
    ///
    /// - Parameter code: the reason why the user isn't logged in: one of the constants that end in `_ERROR`, or
    ///   `SERVER_API_TOO_OLD`; empty for a user who is logged in.
    func setAuthenticationStatus(_ status: Int32, errorCode code: String!)
    /// Called when the user has to choose an MVPD; the app answers with `setSelectedProvider`.
    ///
    /// - Parameter mvpds: values of the type `MVPD`.
    func displayProviderDialog(_ mvpds: [Any]!)
    /// Called when the app has to open the URL in a web view; the app passes the URL at which the web view ends to
    /// `handleExternalURL`.
    func navigate(toUrl url: String!)
    /// Called with a media token for the resource, in answer to `checkAuthorization` or `getAuthorization`.
    func setToken(_ token: String!, forResource resource: String!)
    /// Called when the resource gets no media token.
    ///
    /// - Parameters:
    ///   - code: one of the constants that end in `_ERROR`.
    ///   - description: the MVPD's own words, or empty.
    func tokenRequestFailed(_ resource: String!, errorCode code: String!, errorDescription description: String!)
    /// Called with the resources that the user can probably watch, in answer to `checkPreauthorizedResources`.
    ///
    /// - Parameter resources: values of the type `String`.
    func preauthorizedResources(_ resources: [Any]!)
    /// Called with the current MVPD, in answer to `getSelectedProvider`; `nil` when there is none.
    func selectedProvider(_ mvpd: MVPD!)

    // MARK: Optional callbacks

    /// Called with the answer to `getMetadata`.
    ///
    /// - Parameters:
    ///   - metadata: a `String`, `[Any]`, `[String: Any]` or the like; `nil` when there is none.
    ///   - encrypted: whether the value is encrypted, so that only the programmer can read it.
    ///   - key: the opcode, or `METADATA_KEY_INVALID`.
    ///   - arguments: the arguments of the `getMetadata` call.
    func setMetadataStatus(
        _ metadata: Any!, encrypted: Bool, forKey key: Int32, andArguments arguments: [AnyHashable: Any]!)
    /// Called with the answer to `getMetadata`, in the form of the SDK's first versions.
    ///
    /// - Parameter metadata: the value if it is a string; `nil` for any other value.
    func setMetadataStatus(_ metadata: String!, forKey key: Int32, andArguments arguments: [AnyHashable: Any]!)
    /// Called when the app has to open the URL in the secure browser, for MVPDs that require it.
    ///
    /// The app gets this call if it set `OPTION_HANDLE_SVC`, or if the platform has no `presenter` to show that
    /// browser. An app without this callback gets `navigate(toUrl:)` with a URL for its web view.
    func navigate(toUrl url: String!, useSVC: Bool)
    /// Called in place of the method with `String!`.
    func navigate(toUrl url: String, useSVC: Bool)
    /// Called with tracking data about a login, an authorization or a selection.
    ///
    /// The values of a login are: success, MVPD, hashed GUID, whether the token was cached. An authorization adds the
    /// error code and the error description. A selection has only the MVPD. From 1.6 on, the device, the client type
    /// and the operating system follow, as the service detected them.
    ///
    /// - Parameters:
    ///   - data: the event's values, in that order: `String?` each, `nil` for a value that doesn't apply.
    ///   - event: `TRACKING_AUTHENTICATION`, `TRACKING_AUTHORIZATION` or `TRACKING_MVPD_SELECTION`.
    func sendTrackingData(_ data: [Any]!, forEventType event: Int32)
    /// Called in place of the method with `[Any]!`.
    func sendTrackingData(_ data: [Any], forEventType event: Int32)
    /// Called in place of the method with `[Any]!`.
    func sendTrackingData(_ data: [String?], forEventType event: Int32)
    /// Called when the app has to present the platform's picker.
    func presentTvProviderDialog(_ viewController: UIViewController!)
    /// Called in place of the method with `UIViewController!`.
    func presentTvProviderDialog(_ viewController: UIViewController)
    /// Called in place of the method with `UIViewController!`.
    func presentTvProviderDialog(_ viewController: Any!)
    /// Called when the app has to dismiss the platform's picker.
    func dismissTvProviderDialog(_ viewController: UIViewController!)
    /// Called in place of the method with `UIViewController!`.
    func dismissTvProviderDialog(_ viewController: UIViewController)
    /// Called in place of the method with `UIViewController!`.
    func dismissTvProviderDialog(_ viewController: Any!)
}

/// The default implementations of the callbacks that an app may leave out.
///
/// The SDK calls the first form of each callback. Every default calls the next form, and the last one does nothing.
extension EntitlementCallbacks {
    private var others: (any EntitlementOptionalCallbacks)? { self as? any EntitlementOptionalCallbacks }

    /// Calls the form with `Any?`.
    public func setMetadataStatus(
        _ metadata: Any!, encrypted: Bool, forKey key: Int32, andArguments arguments: [AnyHashable: Any]!
    ) {
        others?.setMetadataStatus(metadata, encrypted: encrypted, forKey: key, andArguments: arguments)
    }
    /// Calls the form with `String?`.
    public func setMetadataStatus(_ metadata: String!, forKey key: Int32, andArguments arguments: [AnyHashable: Any]!) {
        others?.setMetadataStatus(metadata, forKey: key, andArguments: arguments)
    }
    /// Calls the form with `String?`.
    public func navigate(toUrl url: String!, useSVC: Bool) { others?.navigate(toUrl: url, useSVC: useSVC) }
    /// Calls `navigate(toUrl:)` with a URL whose redirect URL is the one at which a web view ends.
    public func navigate(toUrl url: String, useSVC: Bool) { navigate(toUrl: ServiceCall.forWebView(url)) }
    /// Calls the form with `[Any]?`.
    public func sendTrackingData(_ data: [Any]!, forEventType event: Int32) {
        others?.sendTrackingData(data, forEventType: event)
    }
    /// Calls the form with `[String?]`.
    public func sendTrackingData(_ data: [Any], forEventType event: Int32) {
        let texts: [String?] = data.map { $0 as? String }
        sendTrackingData(texts, forEventType: event)
    }
    /// Ignores the tracking data.
    public func sendTrackingData(_ data: [String?], forEventType event: Int32) {}
    /// Calls the form with `UIViewController?`.
    public func presentTvProviderDialog(_ viewController: UIViewController!) {
        others?.presentTvProviderDialog(viewController)
    }
    /// Calls the form with `Any!`.
    public func presentTvProviderDialog(_ viewController: UIViewController) {
        let shown: Any? = viewController
        presentTvProviderDialog(shown)
    }
    /// Ignores the dialog.
    public func presentTvProviderDialog(_ viewController: Any!) {}
    /// Calls the form with `UIViewController?`.
    public func dismissTvProviderDialog(_ viewController: UIViewController!) {
        others?.dismissTvProviderDialog(viewController)
    }
    /// Calls the form with `Any!`.
    public func dismissTvProviderDialog(_ viewController: UIViewController) {
        let shown: Any? = viewController
        dismissTvProviderDialog(shown)
    }
    /// Ignores the dialog.
    public func dismissTvProviderDialog(_ viewController: Any!) {}
}

/// The receiver of the advanced status codes ("Error reporting").
///
/// The SDK calls this receiver through the same executor as the `EntitlementDelegate`, so status codes and callbacks
/// keep one common order.
public protocol EntitlementStatus: AnyObject {
    /// Called with a status event.
    ///
    /// - Parameter statusDictionary: `errorId`, `level`, and for some codes `message`, `details`, `resource`,
    ///   `registrationCode`, each a `String`.
    func status(_ statusDictionary: [AnyHashable: Any]!)
}
