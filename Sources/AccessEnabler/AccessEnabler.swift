import PassCore

/// The client SDK's entry point, with the vendor's names ("iOS/tvOS API reference").
///
/// Every call returns at once and may come from any thread. Outcomes arrive through the delegates and through
/// `events()`, in the same order. A call that the profile's version of the SDK doesn't have writes an error line to the
/// log and does nothing else.
///
/// Releasing the AccessEnabler cancels everything that it started; no callback follows.
public final class AccessEnabler: Sendable {
    let driver: Driver
    let platform: AccessEnabler.Platform
    let profile: CompatibilityProfile
    /// The queues in which `async` callers wait for callbacks that don't name the caller that they answer.
    let queues = CallerQueues()
    /// The calls of `authenticate` that are running or waiting.
    let logins = Guarded<[Interaction]>([])
    private let ownRedirectURL = Guarded<String?>(nil)

    /// Creates an AccessEnabler and starts the check of its store.
    ///
    /// - Parameters:
    ///   - softwareStatement: the JWT that identifies the registered application (3.0 and later).
    ///   - storageCheck: the check of the store that is made before anything else (3.8.3 and later).
    ///   - profile: the version of the original SDK to imitate.
    ///   - settings: the default service provider, and whether plain HTTP is allowed.
    ///   - platform: the services of the device and the app, such as network, clock and storage.
    public init(
        _ softwareStatement: String? = nil, storageCheck: IntegrityCheckType = .INTEGRITY_CHECK_NONE,
        profile: CompatibilityProfile = .v3_9, settings: AccessEnablerSettings = AccessEnablerSettings(),
        platform: AccessEnabler.Platform
    ) {
        self.platform = platform
        self.profile = profile
        driver = Driver(
            MachineSetup(platform, profile: profile, softwareStatement: softwareStatement, settings: settings),
            platform: platform)
        let isKnown = storageCheck == .INTEGRITY_CHECK_NONE || knows(.storageCheck)
        driver.post(.started(isKnown ? storageCheck : .INTEGRITY_CHECK_NONE))
    }

    deinit { driver.close() }

    /// The app's delegate, held weakly; `Platform.callbackExecutor` decides on which thread it is called.
    ///
    /// `Platform.standard` calls the delegate on a serial queue by default.
    public var delegate: (any EntitlementDelegate)? {
        get { driver.callbacks.delegate }
        set { driver.callbacks.delegate = newValue }
    }

    /// The app's delegate for advanced status codes, held weakly and called by the same executor as `delegate`.
    public var statusDelegate: (any EntitlementStatus)? {
        get { driver.callbacks.statusDelegate }
        set { driver.callbacks.statusDelegate = newValue }
    }

    /// The URL at which the secure browser ends, e.g. `adbe.abc://adobe.com`; the `AppIdentity`'s URL until another one
    /// is set.
    ///
    /// Setting `nil` restores the `AppIdentity`'s URL. The scheme must begin with `adbe.`; any other URL is ignored and
    /// writes an error line to the log.
    public var svcRedirectURL: String? {
        get { ownRedirectURL.withLock { $0 } ?? platform.app.customRedirectURL }
        set {
            if let newValue, !AccessEnabler.AppIdentity.isCustomRedirect(newValue) {
                return logError("svcRedirectURL: the scheme of \(newValue) doesn't begin with \(CUSTOM_SCHEME_PREFIX)")
            }
            // The lock also covers the post: if two threads set the URL, the driver gets the same last URL as this
            // property.
            ownRedirectURL.withLock { url in
                url = newValue
                driver.post(.redirectURL(newValue ?? platform.app.redirectURL))
            }
        }
    }

    /// Returns a stream of all callbacks that haven't been delivered yet and all later ones, in the delegates' order.
    ///
    /// Each call returns a stream of its own, and no stream loses an event: unread events are buffered without a limit.
    /// A stream ends when the AccessEnabler is released.
    public func events() -> AsyncStream<AccessEnablerEvent> { driver.callbacks.subscribe() }
}
