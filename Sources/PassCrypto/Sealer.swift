import CPassOpenSSL

/// Authenticated encryption under one secret. The bearer of a sealed text can neither read nor change it.
///
/// The algorithm is AES-256-GCM (NIST SP 800-38D) with a synthetic nonce: the first 12 bytes of an HMAC-SHA-256 over
/// context and text. Equal texts with equal contexts therefore seal to equal bytes, so that a World with the same seed
/// produces the same output. Different texts get different nonces, except for a chance of one in 2⁹⁶. The sealed bytes
/// are the nonce, the encrypted text (as long as the original) and a tag of 16 bytes.
///
/// An observer of two sealed texts can tell whether the texts are equal.
package struct Sealer: Sendable {
    private static let nonceSize = 12
    private static let tagSize = 16

    private let encryptionKey: [UInt8]
    private let nonceKey: [UInt8]

    /// Derives the encryption key and the nonce key from a secret.
    ///
    /// - Parameter secret: must have 32 bytes.
    package init(secret: [UInt8]) {
        precondition(secret.count == 32, "a sealing secret has 32 bytes")
        encryptionKey = MessageAuthentication.sha256(key: secret, Array("pass-simulator sealing: encryption".utf8))
        nonceKey = MessageAuthentication.sha256(key: secret, Array("pass-simulator sealing: nonce".utf8))
    }

    /// Seals the text, so that it opens only with the same context.
    ///
    /// - Parameter context: the purpose of the text. It is authenticated but not contained in the result.
    package func seal(_ plaintext: [UInt8], context: String) -> [UInt8] {
        let nonce = nonce(for: plaintext, context)
        guard let (ciphertext, tag) = Self.encrypt(plaintext, Array(context.utf8), key: encryptionKey, nonce) else {
            preconditionFailure("OpenSSL can't encrypt: it is out of memory.")
        }
        return nonce + ciphertext + tag
    }

    /// Returns the text, or `nil` if a byte was changed, or if the text was sealed with another context or secret.
    package func open(_ sealed: [UInt8], context: String) -> [UInt8]? {
        guard sealed.count >= Self.nonceSize + Self.tagSize else { return nil }
        return Self.decrypt(
            Array(sealed.dropFirst(Self.nonceSize).dropLast(Self.tagSize)), Array(context.utf8),
            tag: Array(sealed.suffix(Self.tagSize)), key: encryptionKey, Array(sealed.prefix(Self.nonceSize)))
    }

    /// Derives the nonce. The context is hashed with its length: otherwise `ab` + `c` and `a` + `bc` would share a
    /// nonce, which breaks GCM.
    private func nonce(for plaintext: [UInt8], _ context: String) -> [UInt8] {
        let length = UInt64(context.utf8.count)
        let framed = stride(from: 56, through: 0, by: -8).map { UInt8(truncatingIfNeeded: length >> UInt64($0)) }
        let code = MessageAuthentication.sha256(key: nonceKey, framed + Array(context.utf8) + plaintext)
        return Array(code.prefix(Self.nonceSize))
    }

    private static func encrypt(
        _ plaintext: [UInt8], _ associated: [UInt8], key: [UInt8], _ nonce: [UInt8]
    ) -> (ciphertext: [UInt8], tag: [UInt8])? {
        guard let context = EVP_CIPHER_CTX_new() else { return nil }
        defer { EVP_CIPHER_CTX_free(context) }
        var ciphertext = [UInt8](repeating: 0, count: plaintext.count)
        var tag = [UInt8](repeating: 0, count: tagSize)
        var count: Int32 = 0
        guard EVP_EncryptInit_ex2(context, OpenSSLLibrary.aes256GCM.method, key, nonce, nil) == 1,
            EVP_EncryptUpdate(context, nil, &count, associated, Int32(clamping: associated.count)) == 1,
            EVP_EncryptUpdate(context, &ciphertext, &count, plaintext, Int32(clamping: plaintext.count)) == 1,
            EVP_EncryptFinal_ex(context, nil, &count) == 1,
            EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_GET_TAG, Int32(tagSize), &tag) == 1
        else { return nil }
        return (ciphertext, tag)
    }

    private static func decrypt(
        _ ciphertext: [UInt8], _ associated: [UInt8], tag: [UInt8], key: [UInt8], _ nonce: [UInt8]
    ) -> [UInt8]? {
        guard let context = EVP_CIPHER_CTX_new() else { return nil }
        defer {
            EVP_CIPHER_CTX_free(context)
            ERR_clear_error()
        }
        var plaintext = [UInt8](repeating: 0, count: ciphertext.count)
        var tag = tag
        var count: Int32 = 0
        guard EVP_DecryptInit_ex2(context, OpenSSLLibrary.aes256GCM.method, key, nonce, nil) == 1,
            EVP_DecryptUpdate(context, nil, &count, associated, Int32(clamping: associated.count)) == 1,
            EVP_DecryptUpdate(context, &plaintext, &count, ciphertext, Int32(clamping: ciphertext.count)) == 1,
            EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_SET_TAG, Int32(tagSize), &tag) == 1,
            EVP_DecryptFinal_ex(context, nil, &count) == 1
        else { return nil }
        return plaintext
    }
}
