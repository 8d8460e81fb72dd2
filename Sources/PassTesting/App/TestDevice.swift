public import AccessEnabler

/// A device on which the apps of a test run: its identifier, and the logins that its apps share.
public struct TestDevice: Sendable {
    /// What its system tells apps.
    public let identity: any DeviceIdentity
    private let shared: [StoreGeneration: MemoryStorage]

    /// - Parameter identifier: the raw identifier, which the SDK hashes before it sends it.
    public init(
        _ operatingSystem: OperatingSystem = OperatingSystem(.iOS, version: "17.0"), identifier: String = "test-device"
    ) {
        identity = StaticDevice(operatingSystem, identifier: identifier)
        shared = Dictionary(uniqueKeysWithValues: StoreGeneration.allCases.map { ($0, MemoryStorage()) })
    }

    /// The shared media, and one that a new app has for itself.
    var storage: MemoryStorageProvider { MemoryStorageProvider(shared: shared) }
}
