import PassCore
package import PassCrypto
package import PassDomain

/// Binds tokens to devices by the fingerprint that they carry (legacy protocol, "Device ID").
///
/// RSASSA-PKCS1-v1_5 is deterministic, so "apply the private key and compare", as the service describes its check, gives
/// the same answer as verifying with the public key, which is sixteen times cheaper.
package struct DeviceFingerprints: DeviceSealer {
    private let key: RSAPrivateKey
    private let publicKey: RSAPublicKey
    private let form: DeviceBinding.Form
    private let recentMatches = RecentReadings<DeviceBinding.Form>()

    /// - Parameter form: how native tokens are bound; web tokens carry their device identifier as it is.
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

    /// Tokens of every form are matched, since the form may have been changed after they were made; which one it is
    /// shows from the fingerprint's shape.
    package func matches(_ binding: DeviceBinding, _ device: Device) -> Bool {
        guard let form = form(of: binding.fingerprint.string, for: device.id.string) else { return false }
        return device.kind == .native || form == .plain
    }

    /// The form in which the fingerprint was made from that identifier; `nil` when it wasn't.
    private func form(of fingerprint: String, for id: String) -> DeviceBinding.Form? {
        let key = RecentReadings<DeviceBinding.Form>.Key(fingerprint, id)
        if let known = recentMatches[key] { return known }
        guard case .matches(let form) = Self.form(of: fingerprint, for: id, key: publicKey) else { return nil }
        recentMatches[key] = form
        return form
    }

    /// Whether a fingerprint was made from a device identifier, and how.
    ///
    /// - Parameter key: without it, those that are signatures can't be told.
    package static func form(of fingerprint: String, for id: String, key: RSAPublicKey?) -> Match {
        // So long an identifier is never given to a browser: this is a native token's.
        if let signature = Base64.decode(fingerprint), signature.count >= 128 {
            guard let key else { return .needsKey }
            return key.isValid(signature: signature, over: Array(id.utf8)) ? .matches(.signature) : .differs
        }
        if equal(fingerprint, hash(id)) { return .matches(.hash) }
        return equal(fingerprint, id) ? .matches(.plain) : .differs
    }

    package enum Match: Hashable, Sendable {
        case matches(DeviceBinding.Form)
        case differs
        case needsKey
    }

    package func individualize(fingerprint: String) -> String {
        Hex.encode(Digest.sha256("individualization:\(fingerprint)".utf8).prefix(16))
    }

    /// Lower-case hexadecimal SHA-1. In a fingerprint in base64, a space stands for the `+` that a client forgot to encode.
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
