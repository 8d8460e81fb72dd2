import CPassOpenSSL

/// The owner of one OpenSSL key of any algorithm, private or public.
///
/// Sendable because it never changes after `init`. OpenSSL counts references and caches derived values under its own
/// locks. Signing takes such a lock each time, which is why `RSAPrivateKey` signs with copies.
final class KeyHandle: @unchecked Sendable {
    let pointer: OpaquePointer

    /// Takes over the caller's reference.
    init(owning pointer: OpaquePointer) {
        self.pointer = pointer
    }

    deinit {
        EVP_PKEY_free(pointer)
    }

    /// Reads the first private key in PEM text, in PKCS#8 (RFC 5958) or the algorithm's own older form. Encrypted keys
    /// are refused.
    convenience init(privatePEM pem: [UInt8]) throws(CryptoError) {
        let pointer = PEMText.read(pem) { bio in
            // Without this callback OpenSSL would ask for the password on the terminal.
            PEM_read_bio_PrivateKey(bio, nil, { _, _, _, _ in -1 }, nil)
        }
        guard let pointer else {
            throw .drainingQueue(.unreadableKey, "The text has no private key that can be read without a password.")
        }
        self.init(owning: pointer)
    }

    /// Reads the first public key in PEM text, as a SubjectPublicKeyInfo (RFC 5280, section 4.1).
    convenience init(publicPEM pem: [UInt8]) throws(CryptoError) {
        guard let pointer = PEMText.read(pem, { PEM_read_bio_PUBKEY($0, nil, { _, _, _, _ in -1 }, nil) }) else {
            throw .drainingQueue(.unreadableKey, "The text has no public key.")
        }
        self.init(owning: pointer)
    }

    /// The private key as PKCS#8 PEM text, not encrypted.
    var privatePEM: [UInt8] {
        PEMText.write { PEM_write_bio_PKCS8PrivateKey($0, pointer, nil, nil, 0, nil, nil) }
    }

    var publicPEM: [UInt8] {
        PEMText.write { PEM_write_bio_PUBKEY($0, pointer) }
    }

    var publicDER: [UInt8] {
        let size = Int(i2d_PUBKEY(pointer, nil))
        return [UInt8](unsafeUninitializedCapacity: max(0, size)) { bytes, count in
            var position = bytes.baseAddress
            count = max(0, Int(i2d_PUBKEY(pointer, &position)))
        }
    }

    /// Returns one of the key's numbers by OpenSSL's name for it, most significant byte first, without leading zeros.
    func number(_ name: String) -> [UInt8] {
        var number: OpaquePointer?
        guard EVP_PKEY_get_bn_param(pointer, name, &number) == 1, let number else {
            preconditionFailure("Every key of this algorithm has the number \(name).")
        }
        defer { BN_free(number) }
        let size = (Int(BN_num_bits(number)) + 7) / 8
        return [UInt8](unsafeUninitializedCapacity: size) { bytes, count in
            count = Int(BN_bn2bin(number, bytes.baseAddress))
        }
    }
}
