/// The names under which apps use the types of the platform.
///
/// The types themselves are top-level, so that the files of the platform and the machine don't depend on the class
/// `AccessEnabler`. Their prefix distinguishes them from an app's own types.
extension AccessEnabler {
    /// The services that the SDK needs from the device and the app.
    public typealias Platform = AccessEnablerPlatform
    /// The app that the SDK is built into.
    public typealias AppIdentity = AccessEnablerAppIdentity
    /// The operating system of a device.
    public typealias OperatingSystem = AccessEnablerOperatingSystem
    /// A browser that the SDK itself can drive, for passive authentication and for the cookies of an app's web view.
    public typealias UserAgent = AccessEnablerUserAgent
    /// The reason why a request got no answer.
    public typealias TransportError = AccessEnablerTransportError
    /// The category of a line in the SDK's log.
    public typealias LogCategory = AccessEnablerLogCategory
}
