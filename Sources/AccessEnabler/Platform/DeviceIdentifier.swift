import PassCore

/// The identifier by which the service knows the device.
///
/// The kind of identifier depends on the versions of the operating system and the SDK.
package struct DeviceIdentifier: Sendable, Hashable {
    package var kind: DeviceIdentifierKind
    /// The unhashed identifier, which never leaves the device.
    package var plain: String

    /// Reads the device's identifier of the kind that this version of the SDK uses.
    package init(of device: any DeviceIdentity, for version: SDKVersion) {
        kind = Self.kind(on: device.operatingSystem, for: version)
        plain = device.identifier(kind)
    }

    /// Returns the form of the identifier that is sent, and stored beside every token: the SHA-256 in 64 lower-case hex
    /// digits.
    package func hashed(by hasher: any EntitlementHasher) -> String { Hex.encode(hasher.sha256(Array(plain.utf8))) }

    /// Returns the kind of identifier that a version of the SDK uses on an operating system.
    ///
    /// - On tvOS: the vendor's identifier.
    /// - On iOS 6 and older: the MAC address.
    /// - From iOS 7 on: up to 1.7.4 the MAC address, in fact a placeholder; from 1.7.5 until 1.8 the advertising
    ///   identifier; from 1.8 on the vendor's identifier.
    package static func kind(on system: AccessEnablerOperatingSystem, for version: SDKVersion) -> DeviceIdentifierKind {
        if system.name == .tvOS { return .vendor }
        if system.major < 7 || version < SDKVersion(1, 7, 5) { return .macAddress }
        return version < SDKVersion(1, 8) ? .advertising : .vendor
    }
}
