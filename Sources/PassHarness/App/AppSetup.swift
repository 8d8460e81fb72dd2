public import AccessEnabler

/// The properties of an app apart from its identity.
public struct AppSetup: Sendable {
    /// The SDK version that the app contains, which determines the SDK's behaviour.
    public var profile: CompatibilityProfile
    /// The app's software statement, used by SDKs from 3.0 on; `nil` leaves it out.
    public var softwareStatement: String?
    /// The kind of integrity check that the SDK makes on the store when it starts (3.8.3 and later).
    public var storageCheck = IntegrityCheckType.INTEGRITY_CHECK_NONE
    /// The client information that the SDK sends with every call, unless `device_info` replaces it.
    public var clientInformation = ClientInformation()
    /// Whether the app calls the SDK on the main thread.
    public var isOnMain = true
    /// Whether the delegate implements the callbacks that an app may leave out.
    public var hasOptionalCallbacks = true
    /// The app's web view and secure browser; `nil` creates one for the app, with the credentials of the cast's user.
    public var browser: HeadlessUserAgent?
    /// Whether the SDK can drive `browser` and read its cookies.
    public var sharesBrowser = true
    /// Whether the SDK itself can show the secure browser; `SimulatedApp.presented` lists what it shows.
    public var hasPresenter = false
    /// The platform's own sign-on; `nil` if the platform has none.
    public var platformSSO: (any PlatformSSOProvider)?

    /// Creates a setup; the other properties can be set afterwards.
    public init(profile: CompatibilityProfile = .v3_9, softwareStatement: String? = Cast.demoStatement) {
        self.profile = profile
        self.softwareStatement = softwareStatement
    }
}
