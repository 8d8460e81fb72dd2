/// The machine's settings, which don't change while the SDK runs, except for the app's redirect URL.
struct MachineSetup: Sendable {
    var profile: CompatibilityProfile
    /// The JWT that names the registered application (3.0 and later).
    var softwareStatement: String?
    var app: AccessEnablerAppIdentity
    var operatingSystem: AccessEnablerOperatingSystem
    var clientInformation: ClientInformation
    /// The device identifier that the SDK sends: the SHA-256 of the device's own identifier, in hex.
    var deviceID: String
    var hasher: any EntitlementHasher
    var xml: any EntitlementXMLReader
    /// The service provider for a `setRequestor` that names none.
    var defaultServiceProvider: String
    /// Whether plain HTTP to other machines is allowed; to this machine it always is.
    var allowsPlainHTTP: Bool
    /// Whether there is a browser that the SDK can drive, as passive authentication requires.
    var hasUserAgent: Bool
    /// Whether the SDK can show the secure browser itself.
    var hasPresenter: Bool
    /// Whether the platform has a sign-on of its own.
    var hasPlatformSSO: Bool

    var isTV: Bool { operatingSystem.name == .tvOS }

    /// Whether a login needs a registration code, because no cookies can identify the login to the service.
    ///
    /// From 3.0 on, a browser shares no cookies with the SDK; a second screen never does.
    var usesRegistrationCode: Bool { profile.registersClient || isTV }
}
