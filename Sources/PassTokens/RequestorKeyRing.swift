import PassCore
package import PassCrypto
package import PassDomain

/// The RSA keys of the requestors' registered certificates.
package struct RequestorKeyRing: RequestorKeys {
    private let keys: [RequestorID: [RSAPublicKey]]
    private let serviceTokenKeys: [RequestorID: [RSAPublicKey]]
    private let fallback: @Sendable () -> RSAPublicKey

    /// The maximum length of a signature's text, in bytes. A signature of 512 bytes takes 2,052 bytes in base64 with
    /// every character escaped.
    private static let longestSignature = 4096

    /// Creates a key ring after checking the keys.
    ///
    /// - Parameters:
    ///   - keys: the keys of each requestor that has any. The first one encrypts, and each of them verifies.
    ///   - serviceTokenKeys: the keys with which requestors' own identity services sign tokens.
    ///   - fallback: returns the key of every other requestor. It is called whenever that key is needed.
    /// - Throws: `.unsuitableKey` for a key of more than 4096 bits, or one that can't encrypt.
    package init(
        _ keys: [RequestorID: [RSAPublicKey]], serviceTokenKeys: [RequestorID: [RSAPublicKey]] = [:],
        fallback: @escaping @Sendable () -> RSAPublicKey
    ) throws(CryptoError) {
        for key in keys.values.joined() { try Self.check(key) }
        self.keys = keys
        self.serviceTokenKeys = serviceTokenKeys
        self.fallback = fallback
    }

    /// Whether the text is the requestor's identifier signed with one of its keys.
    ///
    /// Three forms are accepted (legacy protocol, "signed_requestor_id"): PKCS #1 v1.5 with SHA-256, PKCS #1 v1.5 with
    /// SHA-1, and the identifier itself in a padded block, as old iOS apps sign it.
    package func isSigned(_ requestor: RequestorID, by text: String) -> Bool {
        guard let signature = Self.signature(text) else { return false }
        let id = Array(requestor.rawValue.utf8)
        let payloads = [
            Self.sha256Prefix + Digest.sha256(id), Self.sha1Prefix + Digest.sha1(id), id,
        ]
        return keys(of: requestor).contains { key in
            guard let signed = key.recover(signature) else { return false }
            return payloads.contains(signed)
        }
    }

    package func isSignedServiceToken(_ token: String, of requestor: RequestorID) -> Bool? {
        guard let keys = serviceTokenKeys[requestor], !keys.isEmpty else { return nil }
        guard let token = try? JSONWebToken(token) else { return false }
        return keys.contains { token.isSigned(by: $0) }
    }

    package func encrypt(_ text: String, for requestor: RequestorID) -> String {
        guard let blocks = keys(of: requestor)[0].encrypt(Array(text.utf8)) else {
            preconditionFailure("A key that encrypted when it was loaded can't encrypt: OpenSSL is out of memory.")
        }
        return Base64.encode(blocks)
    }

    private func keys(of requestor: RequestorID) -> [RSAPublicKey] {
        guard let own = keys[requestor], !own.isEmpty else { return [fallback()] }
        return own
    }

    /// Decodes a signature from base64. The text may have the line breaks that Android inserts. Some apps escape `+`
    /// once too often and others not at all, so `%2B` and a space count as `+`.
    private static func signature(_ text: String) -> [UInt8]? {
        guard text.utf8.count <= longestSignature else { return nil }
        let letters = text.replacing("%2B", with: "+").replacing("%2b", with: "+").replacing(" ", with: "+")
        return Base64.decode(letters.filter { !$0.isNewline && $0 != "\t" })
    }

    /// Throws `.unsuitableKey` for a key of more than 4096 bits, or one that can't encrypt.
    package static func check(_ key: RSAPublicKey) throws(CryptoError) {
        guard key.bits <= 4096 else {
            throw CryptoError(.unsuitableKey, "The RSA key has \(key.bits) bits; at most 4096 are supported.")
        }
        guard key.encrypt([]) != nil else {
            throw CryptoError(.unsuitableKey, "The RSA key is damaged: nothing can be encrypted with it.")
        }
    }

    /// The `DigestInfo` up to the digest (RFC 8017, section 9.2, note 1).
    private static let sha256Prefix: [UInt8] = [
        0x30, 0x31, 0x30, 0x0D, 0x06, 0x09, 0x60, 0x86, 0x48, 0x01, 0x65, 0x03, 0x04, 0x02, 0x01, 0x05, 0x00, 0x04,
        0x20,
    ]
    private static let sha1Prefix: [UInt8] = [
        0x30, 0x21, 0x30, 0x09, 0x06, 0x05, 0x2B, 0x0E, 0x03, 0x02, 0x1A, 0x05, 0x00, 0x04, 0x14,
    ]
}
