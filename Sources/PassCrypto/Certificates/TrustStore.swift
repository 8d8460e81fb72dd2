import CPassOpenSSL

/// One trusted certificate in a PKCS #12 file (RFC 7292).
///
/// The certificate is public, so nothing is encrypted. The password only guards against accidental change. Java trusts
/// a certificate without a private key only if it has Oracle's attribute `trustedKeyUsage`, and ignores it otherwise.
struct TrustStore {
    /// The friendly name, under which Java lists the entry.
    var alias: String
    var certificate: Certificate
    var salt: [UInt8]

    private static let trustedKeyUsage = "2.16.840.1.113894.746875.1.1"
    private static let anyExtendedKeyUsage = "2.5.29.37.0"
    private static let iterations: Int32 = 2048

    /// Returns the file's bytes.
    func der(_ password: String) throws(CryptoError) -> [UInt8] {
        OpenSSLLibrary.prepare()
        ERR_clear_error()
        var bags: OpaquePointer?
        defer { CPassOpenSSL_sk_PKCS12_SAFEBAG_pop_free(bags) }
        guard let bag = PKCS12_add_cert(&bags, certificate.handle.pointer),
            PKCS12_add_friendlyname_utf8(bag, alias, -1) == 1, addTrust(to: bag)
        else { throw failure("the entry") }
        var safes: OpaquePointer?
        defer { CPassOpenSSL_sk_PKCS7_pop_free(safes) }
        guard PKCS12_add_safe(&safes, bags, -1, 0, nil) == 1, let store = PKCS12_add_safes(safes, 0) else {
            throw failure("the contents")
        }
        defer { PKCS12_free(store) }
        // The MAC uses SHA-1, because every Java version reads it. Versions before 8u301 refuse a file with SHA-256.
        var salt = salt
        guard
            PKCS12_set_mac(
                store, password, -1, &salt, Int32(clamping: salt.count), Self.iterations, OpenSSLLibrary.sha1.method)
                == 1
        else { throw failure("the integrity check") }
        let size = Int(i2d_PKCS12(store, nil))
        guard size > 0 else { throw failure("the file") }
        return [UInt8](unsafeUninitializedCapacity: size) { bytes, count in
            var position = bytes.baseAddress
            count = max(0, Int(i2d_PKCS12(store, &position)))
        }
    }

    /// Marks the certificate as trusted for every purpose. The bag must have an attribute already.
    private func addTrust(to bag: OpaquePointer) -> Bool {
        let kind = OBJ_txt2obj(Self.trustedKeyUsage, 1)
        let usage = OBJ_txt2obj(Self.anyExtendedKeyUsage, 1)
        defer {
            ASN1_OBJECT_free(kind)
            ASN1_OBJECT_free(usage)
        }
        guard let kind, let usage else { return false }
        // OpenSSL 3.0 has no call that adds an attribute of this kind to a bag, but it can add one to an existing list.
        var attributes = PKCS12_SAFEBAG_get0_attrs(bag)
        return attributes != nil
            && X509at_add1_attr_by_OBJ(&attributes, kind, V_ASN1_OBJECT, UnsafePointer<UInt8>(usage), -1) != nil
    }

    private func failure(_ part: String) -> CryptoError {
        .drainingQueue(.creationFailed, "OpenSSL can't make a trust store: \(part) failed.")
    }
}
