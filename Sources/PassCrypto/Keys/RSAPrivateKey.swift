import CPassOpenSSL
import Dispatch
import PassCore

/// An RSA key that signs (RSASSA-PKCS1-v1_5 with SHA-256). Any number of threads may use one value at once.
package struct RSAPrivateKey: Sendable {
    package let publicKey: RSAPublicKey
    let handle: KeyHandle
    private let signers: Pool<RSASigner>

    /// Creates a new key. For 2048 bits this takes about a tenth of a second, so never call it on an event loop.
    package static func generate(bits: Int = 2048) throws(CryptoError) -> RSAPrivateKey {
        OpenSSLLibrary.prepare()
        ERR_clear_error()
        guard bits >= 1024, let pointer = CPassOpenSSL_EVP_RSA_gen(bits) else {
            throw .drainingQueue(.creationFailed, "OpenSSL can't make an RSA key of \(bits) bits.")
        }
        return try RSAPrivateKey(KeyHandle(owning: pointer))
    }

    /// Reads a key of at least 1024 bits from PEM text in PKCS#8 or PKCS#1 form.
    ///
    /// A damaged key is refused here, rather than discovered later through a bad signature.
    package init(pem: [UInt8]) throws(CryptoError) {
        OpenSSLLibrary.prepare()
        if let key = PKCS8RSAKey(pem: pem)?.makeKey() {
            try self.init(KeyHandle(owning: key))
        } else {
            try self.init(KeyHandle(privatePEM: pem))
        }
        guard handle.hasConsistentNumbers ?? canSign else {
            throw .drainingQueue(.unreadableKey, "The RSA key is damaged: its numbers don't match each other.")
        }
    }

    /// Whether the public key verifies what the private key signs. This takes a millisecond.
    private var canSign: Bool {
        let probe = Array("pass-simulator".utf8)
        // This doesn't call `signature(over:)`, which would record the signature as known. A known signature isn't
        // verified.
        guard let signer = RSASigner(copying: handle), let signature = signer.signature(of: Digest.sha256(probe))
        else { return false }
        return publicKey.isValid(signature: signature, over: probe)
    }

    /// Reads several keys in parallel. The results are in the order of the texts.
    ///
    /// - Parameter other: other work to do at the same time. It starts first, because it takes longer.
    static func readAll(
        _ texts: [[UInt8]], beside other: @Sendable () -> Void = {}
    ) -> [Result<RSAPrivateKey, CryptoError>] {
        let results = Guarded<[Int: Result<RSAPrivateKey, CryptoError>]>([:])
        DispatchQueue.concurrentPerform(iterations: texts.count + 1) { index in
            guard index > 0 else { return other() }
            let result = Result { () throws(CryptoError) in try RSAPrivateKey(pem: texts[index - 1]) }
            results.withLock { $0[index - 1] = result }
        }
        return results.withLock { results in texts.indices.compactMap { results[$0] } }
    }

    private init(_ handle: KeyHandle) throws(CryptoError) {
        try RSAPublicKey.requireSuitable(handle)
        publicKey = RSAPublicKey(handle)
        self.handle = handle
        signers = Pool { RSASigner(copying: handle) }
    }

    /// The key as PKCS#8 PEM text, not encrypted.
    package var pem: [UInt8] { handle.privatePEM }

    /// Returns the signature (RFC 8017, section 8.2), which is as long as the modulus. This takes about 0.2 ms for 2048
    /// bits.
    package func signature(over message: [UInt8]) -> [UInt8] {
        let digest = Digest.sha256(message)
        guard let signature = signers.lend({ $0.signature(of: digest) }) else {
            preconditionFailure("A key that signed when it was loaded can't sign: OpenSSL is out of memory.")
        }
        publicKey.known.insert(.init(digest, signature))
        return signature
    }
}

/// A copy of a key with a context that is ready to sign.
///
/// Every thread signs with a copy of its own, because OpenSSL locks the key for each signature. Sendable because the
/// pool lends it to one caller at a time.
private final class RSASigner: @unchecked Sendable {
    private let key: KeyHandle
    private let context: OpaquePointer

    init?(copying original: KeyHandle) {
        // Another reference to the original wouldn't do: it would share the lock that the copy avoids.
        guard let copy = EVP_PKEY_dup(original.pointer) else { return nil }
        key = KeyHandle(owning: copy)
        guard let context = EVP_PKEY_CTX_new_from_pkey(nil, copy, nil) else { return nil }
        self.context = context
        guard EVP_PKEY_sign_init(context) == 1, EVP_PKEY_CTX_set_rsa_padding(context, RSA_PKCS1_PADDING) == 1,
            EVP_PKEY_CTX_set_signature_md(context, OpenSSLLibrary.sha256.method) == 1
        else { return nil }
    }

    deinit {
        EVP_PKEY_CTX_free(context)
    }

    /// Returns the signature over a SHA-256 digest, or `nil` if OpenSSL can't sign.
    func signature(of digest: [UInt8]) -> [UInt8]? {
        var size = Int(EVP_PKEY_get_size(key.pointer))
        return withUnsafeTemporaryAllocation(of: UInt8.self, capacity: size) { signature in
            guard EVP_PKEY_sign(context, signature.baseAddress, &size, digest, digest.count) == 1,
                size == signature.count
            else { return nil }
            return Array(signature)
        }
    }
}
