import PassCore
package import PassCrypto
package import PassDomain

/// A sealer of the tokens of the SSO Service: JSON Web Tokens with HS256, as in the vendor's samples (Adobe, "SSO
/// Service").
///
/// The secret never leaves the server, so no one else can make such a token.
package struct HMACServiceTokenSealer: ServiceTokenSealer {
    /// The `iss` claim of the tokens.
    private static let issuer = "ssoservicetoken"
    /// The header, whose members have the order of the samples.
    private static let header = Base64.encode(Array(#"{"alg":"HS256","typ":"JWT"}"#.utf8), .url)
    private static let longest = 8_192

    private let secret: [UInt8]
    private let issued: IssuedTokens

    /// Creates a sealer.
    ///
    /// - Parameters:
    ///   - sealer: the installation's sealer, from which the secret is derived.
    ///   - issued: counts the tokens that are sealed.
    package init(_ sealer: Sealer, issued: IssuedTokens = IssuedTokens()) {
        self.issued = issued
        secret = sealer.seal([], context: "pass-simulator service tokens")
    }

    package func seal(_ token: ServiceToken) -> String {
        issued.count(.service)
        let claims = JSONWriter.object { claims in
            claims.member("iss", Self.issuer)
            claims.member("sub", token.subject)
            claims.member("nbf", token.begins.seconds)
            claims.member("exp", token.expires.seconds)
            claims.member("iat", token.begins.seconds)
        }
        let input = "\(Self.header).\(Base64.encode(claims, .url))"
        return "\(input).\(signature(of: input))"
    }

    /// Reads a token. The claims are read before the signature is verified, so that a refusal can give the most precise
    /// reason.
    package func open(_ text: String) throws(ServiceTokenRefusal) -> ServiceToken {
        guard text.utf8.count <= Self.longest else { throw .malformed }
        let parts = text.pieces(separatedBy: UInt8(ascii: "."))
        guard parts.count == 3, let header = Self.object(parts[0]), header["alg"] == .string("HS256"),
            header["crit"] == nil
        else { throw .malformed }
        guard let claims = Self.object(parts[1]) else { throw .unreadableClaims }
        guard let subject = claims["sub"]?.stringValue, !subject.isEmpty else { throw .noSubject }
        let expected = signature(of: "\(parts[0]).\(parts[1])")
        guard ConstantTime.equal(Array(parts[2].utf8), Array(expected.utf8)),
            claims["iss"]?.stringValue?.hasSameBytes(as: Self.issuer) == true,
            let begins = claims["nbf"]?.integerValue, let expires = claims["exp"]?.integerValue
        else { throw .badSignature }
        return ServiceToken(
            subject: subject, begins: Timestamp(seconds: begins), expires: Timestamp(seconds: expires))
    }

    package func claimsToBeOwn(_ text: String) -> Bool {
        guard text.utf8.count <= Self.longest else { return false }
        let parts = text.pieces(separatedBy: UInt8(ascii: "."))
        return parts.count == 3 && Self.object(parts[1])?["iss"]?.stringValue?.hasSameBytes(as: Self.issuer) == true
    }

    private func signature(of input: String) -> String {
        Base64.encode(MessageAuthentication.sha256(key: secret, Array(input.utf8)), .url)
    }

    private static func object(_ part: String) -> [ExactText: JSONValue]? {
        Base64.decode(part, .url).flatMap(JSONValue.unambiguousObject)
    }
}
