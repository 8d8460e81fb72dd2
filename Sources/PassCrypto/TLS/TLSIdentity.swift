/// What a server shows and proves in a handshake: a leaf certificate and its key.
///
/// There is no chain: the root signs leaves itself, and clients have the root or don't trust it.
package final class TLSIdentity: Sendable {
    package let certificate: Certificate
    let key: ECPrivateKey
    /// The hosts that it is for.
    let names: [CertificateName]

    init(certificate: Certificate, key: ECPrivateKey, names: [CertificateName]) {
        self.certificate = certificate
        self.key = key
        self.names = names
    }
}
