package import PassCore

/// A token and everything that an inspection found out about it.
package struct TokenInspection: Sendable, Hashable {
    package var token: InspectedToken
    /// The time at which the token was checked.
    package var now: Timestamp
    package var signature: Signature
    /// Whether the token is bound to the expected device; `nil` if the caller named no device.
    package var device: Device?
    /// The reasons why the token isn't valid; empty if it is.
    package var problems: [Problem] = []

    package var isValid: Bool { problems.isEmpty }

    /// The result of the signature check.
    package enum Signature: Sendable, Hashable {
        case valid(key: String)
        /// The signature isn't valid: the token was changed, or another key signed it.
        case invalid(triedKeys: [String])
        /// The token has no readable signature, or its algorithm isn't RS256.
        case unreadable
        /// The signature wasn't checked, because there is no key to check it with.
        case notChecked
    }

    /// The result of comparing the token's fingerprint with the expected device. The raw values are for machines to
    /// read.
    package enum Device: String, Sendable, Hashable {
        /// The token is bound to the device: the fingerprint is the device key's signature over the device's ID.
        case signature
        /// The token is bound to the device: the fingerprint is the SHA-1 of the device's ID.
        case hash
        /// The token is bound to the device: the fingerprint is the device's ID.
        case plain
        /// The token is bound to another device.
        case other
        /// The token names no device.
        case unbound = "none"
        /// The fingerprint is a signature, and there is no device key to check it with.
        case notChecked
    }

    /// A reason why a token isn't valid.
    package enum Problem: Sendable, Hashable {
        case badSignature
        case signatureNotChecked
        case expired
        case notYetValid
        /// A field that every token of the kind has is missing or unreadable. The value is the field's name.
        case incomplete(String)
        case wrongRequestor
        case wrongResource
        case wrongDevice
        case deviceNotChecked

        /// The name of the problem for machines to read.
        package var code: String {
            switch self {
            case .badSignature: "badSignature"
            case .signatureNotChecked: "signatureNotChecked"
            case .expired: "expired"
            case .notYetValid: "notYetValid"
            case .incomplete: "incomplete"
            case .wrongRequestor: "wrongRequestor"
            case .wrongResource: "wrongResource"
            case .wrongDevice: "wrongDevice"
            case .deviceNotChecked: "deviceNotChecked"
            }
        }
    }
}
