package import PassCore
package import PassCrypto

/// The public half of an RSA key, for verifiers of JSON Web Tokens (RFC 7517; RFC 7518, section 6.3.1).
package struct JSONWebKey: Sendable {
    /// The key's thumbprint (RFC 7638, section 3). Tokens use it to name the key that signed them.
    package let id: String
    private let modulus: String
    private let exponent: String

    package init(_ key: RSAPublicKey) {
        modulus = Base64.encode(key.modulus, .url)
        exponent = Base64.encode(key.exponent, .url)
        // A thumbprint covers the required members and no others, ordered by name.
        let required = JSONWriter.object { [modulus, exponent] members in
            members.member("e", exponent)
            members.member("kty", "RSA")
            members.member("n", modulus)
        }
        id = Base64.encode(Digest.sha256(required), .url)
    }

    /// Writes the `keys` member of a key set (RFC 7517, section 5.1).
    package static func write(_ keys: [JSONWebKey], to set: inout JSONWriter) {
        set.memberArray("keys") { list in
            for key in keys { list.elementObject { key.write(to: &$0) } }
        }
    }

    private func write(to jwk: inout JSONWriter) {
        jwk.member("kty", "RSA")
        jwk.member("use", "sig")
        jwk.member("alg", "RS256")
        jwk.member("kid", id)
        jwk.member("n", modulus)
        jwk.member("e", exponent)
    }
}
