/// A leaf certificate and its key, with which a server identifies itself in a handshake.
///
/// The server sends no chain: the root signs each leaf itself, and clients that trust the root have it already.
package final class TLSIdentity: Sendable {
    package let certificate: Certificate
    let key: ECPrivateKey
    /// The hosts that the certificate is for.
    let names: [CertificateName]

    init(certificate: Certificate, key: ECPrivateKey, names: [CertificateName]) {
        self.certificate = certificate
        self.key = key
        self.names = names
    }
}
