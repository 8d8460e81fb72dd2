import PassCore
package import PassCrypto
package import PassDomain

/// A sealer that binds tokens to devices by the fingerprint that the tokens carry (legacy protocol, "Device ID").
///
/// The service describes its check as "apply the private key and compare". RSASSA-PKCS1-v1_5 is deterministic, so
/// verifying with the public key gives the same answer at a sixteenth of the cost.
package struct DeviceFingerprints: DeviceSealer {
    private let key: RSAPrivateKey
    private let publicKey: RSAPublicKey
    private let form: DeviceBinding.Form
    private let recentMatches = RecentReadings<DeviceBinding.Form>()

    /// Creates a sealer that makes and checks fingerprints with `key`.
    ///
    /// - Parameter form: how native tokens are bound. Web tokens carry their device identifier as it is.
    package init(key: RSAPrivateKey, form: DeviceBinding.Form) {
        self.key = key
        self.publicKey = key.publicKey
        self.form = form
    }

    package func bind(_ device: Device) -> DeviceBinding {
        guard device.kind == .native else { return DeviceBinding(fingerprint: device.id.string) }
        return switch form {
        case .signature: DeviceBinding(fingerprint: Base64.encode(key.signature(over: Array(device.id.string.utf8))))
        case .hash: DeviceBinding(fingerprint: Self.hash(device.id.string))
        case .plain: DeviceBinding(fingerprint: device.id.string)
        }
    }

    /// Whether the token is bound to the device. Fingerprints of every form are accepted, because the setting may have
    /// changed since the token was made. The shape of a fingerprint shows its form.
    package func matches(_ binding: DeviceBinding, _ device: Device) -> Bool {
        guard let form = form(of: binding.fingerprint.string, for: device.id.string) else { return false }
        return device.kind == .native || form == .plain
    }

    /// Returns the form in which the fingerprint was made from the identifier, or `nil` if it wasn't.
    private func form(of fingerprint: String, for id: String) -> DeviceBinding.Form? {
        let key = RecentReadings<DeviceBinding.Form>.Key(fingerprint, id)
        if let known = recentMatches[key] { return known }
        guard case .matches(let form) = Self.form(of: fingerprint, for: id, key: publicKey) else { return nil }
        recentMatches[key] = form
        return form
    }

    /// Returns whether a fingerprint was made from a device identifier, and in which form.
    ///
    /// - Parameter key: the key that verifies fingerprints that are signatures; without it the result for those is
    ///   `needsKey`.
    package static func form(of fingerprint: String, for id: String, key: RSAPublicKey?) -> Match {
        // Browsers never get an identifier this long, so the token is a native one.
        if let signature = Base64.decode(fingerprint), signature.count >= 128 {
            guard let key else { return .needsKey }
            return key.isValid(signature: signature, over: Array(id.utf8)) ? .matches(.signature) : .differs
        }
        if equal(fingerprint, hash(id)) { return .matches(.hash) }
        return equal(fingerprint, id) ? .matches(.plain) : .differs
    }

    /// The result of comparing a fingerprint with a device identifier.
    package enum Match: Hashable, Sendable {
        case matches(DeviceBinding.Form)
        case differs
        case needsKey
    }

    package func individualize(fingerprint: String) -> String {
        Hex.encode(Digest.sha256("individualization:\(fingerprint)".utf8).prefix(16))
    }

    /// Returns the lower-case hexadecimal SHA-1 of the identifier. If the identifier is a fingerprint in base64, its
    /// spaces count as `+`, which some clients forget to encode.
    package func publicIdentifier(of device: Device) -> String {
        let repaired = device.id.string.replacing(UInt8(ascii: " "), with: UInt8(ascii: "+"))
        let isSignature = (Base64.decode(repaired)?.count ?? 0) >= 128
        return Self.hash(isSignature ? repaired : device.id.string)
    }

    package func digest(ofIdentity identity: String) -> String {
        Hex.encode(Digest.sha256("identity:\(identity)".utf8))
    }

    private static func hash(_ id: String) -> String {
        Hex.encode(Digest.sha1(id.utf8))
    }

    private static func equal(_ left: String, _ right: String) -> Bool {
        ConstantTime.equal(Array(left.utf8), Array(right.utf8))
    }
}
