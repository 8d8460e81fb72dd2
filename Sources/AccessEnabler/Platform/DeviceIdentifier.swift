import PassCore
import PassCrypto

/// The identifier by which the service knows the device, chosen by the age of the operating system and of the SDK.
///
/// Source: "SSO on iOS when using the Access Enabler"; "iOS/tvOS SDK overview", device ID.
package struct DeviceIdentifier: Sendable, Hashable {
    package var kind: DeviceIdentifierKind
    /// In clear; it never leaves the device.
    package var plain: String

    package init(of device: any DeviceIdentity, for version: SDKVersion) {
        kind = Self.kind(on: device.operatingSystem, for: version)
        plain = device.identifier(kind)
    }

    /// What goes on the wire and beside every stored token: SHA-256 in 64 lower-case hex digits.
    package var hashed: String { Hex.encode(Digest.sha256(plain.utf8)) }

    /// iOS 6 and older: the MAC address. From iOS 7 on: still asked for by 1.7.4 and older, which get a placeholder; the
    /// advertising identifier until 1.8, the vendor's from then on. tvOS: the vendor's.
    package static func kind(on system: OperatingSystem, for version: SDKVersion) -> DeviceIdentifierKind {
        if system.name == .tvOS { return .vendor }
        if system.major < 7 || version < SDKVersion(1, 7, 5) { return .macAddress }
        return version < SDKVersion(1, 8) ? .advertising : .vendor
    }
}
