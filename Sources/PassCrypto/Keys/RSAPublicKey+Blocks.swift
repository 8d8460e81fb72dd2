import CPassOpenSSL

/// RSA on single padded blocks, for peers whose formats need other operations than signatures with SHA-256.
extension RSAPublicKey {
    /// Recovers the data that was signed: the payload of a block of type 1 (EMSA-PKCS1-v1_5, RFC 8017, section 9.2).
    ///
    /// The payload is a `DigestInfo`, or the message itself if the signer doesn't hash. The caller has to know which.
    ///
    /// - Returns: `nil` if the signature isn't as long as the modulus, or has other padding.
    package func recover(_ signature: [UInt8]) -> [UInt8]? {
        guard signature.count == blockSize else { return nil }
        return withContext { context in
            guard EVP_PKEY_verify_recover_init(context) == 1,
                EVP_PKEY_CTX_set_rsa_padding(context, RSA_PKCS1_PADDING) == 1
            else { return nil }
            var count = blockSize
            var payload = [UInt8](repeating: 0, count: count)
            guard EVP_PKEY_verify_recover(context, &payload, &count, signature, signature.count) == 1 else {
                return nil
            }
            return Array(payload.prefix(count))
        }
    }

    /// Encrypts a message with RSAES-PKCS1-v1_5 (RFC 8017, section 7.2) in pieces, one block for each.
    ///
    /// A piece is as long as a block can hold: eleven bytes less than the modulus. An empty message is one block.
    ///
    /// - Returns: `nil` if the key's numbers can't encrypt.
    package func encrypt(_ message: [UInt8]) -> [UInt8]? {
        let longest = blockSize - 11
        return withContext { context in
            guard EVP_PKEY_encrypt_init(context) == 1, EVP_PKEY_CTX_set_rsa_padding(context, RSA_PKCS1_PADDING) == 1
            else { return nil }
            var blocks: [UInt8] = []
            for start in stride(from: 0, to: max(1, message.count), by: longest) {
                let piece = Array(message[start..<min(message.count, start + longest)])
                var count = blockSize
                var block = [UInt8](repeating: 0, count: count)
                guard EVP_PKEY_encrypt(context, &block, &count, piece, piece.count) == 1, count == blockSize else {
                    return nil
                }
                blocks += block
            }
            return blocks
        }
    }

    private func withContext(_ body: (OpaquePointer) -> [UInt8]?) -> [UInt8]? {
        guard let context = EVP_PKEY_CTX_new_from_pkey(nil, handle.pointer, nil) else { return nil }
        defer {
            EVP_PKEY_CTX_free(context)
            ERR_clear_error()
        }
        return body(context)
    }
}
