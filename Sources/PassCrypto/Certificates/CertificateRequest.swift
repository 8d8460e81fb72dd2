import CPassOpenSSL
import PassCore

/// The contents of a new certificate; `certificate()` creates and signs it.
struct CertificateRequest {
    /// The subject's common name; `nil` for an empty subject.
    var commonName: String?
    /// The serial number, positive, in at most 20 octets, most significant byte first; `nil` for a random one.
    var serialNumber: [UInt8]?
    var names: [CertificateName]
    var key: KeyHandle
    /// The signer; `nil` for a self-signed certificate.
    var issuer: (certificate: CertificateHandle, key: KeyHandle)?
    var notBefore: Timestamp
    var notAfter: Timestamp
    /// The extensions in OpenSSL's configuration syntax. They are constants, because input from outside must never get
    /// into that syntax.
    var extensions: [(kind: Int32, value: StaticString)]
    /// The hosts that an authority's certificate vouches for; `nil` for all hosts. A host's certificate has none.
    var constraints: NameConstraints?

    /// Creates and signs the certificate.
    func certificate() throws(CryptoError) -> Certificate {
        OpenSSLLibrary.prepare()
        ERR_clear_error()
        guard let pointer = X509_new() else { throw failure("a certificate") }
        let handle = CertificateHandle(owning: pointer)
        try setFields(of: pointer)
        try addExtensions(to: pointer)
        try addNames(to: pointer)
        try addConstraints(to: pointer)
        guard X509_sign(pointer, (issuer?.key ?? key).pointer, OpenSSLLibrary.sha256.method) > 0 else {
            throw failure("the signature")
        }
        return try Self.read(handle)
    }

    /// Encodes the certificate and returns what OpenSSL reads from the encoding.
    ///
    /// OpenSSL stores the encoding of a certificate that it has read, but in each TLS handshake it would encode a
    /// certificate that was built field by field again.
    private static func read(_ handle: CertificateHandle) throws(CryptoError) -> Certificate {
        let der = Certificate(handle).der
        let pointer = der.withUnsafeBufferPointer { bytes in
            var position = bytes.baseAddress
            return d2i_X509(nil, &position, bytes.count)
        }
        guard let pointer else { throw .drainingQueue(.creationFailed, "OpenSSL can't read the certificate it made.") }
        return Certificate(CertificateHandle(owning: pointer))
    }

    private func setFields(of certificate: OpaquePointer) throws(CryptoError) {
        guard X509_set_version(certificate, Int(X509_VERSION_3)) == 1, setSerialNumber(of: certificate),
            ASN1_TIME_set(X509_getm_notBefore(certificate), time_t(notBefore.seconds)) != nil,
            ASN1_TIME_set(X509_getm_notAfter(certificate), time_t(notAfter.seconds)) != nil,
            X509_set_pubkey(certificate, key.pointer) == 1
        else { throw failure("its validity or key") }
        if let commonName {
            let bytes = Array(commonName.utf8)
            let subject = X509_get_subject_name(certificate)
            guard
                X509_NAME_add_entry_by_NID(
                    subject, NID_commonName, MBSTRING_UTF8, bytes, Int32(clamping: bytes.count), -1, 0) == 1
            else { throw failure("the subject \(commonName)") }
        }
        let issuerName = X509_get_subject_name(issuer?.certificate.pointer ?? certificate)
        guard X509_set_issuer_name(certificate, issuerName) == 1 else { throw failure("the issuer") }
    }

    /// Sets the given serial number, or a random one of 159 bits, which is positive, fits in 20 octets, and is
    /// practically unique (RFC 5280, section 4.1.2.2).
    private func setSerialNumber(of certificate: OpaquePointer) -> Bool {
        guard let number = BN_new() else { return false }
        defer { BN_free(number) }
        let isMade =
            if let serialNumber {
                BN_bin2bn(serialNumber, Int32(clamping: serialNumber.count), number) != nil
            } else {
                BN_rand(number, 159, BN_RAND_TOP_ANY, BN_RAND_BOTTOM_ANY) == 1
            }
        return isMade && BN_to_ASN1_INTEGER(number, X509_get_serialNumber(certificate)) != nil
    }

    private func addExtensions(to certificate: OpaquePointer) throws(CryptoError) {
        var context = X509V3_CTX()
        X509V3_set_ctx(&context, issuer?.certificate.pointer ?? certificate, certificate, nil, nil, 0)
        for (kind, value) in extensions {
            guard let made = X509V3_EXT_nconf_nid(nil, &context, kind, "\(value)") else {
                throw failure("the extension \(value)")
            }
            defer { X509_EXTENSION_free(made) }
            guard X509_add_ext(certificate, made, -1) == 1 else { throw failure("the extension \(value)") }
        }
    }

    /// Adds the subjectAltName. It is critical if there is no subject (RFC 5280, section 4.2.1.6).
    private func addNames(to certificate: OpaquePointer) throws(CryptoError) {
        guard !names.isEmpty else { return }
        guard let list = CPassOpenSSL_sk_GENERAL_NAME_new_null() else { throw failure("the names") }
        defer { GENERAL_NAMES_free(list) }
        for name in names {
            guard let entry = name.generalName else { throw failure("the name \(name.text)") }
            guard CPassOpenSSL_sk_GENERAL_NAME_push(list, entry) > 0 else {
                GENERAL_NAME_free(entry)
                throw failure("the names")
            }
        }
        let isCritical: Int32 = commonName == nil ? 1 : 0
        guard X509_add1_ext_i2d(certificate, NID_subject_alt_name, UnsafeMutableRawPointer(list), isCritical, 0) == 1
        else { throw failure("the names") }
    }

    /// Adds the name constraints, which have to be critical (RFC 5280, section 4.2.1.10).
    private func addConstraints(to certificate: OpaquePointer) throws(CryptoError) {
        guard let constraints else { return }
        let isAdded = constraints.withExtension { X509_add1_ext_i2d(certificate, NID_name_constraints, $0, 1, 0) == 1 }
        guard isAdded else { throw failure("the name constraints") }
    }

    private func failure(_ part: String) -> CryptoError {
        .drainingQueue(.creationFailed, "OpenSSL can't make a certificate: \(part) failed.")
    }
}
