package import PassCrypto

/// Keys in `Fixtures/Keys`, read once.
package enum TestKey {
    private static let loadedSAML = Result { try RSAPrivateKey(pem: try Fixture.bytes("Keys/saml.pem")) }
    private static let loadedForeign = Result { try RSAPrivateKey(pem: try Fixture.bytes("Keys/token.pem")) }

    package static var saml: RSAPrivateKey {
        get throws { try loadedSAML.get() }
    }

    /// A key that no verifier of SAML trusts.
    package static var foreign: RSAPrivateKey {
        get throws { try loadedForeign.get() }
    }
}
