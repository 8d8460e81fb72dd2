import CPassOpenSSL
import PassCore

/// The public half of a signing key, in the forms that other software needs.
///
/// Each form of a key always has the same bytes, so a form that was imported once stays equal to the one that is
/// served. RSASSA-PKCS1-v1_5 is deterministic, and the serial number, validity and salt depend only on the key.
package struct PublishedKey: Sendable {
    /// The key's name, which is part of the certificate's common name and is the alias in the trust store; letters
    /// only.
    package let name: String
    private let key: RSAPrivateKey

    package init(_ name: String, _ key: RSAPrivateKey) {
        self.name = name
        self.key = key
    }

    package var publicKey: RSAPublicKey { key.publicKey }

    /// The SHA-256 digest of the SubjectPublicKeyInfo, for comparing keys at a glance.
    package var fingerprint: [UInt8] { Digest.sha256(publicKey.der) }

    /// Creates a self-signed certificate for verifying signatures, valid from 2020 to the end of 2049.
    ///
    /// The end is the latest time that a certificate can express as UTCTime (RFC 5280, section 4.1.2.5).
    package func certificate() throws(CryptoError) -> Certificate {
        // These bits make the serial number positive, as it must be, and 20 octets long for every key (RFC 5280,
        // section 4.1.2.2).
        var serialNumber = Array(fingerprint.prefix(20))
        serialNumber[0] = serialNumber[0] & 0x7F | 0x40
        return try CertificateRequest(
            commonName: "Pass Simulator \(name) key (test only)", serialNumber: serialNumber, names: [],
            key: key.handle, issuer: nil,
            notBefore: Timestamp(seconds: 1_577_836_800), notAfter: Timestamp(seconds: 2_524_607_999),
            extensions: [
                (NID_basic_constraints, "critical,CA:FALSE"),
                (NID_key_usage, "critical,digitalSignature"),
                (NID_subject_key_identifier, "hash"),
            ]
        ).certificate()
    }

    /// Returns a PKCS #12 file that lists the certificate as trusted, for Java and other software that reads this form.
    package func trustStore(password: String) throws(CryptoError) -> [UInt8] {
        try TrustStore(alias: name, certificate: certificate(), salt: Array(fingerprint.suffix(16))).der(password)
    }
}
