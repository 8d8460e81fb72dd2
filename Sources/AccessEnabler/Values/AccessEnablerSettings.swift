/// The settings that the SDK can't determine by itself.
public struct AccessEnablerSettings: Sendable, Hashable {
    /// The service provider that `setRequestor` uses when the app names none.
    ///
    /// The default is a local address, never the real service.
    public var defaultServiceProvider: String
    /// Whether plain HTTP to other machines is allowed; to this machine it always is.
    public var allowsPlainHTTP: Bool

    /// Creates settings; by default they point to a service on this machine and forbid plain HTTP to any other.
    public init(defaultServiceProvider: String = "http://127.0.0.1:8080/adobe-services", allowsPlainHTTP: Bool = false)
    {
        self.defaultServiceProvider = defaultServiceProvider
        self.allowsPlainHTTP = allowsPlainHTTP
    }
}
