import CPassOpenSSL

/// An RSA key that verifies what `RSAPrivateKey` signs. Any number of threads may use one value at once.
package struct RSAPublicKey: Sendable {
    let handle: KeyHandle
    /// The signatures that needn't be verified again, shared with the private key that makes them.
    let known = KnownSignatures()
    private let verifiers: Pool<RSAVerifier>

    /// Reads a key of at least 1024 bits from PEM text with a SubjectPublicKeyInfo (RFC 5280, section 4.1).
    package init(pem: [UInt8]) throws(CryptoError) {
        let handle = try KeyHandle(publicPEM: pem)
        try Self.requireSuitable(handle)
        self.init(handle)
    }

    /// Creates a key from OpenSSL's form.
    ///
    /// - Parameter handle: a suitable key, which may include the private half.
    init(_ handle: KeyHandle) {
        self.handle = handle
        verifiers = Pool { RSAVerifier(handle) }
    }

    /// The SubjectPublicKeyInfo as PEM text.
    package var pem: [UInt8] { handle.publicPEM }

    /// The SubjectPublicKeyInfo in DER.
    package var der: [UInt8] { handle.publicDER }

    /// The number of bits in the modulus; at least 1024.
    package var bits: Int { Int(EVP_PKEY_get_bits(handle.pointer)) }

    /// The number of bytes in a signature or an encrypted block.
    var blockSize: Int { Int(EVP_PKEY_get_size(handle.pointer)) }

    /// The number `n` without leading zeros, as in a JWK (RFC 7518, section 6.3.1.1).
    package var modulus: [UInt8] { handle.number(OSSL_PKEY_PARAM_RSA_N) }

    /// The number `e` without leading zeros, as in a JWK (RFC 7518, section 6.3.1.2).
    package var exponent: [UInt8] { handle.number(OSSL_PKEY_PARAM_RSA_E) }

    /// Whether the signature is valid for the message under this key (RSASSA-PKCS1-v1_5 with SHA-256, RFC 8017, section
    /// 8.2).
    package func isValid(signature: [UInt8], over message: [UInt8]) -> Bool {
        let digest = Digest.sha256(message)
        let mark = KnownSignatures.Mark(digest, signature)
        if known.contains(mark) { return true }
        guard verifiers.lend({ $0.isValid(signature, of: digest) }) == true else { return false }
        known.insert(mark)
        return true
    }

    /// Throws unless the key is plain RSA (not RSASSA-PSS) with a modulus of at least 1024 bits.
    static func requireSuitable(_ handle: KeyHandle) throws(CryptoError) {
        guard EVP_PKEY_get_base_id(handle.pointer) == EVP_PKEY_RSA else {
            throw CryptoError(.unsuitableKey, "The key isn't an RSA key.")
        }
        let bits = EVP_PKEY_get_bits(handle.pointer)
        guard bits >= 1024 else {
            throw CryptoError(.unsuitableKey, "The RSA key has \(bits) bits; at least 1024 are needed.")
        }
    }
}

extension RSAPublicKey: Equatable {
    package static func == (left: RSAPublicKey, right: RSAPublicKey) -> Bool {
        EVP_PKEY_eq(left.handle.pointer, right.handle.pointer) == 1
    }
}

/// A context that is ready to verify. Sendable because the pool lends it to one caller at a time.
private final class RSAVerifier: @unchecked Sendable {
    private let context: OpaquePointer

    init?(_ key: KeyHandle) {
        guard let context = EVP_PKEY_CTX_new_from_pkey(nil, key.pointer, nil) else { return nil }
        self.context = context
        guard EVP_PKEY_verify_init(context) == 1, EVP_PKEY_CTX_set_rsa_padding(context, RSA_PKCS1_PADDING) == 1,
            EVP_PKEY_CTX_set_signature_md(context, OpenSSLLibrary.sha256.method) == 1
        else { return nil }
    }

    deinit {
        EVP_PKEY_CTX_free(context)
    }

    func isValid(_ signature: [UInt8], of digest: [UInt8]) -> Bool {
        defer { ERR_clear_error() }
        return EVP_PKEY_verify(context, signature, signature.count, digest, digest.count) == 1
    }
}
