package import PassCrypto

/// The keys that tokens are checked with. A signature whose key is missing can't be checked.
package struct TokenKeyring: Sendable {
    /// A key and its name for display, such as `token key /data/token.pem`.
    package struct Entry: Sendable {
        package var name: String
        package var key: RSAPublicKey

        package init(_ name: String, _ key: RSAPublicKey) {
            self.name = name
            self.key = key
        }
    }

    /// The key that signs authN, authZ, media and access tokens.
    package var token: Entry?
    /// The key that signs device identifiers.
    package var device: Entry?
    /// The key that signs the ID tokens of OAuth 2.0 MVPDs, and the messages of SAML MVPDs.
    package var saml: Entry?
    /// The keys that sign software statements. A signature by any of them is accepted.
    package var statements: [Entry]

    package init(token: Entry? = nil, device: Entry? = nil, saml: Entry? = nil, statements: [Entry] = []) {
        self.token = token
        self.device = device
        self.saml = saml
        self.statements = statements
    }

    /// Returns the keys that may have signed a token of this kind.
    func signers(of kind: InspectedToken.Kind) -> [Entry] {
        switch kind {
        case .authentication, .authorization, .media, .accessToken: token.map { [$0] } ?? []
        case .softwareStatement: statements
        case .idToken: saml.map { [$0] } ?? []
        case .jsonWebToken: [token, saml].compactMap { $0 } + statements
        }
    }
}
