import PassCrypto
import PassDomain
import PassTokens

/// The keys whose public halves each namespace serves: its own, or else the installation's.
struct ServedKeys: Sendable {
    private let installation: [PublishedKey]
    private let inspector: TokenInspector
    private let tokenKeys: [JSONWebKey]

    init(installation: [PublishedKey], tokenKeys: [JSONWebKey]) {
        self.installation = installation
        inspector = TokenInspector(keys: Self.keyring(installation))
        self.tokenKeys = tokenKeys
    }

    /// Returns the keys of a namespace, in the order in which `GET /_sim/keys` lists them.
    func keys(of world: World) -> [PublishedKey] { world.ownKeys?.published ?? installation }

    /// Returns the keys that sign JSON Web Tokens: the one of access tokens, then the one of the MVPDs' ID tokens.
    func tokenKeys(of world: World) -> [JSONWebKey] {
        world.ownKeys.map { [JSONWebKey($0.token.publicKey), JSONWebKey($0.saml.publicKey)] } ?? tokenKeys
    }

    /// Returns the inspector that checks the tokens in a namespace's journal.
    func inspector(of world: World) -> TokenInspector {
        world.ownKeys.map { TokenInspector(keys: Self.keyring($0.published)) } ?? inspector
    }

    private static func keyring(_ keys: [PublishedKey]) -> TokenKeyring {
        let named = { (name: String) in
            keys.first { $0.name == name }.map { TokenKeyring.Entry("\(name) key", $0.publicKey) }
        }
        return TokenKeyring(token: named("token"), device: named("device"), saml: named("saml"))
    }
}
