import CPassOpenSSL
package import PassCore

/// The root that signs the server's leaf certificates. Clients that trust the root accept this server as any host that
/// the root vouches for.
package final class CertificateAuthority: Sendable {
    package let certificate: Certificate
    /// The hosts for which clients accept the authority's leaves; `nil` means all hosts.
    package let constraints: NameConstraints?
    private let key: ECPrivateKey

    /// Creates a self-signed root on P-256. It is valid from one day ago, for ten years.
    ///
    /// - Parameters:
    ///   - name: the common name that users see in lists of certificates, 1 to 64 characters without control characters
    ///     (RFC 5280, appendix A.1, `ub-common-name`).
    ///   - constraints: the hosts that the root vouches for; `nil` for all. An attacker who steals the key can't
    ///     imitate other hosts to clients that enforce the constraints.
    package static func create(
        name: String, constraints: NameConstraints? = nil, now: Timestamp
    ) throws(CryptoError) -> CertificateAuthority {
        guard (1...64).contains(name.unicodeScalars.count), !name.unicodeScalars.contains(where: { $0.value < 32 })
        else {
            throw CryptoError(.invalidName, "An authority's name has 1 to 64 characters and no control characters.")
        }
        return try root(name: name, key: .generate(), constraints: constraints, now: now)
    }

    /// Returns the same authority with a new certificate, for other hosts. Name and key stay, so clients that trust the
    /// old certificate accept new leaves for the hosts that both certificates cover.
    func remade(constraints: NameConstraints, now: Timestamp) throws(CryptoError) -> CertificateAuthority {
        guard let name = certificate.commonName else {
            throw CryptoError(.unsuitableCertificate, "The authority's certificate has no common name.")
        }
        return try Self.root(name: name, key: key, constraints: constraints, now: now)
    }

    private static func root(
        name: String, key: ECPrivateKey, constraints: NameConstraints?, now: Timestamp
    ) throws(CryptoError) -> CertificateAuthority {
        let request = CertificateRequest(
            commonName: name, names: [], key: key.handle, issuer: nil,
            notBefore: now - .days(1), notAfter: now + .days(3652),
            extensions: [
                (NID_basic_constraints, "critical,CA:TRUE,pathlen:0"),
                (NID_key_usage, "critical,keyCertSign,cRLSign"),
                // The root is for servers only: it doesn't vouch for mail, programs or clients.
                (NID_ext_key_usage, "serverAuth"),
                (NID_subject_key_identifier, "hash"),
                (NID_authority_key_identifier, "keyid:always"),
            ], constraints: constraints)
        return CertificateAuthority(certificate: try request.certificate(), key: key)
    }

    /// Reads a root that was created earlier. The certificate must be an authority's, and the key must belong to it.
    package convenience init(certificatePEM: [UInt8], privateKeyPEM: [UInt8]) throws(CryptoError) {
        // OpenSSL needs several million instructions to read each of the two, so they are read in parallel.
        let (certificate, key) = try Parallel.both(
            { () throws(CryptoError) in try Certificate(pem: certificatePEM) },
            { () throws(CryptoError) in try ECPrivateKey(pem: privateKeyPEM) })
        ERR_clear_error()
        guard X509_check_private_key(certificate.handle.pointer, key.handle.pointer) == 1 else {
            throw .drainingQueue(.unsuitableCertificate, "The authority's certificate doesn't match its private key.")
        }
        guard X509_check_ca(certificate.handle.pointer) == 1 else {
            throw CryptoError(.unsuitableCertificate, "The certificate belongs to a host, not to an authority.")
        }
        self.init(certificate: certificate, key: key)
    }

    private init(certificate: Certificate, key: ECPrivateKey) {
        self.certificate = certificate
        constraints = NameConstraints(of: certificate)
        self.key = key
    }

    /// Whether clients accept a leaf for this host.
    func vouches(for name: CertificateName) -> Bool { constraints?.permit(name) ?? true }

    /// Returns a PKCS #12 file that lists the certificate as trusted, for Java and other software that reads this form.
    /// Calls for one certificate with equal passwords return equal bytes.
    package func trustStore(password: String) throws(CryptoError) -> [UInt8] {
        let salt = Array(Digest.sha256(certificate.der).suffix(16))
        return try TrustStore(alias: "pass-simulator", certificate: certificate, salt: salt).der(password)
    }

    package var certificatePEM: [UInt8] { certificate.pem }
    package var privateKeyPEM: [UInt8] { key.pem }

    /// Returns a new key with a certificate for a server with these names. It is valid from one hour ago until 90 days
    /// from now, or until the root expires if that is earlier.
    ///
    /// - Parameter names: domain names, wildcards (`*.example.com`) and addresses; at least one.
    /// - Throws: `invalidName` for text that can't be a host's name, `expiredCertificate` or `prematureCertificate` if
    ///   the root itself has expired or isn't valid yet.
    package func leaf(for names: [String], now: Timestamp) throws(CryptoError) -> TLSIdentity {
        var parsed: [CertificateName] = []
        for name in names {
            guard let valid = CertificateName(name) else {
                throw CryptoError(.invalidName, "\(name.prefix(300).debugDescription) isn't a valid host name.")
            }
            parsed.append(valid)
        }
        return try leaf(for: parsed, key: .generate(), now: now)
    }

    /// Throws if clients wouldn't accept the authority at this time.
    ///
    /// - Throws: `expiredCertificate` or `prematureCertificate`.
    package func requireValidity(at now: Timestamp) throws(CryptoError) {
        guard certificate.notBefore <= now else {
            throw CryptoError(
                .prematureCertificate,
                "The authority's certificate isn't valid before \(CivilTime.isoDate(certificate.notBefore)), and this "
                    + "machine's clock says \(CivilTime.isoDate(now)).")
        }
        guard now < certificate.notAfter else {
            throw CryptoError(
                .expiredCertificate,
                "The authority's certificate expired at \(CivilTime.isoDate(certificate.notAfter)).")
        }
    }

    /// Returns a leaf with an existing key.
    func leaf(for names: [CertificateName], key leafKey: ECPrivateKey, now: Timestamp) throws(CryptoError)
        -> TLSIdentity
    {
        guard let first = names.first?.text else {
            throw CryptoError(.invalidName, "A server's certificate needs at least one name.")
        }
        try requireValidity(at: now)
        let request = CertificateRequest(
            // A common name has at most 64 characters. An address isn't put there either, because OpenSSL would take it
            // for a domain name that the authority must vouch for. Such names appear only in subjectAltName.
            commonName: first.utf8.count <= 64 && names.first?.isAddress == false ? first : nil, names: names,
            key: leafKey.handle,
            issuer: (certificate.handle, key.handle),
            notBefore: now - .hours(1), notAfter: min(now + .days(90), certificate.notAfter),
            extensions: [
                (NID_basic_constraints, "critical,CA:FALSE"),
                (NID_key_usage, "critical,digitalSignature"),
                (NID_ext_key_usage, "serverAuth"),
                (NID_subject_key_identifier, "hash"),
                (NID_authority_key_identifier, "keyid:always"),
            ])
        return TLSIdentity(certificate: try request.certificate(), key: leafKey, names: names)
    }
}
