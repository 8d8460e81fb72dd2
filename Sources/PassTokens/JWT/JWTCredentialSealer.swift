package import PassCore
package import PassCrypto
package import PassDomain

/// Access tokens and software statements as JSON Web Tokens, the form recorded from the service.
package struct JWTCredentialSealer: ClientCredentialSealer {
    /// The `iss` of everything that the service signs.
    package static let issuer = "auth.adobe.com"

    private let signingKey: RSAPrivateKey
    private let keyID: String
    private let trustedStatementKeys: @Sendable () -> [RSAPublicKey]
    private let recentTokens = RecentReadings<AccessToken>()

    /// - Parameters:
    ///   - signingKey: signs access tokens, and alone verifies them.
    ///   - trustedStatementKeys: any of them makes a statement trusted; asked for when there is one to verify.
    package init(signingKey: RSAPrivateKey, trustedStatementKeys: @escaping @Sendable () -> [RSAPublicKey]) {
        self.signingKey = signingKey
        keyID = JSONWebKey(signingKey.publicKey).id
        self.trustedStatementKeys = trustedStatementKeys
    }

    /// Claims in the recorded order, then `jti`; times in whole seconds, scopes joined with commas. The header names the key.
    package func seal(_ token: AccessToken) -> String {
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

    /// `issued` is `nbf`, from which on the token counts (RFC 7519, section 4.1.5), or `iat` where there is none.
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

    /// A statement that another key signed and one that was changed afterwards look alike without that key: neither is
    /// approved.
    private func trustedStatement(_ text: String, now: Timestamp) throws(StatementRefusal) -> SoftwareStatement {
        guard let token = try? JSONWebToken(text), let statement = SoftwareStatement(claims: token.claims),
            let issuer = token.claims["iss"]?.stringValue
        else { throw .invalid }
        guard issuer == Self.issuer, trustedStatementKeys().contains(where: { token.isSigned(by: $0) }) else {
            throw .unapproved
        }
        // Statements of the service have no expiry; one that has is held to it.
        if token.claims["exp"] != nil {
            guard let expires = token.instant("exp"), now < expires else { throw .invalid }
        }
        if token.claims["nbf"] != nil {
            guard let start = token.instant("nbf"), start <= now else { throw .invalid }
        }
        return statement
    }

    /// Any text of three parts: apps carry statements that only the real service could verify, and tests placeholders.
    private func wellFormedStatement(_ text: String) -> SoftwareStatement? {
        guard text.utf8.count <= JSONWebToken.maximumLength else { return nil }
        let parts = text.pieces(separatedBy: UInt8(ascii: "."))
        guard parts.count == 3,
            parts.allSatisfy({ part in part.withBytes { !$0.isEmpty && $0.allSatisfy(Self.isBase64) } })
        else { return nil }
        let claims = Base64.decodeLeniently(parts[1]).flatMap { try? JSONValue.parse($0) }?.objectValue
        return claims.flatMap { SoftwareStatement(claims: $0) } ?? .unnamed
    }

    /// Of either alphabet, padding included.
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
