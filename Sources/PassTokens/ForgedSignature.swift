import PassCore
package import PassCrypto
import PassDomain

/// A wrong signature for a token whose text otherwise stays as it is, for tests of code that verifies tokens.
package enum ForgedSignature: Sendable {
    /// The signature of a key that isn't the service's.
    case foreign(RSAPrivateKey)
    /// The token's own signature with one bit changed.
    case altered

    /// Returns the token with the wrong signature; `nil` for a text that isn't a signed token.
    package func applied(to token: String) -> String? {
        if let envelope = try? SignedEnvelope(token) {
            let letters = Base64.encode(signature(envelope.signature, over: envelope.element))
            let tag = "<signatureInfo>"
            let rest = token.utf8.dropFirst(tag.utf8.count).drop { $0 != UInt8(ascii: "<") }
            return tag + letters + String(Substring(rest))
        }
        let parts = token.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 3, let own = Base64.decode(parts[2], .url) else { return nil }
        let signed = parts[0] + "." + parts[1]
        return signed + "." + Base64.encode(signature(own, over: Array(signed.utf8)), .url)
    }

    private func signature(_ own: [UInt8], over bytes: [UInt8]) -> [UInt8] {
        switch self {
        case .foreign(let key): return key.signature(over: bytes)
        case .altered:
            var altered = own
            if !altered.isEmpty { altered[altered.count / 2] ^= 1 }
            return altered
        }
    }
}
