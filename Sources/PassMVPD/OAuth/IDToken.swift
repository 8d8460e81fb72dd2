import PassCore
import PassCrypto
import PassDomain
import PassTokens

/// A signed statement for one client about who signed in (OpenID Connect Core, section 2).
struct IDToken {
    let tokens: MVPDGrants.Tokens
    let issuer: String
    let issued: Timestamp

    static let timeToLive: TimeToLive = .hours(1)

    func signed(with key: IDTokenKey) -> String {
        let facts = tokens.facts
        let claims = JSONWriter.object { claims in
            claims.member("iss", issuer)
            claims.member("sub", facts.subscriber.rawValue)
            claims.member("aud", facts.client.string)
            claims.member("exp", (issued + Self.timeToLive).seconds)
            claims.member("iat", issued.seconds)
            claims.member("auth_time", facts.authenticated.seconds)
            claims.memberIfPresent("nonce", tokens.nonce)
            claims.member("at_hash", Self.hash(of: tokens.access))
        }
        return JSONWebToken.sign(claims, with: key.key, keyID: key.published.id)
    }

    /// Returns the left half of the access token's digest, for `at_hash` (OpenID Connect Core, section 3.1.3.6).
    private static func hash(of accessToken: String) -> String {
        Base64.encode(Digest.sha256(accessToken.utf8).prefix(16), .url)
    }
}

/// The key that signs ID tokens, and its public half.
struct IDTokenKey: Sendable {
    let key: RSAPrivateKey
    let published: JSONWebKey

    init(_ key: RSAPrivateKey) {
        self.key = key
        published = JSONWebKey(key.publicKey)
    }

    /// Returns the key of a World: its own, or else this one.
    func of(_ world: World) -> IDTokenKey { world.ownKeys.map { IDTokenKey($0.saml) } ?? self }
}
