package import PassCore

/// A token and everything that was found about it.
package struct TokenInspection: Sendable, Hashable {
    package var token: InspectedToken
    package var now: Timestamp
    package var signature: Signature
    /// `nil` when nobody asked for a device.
    package var device: Device?
    /// Empty when the token is valid.
    package var problems: [Problem] = []

    package var isValid: Bool { problems.isEmpty }

    package enum Signature: Sendable, Hashable {
        case valid(key: String)
        /// Changed, or signed by another key.
        case invalid(triedKeys: [String])
        /// What stands in its place is none, or none of RS256.
        case unreadable
        /// There is no key.
        case notChecked
    }

    /// Whether the token is bound to the device, by the words for machines.
    package enum Device: String, Sendable, Hashable {
        /// It is: the fingerprint is the device key's signature of its ID.
        case signature
        /// It is: the fingerprint is the SHA-1 of its ID.
        case hash
        /// It is: the fingerprint is its ID.
        case plain
        /// It is bound to another.
        case other
        /// The token names no device.
        case unbound = "none"
        /// The fingerprint is a signature, and there is no device key.
        case notChecked
    }

    package enum Problem: Sendable, Hashable {
        case badSignature
        case signatureNotChecked
        case expired
        case notYetValid
        /// What every token of the kind has is missing or unreadable; its name.
        case incomplete(String)
        case wrongRequestor
        case wrongResource
        case wrongDevice
        case deviceNotChecked

        /// For machines.
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
