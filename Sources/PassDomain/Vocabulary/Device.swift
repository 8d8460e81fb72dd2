package import PassCore

/// A device as a request names it, in clear; it is compared with what a token was bound to.
package struct Device: Sendable, Hashable, Codable {
    /// Opaque to the service; 1 to 1,024 bytes.
    package var id: ExactText
    package var kind: Kind

    /// Which generation of clients the identifier comes from; it decides the form of the fingerprint.
    package enum Kind: String, Sendable, Codable {
        /// Sent as `device_id` by a native SDK.
        case native
        /// Given out by `/indiv/devices` and sent back as `ap_21`.
        case web
    }

    package init(id: String, kind: Kind) {
        self.id = ExactText(id)
        self.kind = kind
    }
}

/// What a token carries of its device: the fingerprint, from which the device can be checked but a new one not made.
package struct DeviceBinding: Sendable, Hashable, Codable {
    package var fingerprint: ExactText

    package init(fingerprint: String) {
        self.fingerprint = ExactText(fingerprint)
    }

    /// A web token of a client that named no device; it is not checked.
    package static let unbound = DeviceBinding(fingerprint: String(repeating: "0", count: 32))

    /// Whether only a native token can carry it: a browser's identifier has 32 hexadecimal digits.
    ///
    /// A native token of the form `plain` can't be told from a web token.
    package var isNative: Bool {
        let count = fingerprint.string.utf8.count
        return count == 40 && fingerprint.string.utf8.allSatisfy { Hex.value(of: $0) != nil } || count >= 170
    }

    /// How a native token's fingerprint is made (legacy protocol, "Device ID").
    package enum Form: String, Sendable, CaseIterable {
        /// Base64 of the service's RSA-SHA256 signature over the device identifier.
        case signature
        /// Lower-case hexadecimal SHA-1 of the device identifier.
        case hash
        /// The device identifier itself.
        case plain
    }
}
