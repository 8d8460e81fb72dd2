package import PassCrypto

/// The keys that tokens are checked against; what is missing can't be checked.
package struct TokenKeyring: Sendable {
    /// A key and what people call it, e.g. `token key /data/token.pem`.
    package struct Entry: Sendable {
        package var name: String
        package var key: RSAPublicKey

        package init(_ name: String, _ key: RSAPublicKey) {
            self.name = name
            self.key = key
        }
    }

    /// Signs authentication, authorization, media and access tokens.
    package var token: Entry?
    /// Signs device identifiers.
    package var device: Entry?
    /// Signs the ID tokens of OAuth 2.0 MVPDs, beside the messages of the others.
    package var saml: Entry?
    /// Any of them signs software statements.
    package var statements: [Entry]

    package init(token: Entry? = nil, device: Entry? = nil, saml: Entry? = nil, statements: [Entry] = []) {
        self.token = token
        self.device = device
        self.saml = saml
        self.statements = statements
    }

    func signers(of kind: InspectedToken.Kind) -> [Entry] {
        switch kind {
        case .authentication, .authorization, .media, .accessToken: token.map { [$0] } ?? []
        case .softwareStatement: statements
        case .idToken: saml.map { [$0] } ?? []
        case .jsonWebToken: [token, saml].compactMap { $0 } + statements
        }
    }
}
