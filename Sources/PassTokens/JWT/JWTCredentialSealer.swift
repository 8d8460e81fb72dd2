package import PassCore
package import PassCrypto
package import PassDomain

/// A sealer of access tokens and a reader of software statements, both as JSON Web Tokens, the form recorded from the
/// service.
package struct JWTCredentialSealer: ClientCredentialSealer {
    /// The `iss` claim of everything that the service signs.
    package static let issuer = "auth.adobe.com"

    private let signingKey: RSAPrivateKey
    private let keyID: String
    private let trustedStatementKeys: @Sendable () -> [RSAPublicKey]
    private let issued: IssuedTokens
    private let recentTokens = RecentReadings<AccessToken>()

    /// Creates a sealer.
    ///
    /// - Parameters:
    ///   - signingKey: signs access tokens; its public half is the only key that verifies them.
    ///   - trustedStatementKeys: returns the keys that make a statement trusted; any one of them suffices. Called
    ///     whenever there is a statement to verify.
    ///   - issued: counts the access tokens that are sealed.
    package init(
        signingKey: RSAPrivateKey, trustedStatementKeys: @escaping @Sendable () -> [RSAPublicKey],
        issued: IssuedTokens = IssuedTokens()
    ) {
        self.signingKey = signingKey
        keyID = JSONWebKey(signingKey.publicKey).id
        self.trustedStatementKeys = trustedStatementKeys
        self.issued = issued
    }

    /// Returns the signed token. The claims have the recorded order, followed by `jti`. Times are in whole seconds, and
    /// scopes are joined with commas. The header names the key.
    package func seal(_ token: AccessToken) -> String {
        issued.count(.access)
        let text = text(of: token)
        recentTokens[.init(text)] = opened(token, text)
        return text
    }

    /// Returns what `openAccessToken` reads from the token's text; `nil` if a reader may get something other than what
    /// was written, or nothing.
    private func opened(_ token: AccessToken, _ text: String) -> AccessToken? {
        let isReadAsWritten =
            !token.client.rawValue.isEmpty && token.client.rawValue.isReadAsWritten && token.id.isReadAsWritten
            && token.scopes.allSatisfy { !$0.isEmpty && $0.isReadAsWritten && !$0.utf8.contains(UInt8(ascii: ",")) }
        guard isReadAsWritten, text.utf8.count <= JSONWebToken.maximumLength else { return nil }
        return AccessToken(
            id: token.id, client: token.client, scopes: token.scopes, issued: token.issued, expires: token.expires)
    }

    /// Returns the signed text of a token that isn't counted as issued.
    func text(of token: AccessToken) -> String {
        let claims = JSONWriter.object { claims in
            claims.member("sub", token.client.rawValue)
            claims.member("nbf", token.issued.seconds)
            claims.member("iss", Self.issuer)
            claims.member("exp", token.expires.seconds)
            claims.member("iat", token.issued.seconds)
            claims.member("scopes", token.scopes.joined(separator: ","))
            claims.member("jti", token.id)
        }
        return JSONWebToken.sign(claims, with: signingKey, keyID: keyID)
    }

    /// Reads and verifies an access token. Its `issued` is the claim `nbf`, from which the token is valid (RFC 7519,
    /// section 4.1.5), or `iat` if there is no `nbf`.
    package func openAccessToken(_ text: String) -> AccessToken? {
        let key = RecentReadings<AccessToken>.Key(text)
        if let known = recentTokens[key] { return known }
        let token = readAccessToken(text)
        if token != nil { recentTokens[key] = token }
        return token
    }

    package func rememberedAccessToken(_ text: String) -> AccessToken? {
        recentTokens[RecentReadings<AccessToken>.Key(text)]
    }

    private func readAccessToken(_ text: String) -> AccessToken? {
        guard let token = try? JSONWebToken(text), token.isSigned(by: signingKey.publicKey),
            token.claims["iss"]?.stringValue?.hasSameBytes(as: Self.issuer) == true,
            let client = token.claims["sub"]?.stringValue, !client.isEmpty,
            let expires = token.instant("exp"), let issued = token.instant(token.claims["nbf"] == nil ? "iat" : "nbf"),
            let scopes = token.claims["scopes"]?.stringValue
        else { return nil }
        return AccessToken(
            id: token.claims["jti"]?.stringValue ?? "", client: ClientID(rawValue: client),
            scopes: scopes.pieces(separatedBy: UInt8(ascii: ",")).filter { !$0.isEmpty }, issued: issued,
            expires: expires)
    }

    package func openStatement(
        _ text: String, trustedOnly: Bool, now: Timestamp
    ) throws(StatementRefusal) -> SoftwareStatement {
        if trustedOnly { return try trustedStatement(text, now: now) }
        guard let statement = wellFormedStatement(text) else { throw .invalid }
        return statement
    }

    /// Reads a statement that a trusted key signed. A statement by another signer can't be told from an altered one
    /// without that signer's key, so both throw `.unapproved`.
    private func trustedStatement(_ text: String, now: Timestamp) throws(StatementRefusal) -> SoftwareStatement {
        guard let token = try? JSONWebToken(text), let statement = SoftwareStatement(claims: token.claims),
            let issuer = token.claims["iss"]?.stringValue
        else { throw .invalid }
        guard issuer == Self.issuer, trustedStatementKeys().contains(where: { token.isSigned(by: $0) }) else {
            throw .unapproved
        }
        // The service's own statements never expire, but if a statement has an expiry, the expiry is enforced.
        if token.claims["exp"] != nil {
            guard let expires = token.instant("exp"), now < expires else { throw .invalid }
        }
        if token.claims["nbf"] != nil {
            guard let start = token.instant("nbf"), start <= now else { throw .invalid }
        }
        return statement
    }

    /// Reads any text of three base64 parts. Apps carry statements that only the real service can verify, and tests use
    /// placeholders. A statement without readable claims is `.unnamed`.
    private func wellFormedStatement(_ text: String) -> SoftwareStatement? {
        guard text.utf8.count <= JSONWebToken.maximumLength else { return nil }
        let parts = text.pieces(separatedBy: UInt8(ascii: "."))
        guard parts.count == 3,
            parts.allSatisfy({ part in part.withBytes { !$0.isEmpty && $0.allSatisfy(Self.isBase64) } })
        else { return nil }
        let claims = Base64.decodeLeniently(parts[1]).flatMap { try? JSONValue.parse($0) }?.objectValue
        return claims.flatMap { SoftwareStatement(claims: $0) } ?? .unnamed
    }

    /// Whether the byte is a base64 character of either alphabet, or padding.
    private static func isBase64(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "+"),
            UInt8(ascii: "/"), UInt8(ascii: "="):
            true
        default: false
        }
    }
}
