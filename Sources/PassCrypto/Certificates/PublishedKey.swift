import CPassOpenSSL
import PassCore

/// The public half of a signing key in the forms in which other software wants it.
///
/// Each form is the same bytes whenever it is made from the same key, so that what was once imported stays what is
/// served: RSASSA-PKCS1-v1_5 is deterministic, and serial number, validity and salt depend on nothing but the key.
package struct PublishedKey: Sendable {
    /// In the certificate's common name, and the alias in the trust store; letters only.
    package let name: String
    private let key: RSAPrivateKey

    package init(_ name: String, _ key: RSAPrivateKey) {
        self.name = name
        self.key = key
    }

    package var publicKey: RSAPublicKey { key.publicKey }

    /// SHA-256 of the SubjectPublicKeyInfo: tells keys apart without a look at their numbers.
    package var fingerprint: [UInt8] { Digest.sha256(publicKey.der) }

    /// A self-signed certificate for verifying signatures, valid from 2020 to the end of 2049.
    ///
    /// The end is the last that a certificate can tell by UTCTime (RFC 5280, section 4.1.2.5).
    package func certificate() throws(CryptoError) -> Certificate {
        // Positive, and of 20 octets for every key (RFC 5280, section 4.1.2.2).
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

    /// A PKCS #12 file in which the certificate is a trusted one, for Java and whatever else reads that form.
    package func trustStore(password: String) throws(CryptoError) -> [UInt8] {
        try TrustStore(alias: name, certificate: certificate(), salt: Array(fingerprint.suffix(16))).der(password)
    }
}
