/// The AccessEnabler: what an app talks to, under the vendor's names ("iOS/tvOS API reference").
///
/// Every call returns at once; its outcome comes through the delegates and through `events()`, in one order.
public final class AccessEnabler: Sendable {
    let driver: Driver

    /// - Parameters:
    ///   - softwareStatement: the JWT that names the registered application (3.0 and later).
    ///   - storageCheck: what to check of the store first (3.8.3 and later).
    public init(
        _ softwareStatement: String? = nil, storageCheck: IntegrityCheckType = .INTEGRITY_CHECK_NONE,
        profile: CompatibilityProfile = .v3_9, settings: AccessEnablerSettings, platform: Platform
    ) {
        driver = Driver()
    }
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
