import PassCore

/// The AccessEnabler: what an app talks to, under the vendor's names ("iOS/tvOS API reference").
///
/// Every call returns at once, on any thread; its outcome comes through the delegates and through `events()`, in one order. A call
/// that the profile's version of the SDK doesn't know writes an error line to the log and does nothing else.
///
/// When it is released, what it started is cancelled and nothing is called back any more.
public final class AccessEnabler: Sendable {
    let driver: Driver
    let platform: Platform
    let profile: CompatibilityProfile
    /// One caller at a time, where callbacks don't tell which of several they answer.
    let lines = WaitingLines()
    /// The calls of `authenticate` that run or wait.
    let logins = Guarded<[Interaction]>([])
    private let ownRedirectURL = Guarded<String?>(nil)

    /// - Parameters:
    ///   - softwareStatement: the JWT that names the registered application (3.0 and later).
    ///   - storageCheck: what to check of the store first (3.8.3 and later).
    public init(
        _ softwareStatement: String? = nil, storageCheck: IntegrityCheckType = .INTEGRITY_CHECK_NONE,
        profile: CompatibilityProfile = .v3_9, settings: AccessEnablerSettings = AccessEnablerSettings(),
        platform: Platform
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

    /// Called on the platform's `callbackExecutor`, with `Platform.standard` a serial queue; held weakly.
    public var delegate: (any EntitlementDelegate)? {
        get { driver.callbacks.delegate }
        set { driver.callbacks.delegate = newValue }
    }

    /// As `delegate`.
    public var statusDelegate: (any EntitlementStatus)? {
        get { driver.callbacks.statusDelegate }
        set { driver.callbacks.statusDelegate = newValue }
    }

    /// Where the secure browser ends, e.g. `adbe.abc://adobe.com`; until it is set, and after `nil`, that of the `AppIdentity`.
    ///
    /// The scheme begins with `adbe.`; another one isn't taken, and writes an error line to the log.
    public var svcRedirectURL: String? {
        get { ownRedirectURL.withLock { $0 } ?? platform.app.customRedirectURL }
        set {
            if let newValue, !AppIdentity.isCustomRedirect(newValue) {
                return logError("svcRedirectURL: the scheme of \(newValue) doesn't begin with \(CUSTOM_SCHEME_PREFIX)")
            }
            // Posted under the lock: of two setters the one that is read back has the last word.
            ownRedirectURL.withLock { url in
                url = newValue
                driver.post(.redirectURL(newValue ?? platform.app.redirectURL))
            }
        }
    }

    /// Every callback from now on, and those on their way, in the order in which the delegates get them.
    ///
    /// Each subscriber has a stream of its own, which loses nothing: what isn't read yet is kept without a bound. It ends when the
    /// AccessEnabler is released.
    public func events() -> AsyncStream<AccessEnablerEvent> { driver.callbacks.subscribe() }
}

/// What the SDK can't know by itself.
public struct AccessEnablerSettings: Sendable, Hashable {
    /// Where `setRequestor` goes without service providers; never the real service.
    public var defaultServiceProvider: String
    /// Whether plain HTTP may go to other machines; to this one it always may.
    public var allowsPlainHTTP: Bool

    public init(defaultServiceProvider: String = "http://127.0.0.1:8080/adobe-services", allowsPlainHTTP: Bool = false)
    {
        self.defaultServiceProvider = defaultServiceProvider
        self.allowsPlainHTTP = allowsPlainHTTP
    }
}
