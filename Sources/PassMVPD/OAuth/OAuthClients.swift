import PassCore
import PassCrypto
import PassDomain

/// The clients that OAuth 2.0 MVPDs know: the service, once for each requestor, all with one secret.
struct OAuthClients {
    let world: World

    /// No secret at all, since every simulator has it: clients under test need one that they can know beforehand.
    static let secret = "simulated-secret"

    func isKnown(_ id: String) -> Bool {
        guard let client = ProviderClient(id: id) else { return false }
        return (try? world.catalog.requestor(client.requestor, world.policy)) != nil
    }

    /// Whether that client is known and has that secret.
    func accept(_ id: String, secret: String) -> Bool {
        // Digests are of one length, so the comparison tells nothing of the secret's.
        ConstantTime.equal(Digest.sha256(secret.utf8), Digest.sha256(Self.secret.utf8)) && isKnown(id)
    }
}
