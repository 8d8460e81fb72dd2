/// A device whose identifiers never change.
public struct StaticDevice: DeviceIdentity {
    /// The device's operating system.
    public let operatingSystem: AccessEnablerOperatingSystem
    private let identifiers: [DeviceIdentifierKind: String]

    /// Creates a device.
    ///
    /// - Parameters:
    ///   - identifier: the identifier of each kind that isn't in `others`.
    ///   - others: other identifiers, by kind.
    public init(
        _ operatingSystem: AccessEnablerOperatingSystem = AccessEnablerOperatingSystem(.iOS, version: "17.0"),
        identifier: String,
        others: [DeviceIdentifierKind: String] = [:]
    ) {
        self.operatingSystem = operatingSystem
        var identifiers = others
        for kind in DeviceIdentifierKind.allCases where others[kind] == nil { identifiers[kind] = identifier }
        self.identifiers = identifiers
    }

    /// Returns the identifier of that kind.
    public func identifier(_ kind: DeviceIdentifierKind) -> String { identifiers[kind] ?? "" }
}
