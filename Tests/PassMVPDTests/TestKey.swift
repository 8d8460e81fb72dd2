import PassCrypto
import PassTestSupport

/// Keys in `Fixtures/Keys`, read once.
enum TestKey {
    private static let loaded = Result { try RSAPrivateKey(pem: try Fixture.bytes("Keys/saml.pem")) }

    static var saml: RSAPrivateKey {
        get throws { try loaded.get() }
    }

    /// A key that nobody trusts.
    static var foreign: RSAPrivateKey {
        get throws { try RSAPrivateKey(pem: try Fixture.bytes("Keys/token.pem")) }
    }
}
