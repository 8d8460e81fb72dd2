/// A device whose identifiers never change.
public struct StaticDevice: DeviceIdentity {
    public let operatingSystem: OperatingSystem
    private let identifiers: [DeviceIdentifierKind: String]

    /// - Parameters:
    ///   - identifier: what it answers for every kind, unless `others` has another.
    ///   - others: by kind.
    public init(
        _ operatingSystem: OperatingSystem = OperatingSystem(.iOS, version: "17.0"), identifier: String,
        others: [DeviceIdentifierKind: String] = [:]
    ) {
        self.operatingSystem = operatingSystem
        var identifiers = others
        for kind in DeviceIdentifierKind.allCases where others[kind] == nil { identifiers[kind] = identifier }
        self.identifiers = identifiers
    }

    public func identifier(_ kind: DeviceIdentifierKind) -> String { identifiers[kind] ?? "" }
}
