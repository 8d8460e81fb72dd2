/// The callbacks that an app receives, with the vendor's names ("iOS/tvOS API reference", callbacks).
///
/// The platform's `callbackExecutor` decides where they are called: one at a time and in order. `Platform.standard`
/// uses a serial queue, not the main thread, unless it is given a `MainQueueCallbackExecutor`. With that executor, a
/// class of the main actor conforms as `@preconcurrency EntitlementDelegate`; if such a class is called anywhere else,
/// the process stops.
public protocol EntitlementDelegate: AnyObject, Sendable {
    /// Called when `setRequestor` has ended: 1 for success, 0 for failure.
    func setRequestorComplete(_ status: Int32)
    /// Called with the user's status: logged in (1) or not (0).
    ///
    /// - Parameter errorCode: why the user isn't logged in: one of the constants that end in `_ERROR`, or
    ///   `SERVER_API_TOO_OLD`; empty for a user who is.
    func setAuthenticationStatus(_ status: Int32, errorCode: String)
    /// Called when the user has to choose an MVPD; the app answers with `setSelectedProvider`.
    func displayProviderDialog(_ mvpds: [MVPD])
    /// Called when the app has to open the URL in a web view; the URL at which it ends goes to `handleExternalURL`.
    func navigate(toUrl url: String)
    /// Called when the app has to open the URL in the secure browser, for MVPDs that require it.
    ///
    /// The app gets this call if it set `OPTION_HANDLE_SVC`, or if the platform has no `presenter` to show that
    /// browser.
    func navigate(toUrl url: String, useSVC: Bool)
    /// Called with a media token for the resource, in answer to `checkAuthorization` or `getAuthorization`.
    func setToken(_ token: String, forResource resource: String)
    /// Called when the resource gets no media token.
    ///
    /// - Parameters:
    ///   - errorCode: one of the constants that end in `_ERROR`.
    ///   - errorDescription: the MVPD's own words, or empty.
    func tokenRequestFailed(_ resource: String, errorCode: String, errorDescription: String)
    /// Called with the resources that the user can probably watch, in answer to `checkPreauthorizedResources`.
    func preauthorizedResources(_ resources: [String])
    /// Called with the current MVPD, in answer to `getSelectedProvider`; `nil` when there is none.
    func selectedProvider(_ mvpd: MVPD?)
    /// Called with the answer to `getMetadata`.
    ///
    /// - Parameters:
    ///   - metadata: a `String`, `[Any]`, `[String: Any]` or the like; `nil` when there is none.
    ///   - encrypted: whether the value is encrypted, so that only the programmer can read it.
    ///   - key: the opcode, or `METADATA_KEY_INVALID`.
    ///   - arguments: the arguments of the `getMetadata` call.
    func setMetadataStatus(_ metadata: Any?, encrypted: Bool, forKey key: Int32, andArguments arguments: [String: Any])
    /// Called with tracking data about a login, an authorization or a selection.
    ///
    /// The values of a login are: success, MVPD, hashed GUID, whether the token was cached. An authorization adds the
    /// error code and the error description. A selection has the MVPD alone. From 1.6 on the device, the client type
    /// and the operating system follow, as the service detected them.
    ///
    /// - Parameters:
    ///   - data: the event's values, in that order; `nil` for a value that doesn't apply.
    ///   - event: `TRACKING_AUTHENTICATION`, `TRACKING_AUTHORIZATION` or `TRACKING_MVPD_SELECTION`.
    func sendTrackingData(_ data: [String?], forEventType event: Int32)
    /// Called when the app has to present the platform's picker.
    func presentTvProviderDialog(_ dialog: any PlatformDialog)
    /// Called when the app has to dismiss the platform's picker.
    func dismissTvProviderDialog(_ dialog: any PlatformDialog)
}

/// The default implementations of the callbacks that an app may leave out.
extension EntitlementDelegate {
    /// Calls `navigate(toUrl:)`, with the redirect URL at which a web view ends.
    public func navigate(toUrl url: String, useSVC: Bool) { navigate(toUrl: ServiceCall.forWebView(url)) }
    /// Ignores the tracking data.
    public func sendTrackingData(_ data: [String?], forEventType event: Int32) {}
    /// Ignores the dialog.
    public func presentTvProviderDialog(_ dialog: any PlatformDialog) {}
    /// Ignores the dialog.
    public func dismissTvProviderDialog(_ dialog: any PlatformDialog) {}
}

/// The receiver of the advanced status codes ("Error reporting").
///
/// It is called in the same place as `EntitlementDelegate`, and in one order with it.
public protocol EntitlementStatus: AnyObject, Sendable {
    /// Called with a status event.
    ///
    /// - Parameter statusDictionary: `errorId`, `level`, and for some codes `message`, `details`, `resource`,
    ///   `registrationCode`.
    func status(_ statusDictionary: [String: Any])
}
