public import AccessEnabler

/// A device for the apps of a test: its identifier, and the logins that its apps share.
public struct TestDevice: Sendable {
    /// The identity that the system shows to apps.
    public let identity: any DeviceIdentity
    private let shared: [StoreGeneration: MemoryStorage]

    /// Creates a device without logins.
    ///
    /// - Parameter identifier: the raw identifier, which the SDK hashes before it sends it.
    public init(
        _ operatingSystem: AccessEnabler.OperatingSystem = AccessEnabler.OperatingSystem(.iOS, version: "17.0"),
        identifier: String = "test-device"
    ) {
        identity = StaticDevice(operatingSystem, identifier: identifier)
        shared = Dictionary(uniqueKeysWithValues: StoreGeneration.allCases.map { ($0, MemoryStorage()) })
    }

    /// The storage for a new app: the media that the device's apps share, and one that no other app sees.
    var storage: MemoryStorageProvider { MemoryStorageProvider(shared: shared) }
}
