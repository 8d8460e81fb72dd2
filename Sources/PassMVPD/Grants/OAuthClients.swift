import PassCore
import PassCrypto
import PassDomain

/// The clients that OAuth 2.0 MVPDs know: the service, as one client for each requestor, all with one secret.
struct OAuthClients {
    let catalog: Catalog

    /// The secret of all clients. It isn't really secret: clients under test must know it beforehand, so every
    /// simulator has the same.
    static let secret = "simulated-secret"

    /// Whether the identifier names a client that the World accepts.
    func isKnown(_ id: String) -> Bool {
        guard let client = MVPDClient(id: id) else { return false }
        return (try? catalog.requestor(client.requestor)) != nil
    }

    /// Whether the client is known and the secret is right.
    func accept(_ id: String, secret: String) -> Bool {
        // The equal lengths of the digests hide the length of the secret.
        ConstantTime.equal(Digest.sha256(secret.utf8), Digest.sha256(Self.secret.utf8)) && isKnown(id)
    }
}
