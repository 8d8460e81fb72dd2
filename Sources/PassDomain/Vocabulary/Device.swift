package import PassCore

/// A device as a request names it, with its plain identifier; it is compared with the binding in a token.
package struct Device: Sendable, Hashable, Codable {
    /// The device's identifier, opaque to the service; 1 to 1,024 bytes.
    package var id: ExactText
    package var kind: Kind

    /// The kind of client that sent the identifier, which decides the form of the fingerprint.
    package enum Kind: String, Sendable, Codable {
        /// A native SDK, which sends the identifier as `device_id`.
        case native
        /// A web client, which gets the identifier from `/indiv/devices` and sends it back as `ap_21`.
        case web
    }

    package init(id: String, kind: Kind) {
        self.id = ExactText(id)
        self.kind = kind
    }
}

/// The fingerprint by which a token names the device that it is bound to.
///
/// A device can be checked against the fingerprint. The fingerprint of another device can't be derived from it.
package struct DeviceBinding: Sendable, Hashable, Codable {
    package var fingerprint: ExactText

    package init(fingerprint: String) {
        self.fingerprint = ExactText(fingerprint)
    }

    /// The binding of a web token whose client named no device; it is not checked.
    package static let unbound = DeviceBinding(fingerprint: String(repeating: "0", count: 32))

    /// Whether only a native token can carry this binding: a browser's identifier has 32 hexadecimal digits.
    ///
    /// A native token of the form `plain` can't be distinguished from a web token.
    package var isNative: Bool {
        let count = fingerprint.string.utf8.count
        return count == 40 && fingerprint.string.utf8.allSatisfy { Hex.value(of: $0) != nil } || count >= 170
    }

    /// The way in which a native token's fingerprint is made (legacy protocol, "Device ID").
    package enum Form: String, Sendable, CaseIterable {
        /// Base64 of the service's RSA-SHA256 signature over the device identifier.
        case signature
        /// Lower-case hexadecimal SHA-1 of the device identifier.
        case hash
        /// The device identifier itself.
        case plain
    }
}
