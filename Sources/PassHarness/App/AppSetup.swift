public import AccessEnabler

/// How an app is made, beside its identity.
public struct AppSetup: Sendable {
    public var profile: CompatibilityProfile
    /// Used from 3.0 on; `nil` leaves it out.
    public var softwareStatement: String?
    public var storageCheck = IntegrityCheckType.INTEGRITY_CHECK_NONE
    public var clientInformation = ClientInformation()
    /// Whether calls come from where the interface lives.
    public var isOnMain = true
    /// Whether the delegate implements the callbacks that an app may leave out.
    public var hasOptionalCallbacks = true
    /// The app's web view and the secure browser; `nil` makes one for each app, logged in by the cast's user.
    public var browser: HeadlessUserAgent?
    /// Whether the SDK can drive that browser and read its cookies.
    public var sharesBrowser = true
    /// Whether the SDK can show the secure browser by itself; what it shows is in `presented`.
    public var hasPresenter = false
    public var platformSSO: (any PlatformSSOProvider)?

    public init(profile: CompatibilityProfile = .v3_9, softwareStatement: String? = Cast.demoStatement) {
        self.profile = profile
        self.softwareStatement = softwareStatement
    }
}
