import CPassOpenSSL
package import PassCore

/// An X.509 certificate (RFC 5280).
package struct Certificate: Sendable {
    let handle: CertificateHandle
    package let notBefore: Timestamp
    package let notAfter: Timestamp

    /// Reads the first certificate in PEM text.
    package init(pem: [UInt8]) throws(CryptoError) {
        guard let pointer = PEMText.read(pem, { PEM_read_bio_X509($0, nil, { _, _, _, _ in -1 }, nil) }) else {
            throw .drainingQueue(.unreadableCertificate, "The text has no readable certificate.")
        }
        self.init(CertificateHandle(owning: pointer))
    }

    init(_ handle: CertificateHandle) {
        self.handle = handle
        notBefore = Self.timestamp(X509_get0_notBefore(handle.pointer))
        notAfter = Self.timestamp(X509_get0_notAfter(handle.pointer))
    }

    package var pem: [UInt8] {
        PEMText.write { PEM_write_bio_X509($0, handle.pointer) }
    }

    /// The subject's first common name; `nil` if it has none.
    var commonName: String? {
        let subject = X509_get_subject_name(handle.pointer)
        let index = X509_NAME_get_index_by_NID(subject, NID_commonName, -1)
        guard index >= 0 else { return nil }
        var text: UnsafeMutablePointer<UInt8>?
        let count = ASN1_STRING_to_UTF8(&text, X509_NAME_ENTRY_get_data(X509_NAME_get_entry(subject, index)))
        defer { CPassOpenSSL_OPENSSL_free(text) }
        guard count >= 0, let text else { return nil }
        return String(decoding: UnsafeBufferPointer(start: text, count: Int(count)), as: UTF8.self)
    }

    package var der: [UInt8] {
        let size = Int(i2d_X509(handle.pointer, nil))
        return [UInt8](unsafeUninitializedCapacity: max(0, size)) { bytes, count in
            var position = bytes.baseAddress
            count = max(0, Int(i2d_X509(handle.pointer, &position)))
        }
    }

    /// Converts a time. A malformed time counts as 1970, so that a malformed certificate is expired rather than valid
    /// for ever.
    private static func timestamp(_ time: UnsafePointer<ASN1_TIME>?) -> Timestamp {
        var parts = tm()
        guard let time, ASN1_TIME_to_tm(time, &parts) == 1 else { return Timestamp(milliseconds: 0) }
        return CivilTime.timestamp(
            year: Int(parts.tm_year) + 1900, month: Int(parts.tm_mon) + 1, day: Int(parts.tm_mday),
            hour: Int(parts.tm_hour), minute: Int(parts.tm_min), second: Int(parts.tm_sec))
            ?? Timestamp(milliseconds: 0)
    }
}

extension Certificate: Equatable {
    package static func == (left: Certificate, right: Certificate) -> Bool {
        X509_cmp(left.handle.pointer, right.handle.pointer) == 0
    }
}

/// The owner of one OpenSSL certificate.
///
/// Sendable because it never changes once it is signed or read. OpenSSL counts references and caches what it parsed
/// under its own locks.
final class CertificateHandle: @unchecked Sendable {
    let pointer: OpaquePointer

    /// Takes over the caller's reference.
    init(owning pointer: OpaquePointer) {
        self.pointer = pointer
    }

    deinit {
        X509_free(pointer)
    }
}

extension RSAPublicKey {
    /// Takes the key from a certificate. The certificate's issuer and validity aren't checked.
    ///
    /// - Throws: `.unsuitableKey` unless the key is RSA of at least 1024 bits.
    package init(_ certificate: Certificate) throws(CryptoError) {
        guard let pointer = X509_get_pubkey(certificate.handle.pointer) else {
            throw .drainingQueue(.unreadableKey, "The certificate's public key can't be read.")
        }
        let handle = KeyHandle(owning: pointer)
        try Self.requireSuitable(handle)
        self.init(handle)
    }
}
