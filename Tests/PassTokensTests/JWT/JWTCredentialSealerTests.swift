import PassCore
import PassCrypto
import PassDomain
import PassTestSupport
import PassTokens
import Testing

@Suite("Access tokens and software statements")
struct JWTCredentialSealerTests {
    private let now = Timestamp(seconds: 1_767_225_600)
    private let token = AccessToken(
        id: "a0b1c2d3-0000-4000-8000-5a5a5a5a5a5a", client: "3f3f5c5e-8b1b-49b0-8d9c-6b6f3f1c0a01",
        scopes: ["api:client:v2"], issued: Timestamp(milliseconds: 1_767_225_600_999),
        expires: Timestamp(seconds: 1_767_247_200))

    private static func key(_ name: String) throws -> RSAPrivateKey {
        try RSAPrivateKey(pem: Fixture.bytes("Keys/\(name).pem"))
    }

    private func sealer() throws -> JWTCredentialSealer {
        let trusted = [try Self.key("saml").publicKey, try Self.key("statement").publicKey]
        return JWTCredentialSealer(signingKey: try Self.key("token"), trustedStatementKeys: { trusted })
    }

    private func open(_ statement: String, trustedOnly: Bool) throws -> SoftwareStatement {
        try sealer().openStatement(statement, trustedOnly: trustedOnly, now: now)
    }

    private func sign(_ claims: String, _ key: String = "token") throws -> String {
        JSONWebToken.sign(Array(claims.utf8), with: try Self.key(key))
    }

    @Test("An access token has the bytes that PyJWT signs, and is read back")
    func golden() throws {
        let text = try Fixture.line("AccessTokens/recorded.jwt")
        #expect(try sealer().seal(token) == text)
        #expect(try sealer().openAccessToken(text) == token)
    }

    @Test("A token of another order of claims and without an identifier is read")
    func olderScopes() throws {
        let opened = try sealer().openAccessToken(Fixture.line("AccessTokens/older-scopes.jwt"))
        #expect(opened?.client == "3f3f5c5e-8b1b-49b0-8d9c-6b6f3f1c0a01")
        #expect(opened?.id == "")
        #expect(
            opened?.scopes == [
                "config:client", "decisions:client", "platform:sso", "profile:client", "tokens:client",
            ])
        #expect(opened?.issued == now)
        #expect(opened?.expires == now + .days(1))
    }

    @Test("An expired token is read: the caller checks its expiry")
    func expired() throws {
        let text = try sign(#"{"sub":"a","iss":"auth.adobe.com","exp":1,"iat":0,"scopes":""}"#)
        #expect(try sealer().openAccessToken(text)?.expires == Timestamp(seconds: 1))
    }

    @Test("A token is valid from its nbf on, even if that is later than its iat")
    func notBefore() throws {
        let text = try sign(#"{"sub":"a","iss":"auth.adobe.com","exp":9,"nbf":5,"iat":0,"scopes":""}"#)
        #expect(try sealer().openAccessToken(text)?.issued == Timestamp(seconds: 5))
    }

    @Test(
        "A token with missing or malformed claims is refused",
        arguments: [
            #"{"iss":"auth.adobe.com","exp":9,"iat":0,"scopes":"a"}"#,
            #"{"sub":"","iss":"auth.adobe.com","exp":9,"iat":0,"scopes":"a"}"#,
            #"{"sub":7,"iss":"auth.adobe.com","exp":9,"iat":0,"scopes":"a"}"#,
            #"{"sub":"a","exp":9,"iat":0,"scopes":"a"}"#,
            #"{"sub":"a","iss":"auth.example","exp":9,"iat":0,"scopes":"a"}"#,
            #"{"sub":"a","iss":"auth.adobe.com","iat":0,"scopes":"a"}"#,
            #"{"sub":"a","iss":"auth.adobe.com","exp":"9","iat":0,"scopes":"a"}"#,
            #"{"sub":"a","iss":"auth.adobe.com","exp":9,"scopes":"a"}"#,
            #"{"sub":"a","iss":"auth.adobe.com","exp":9,"nbf":"0","iat":0,"scopes":"a"}"#,
            #"{"sub":"a","iss":"auth.adobe.com","exp":9,"iat":0}"#,
            #"{"sub":"a","iss":"auth.adobe.com","exp":9,"iat":0,"scopes":["a"]}"#,
        ])
    func badClaims(_ claims: String) throws {
        #expect(try sealer().openAccessToken(sign(claims)) == nil)
    }

    @Test("A token that another key signed, or that was changed, is refused")
    func foreign() throws {
        let claims = #"{"sub":"a","iss":"auth.adobe.com","exp":9,"iat":0,"scopes":"a"}"#
        #expect(try sealer().openAccessToken(sign(claims)) != nil)
        #expect(try sealer().openAccessToken(sign(claims, "statement")) == nil)
        let text = try Fixture.line("AccessTokens/recorded.jwt")
        #expect(try sealer().openAccessToken(text + "A") == nil)
        #expect(try sealer().openAccessToken(String(text.dropLast(8))) == nil)
        #expect(try sealer().openAccessToken("") == nil)
    }

    @Test("The demo statement is trusted, its tampered copy isn't approved")
    func demoStatement() throws {
        let demo = SoftwareStatement(
            application: "5f0a2c1e-1111-4c0d-9a00-7a1d6e3b0001", clientName: "Demo App", version: "1.0.0")
        #expect(try open(Fixture.line("SoftwareStatements/demo.jwt"), trustedOnly: true) == demo)
        let tampered = try Fixture.line("SoftwareStatements/demo-tampered.jwt")
        #expect(throws: StatementRefusal.unapproved) { try open(tampered, trustedOnly: true) }
    }

    @Test("A trusted statement names an application and an issuer, and is valid within its times")
    func trustedClaims() throws {
        func application(_ claims: String, _ key: String = "statement") throws -> String {
            try open(sign(claims, key), trustedOnly: true).application
        }
        #expect(try application(#"{"sub":"a","iss":"auth.adobe.com"}"#) == "a")
        #expect(try application(#"{"software_id":"b","iss":"auth.adobe.com"}"#) == "b")
        #expect(try application(#"{"sub":"a","iss":"auth.adobe.com"}"#, "saml") == "a")
        #expect(try application(#"{"sub":"a","iss":"auth.adobe.com","nbf":1767225600,"exp":1767225601}"#) == "a")
        for invalid in [
            #"{"sub":"a"}"#, #"{"sub":"a","iss":7}"#, #"{"sub":"","iss":"auth.adobe.com"}"#,
            #"{"iss":"auth.adobe.com"}"#,
            #"{"sub":"a","iss":"auth.adobe.com","nbf":1767225601}"#, #"{"sub":"a","iss":"auth.adobe.com","nbf":null}"#,
            #"{"sub":"a","iss":"auth.adobe.com","exp":1767225600}"#,
            #"{"sub":"a","iss":"auth.adobe.com","exp":"never"}"#,
        ] {
            #expect(throws: StatementRefusal.invalid, "\(invalid)") { try application(invalid) }
        }
    }

    @Test("A well-formed statement of another issuer or signer isn't approved, whatever its times")
    func unapproved() throws {
        func open(_ claims: String, _ key: String) throws -> SoftwareStatement {
            try self.open(sign(claims, key), trustedOnly: true)
        }
        #expect(throws: StatementRefusal.unapproved) { try open(#"{"sub":"a","iss":"auth.adobe.com"}"#, "token") }
        #expect(throws: StatementRefusal.unapproved) { try open(#"{"sub":"a","iss":"auth.example"}"#, "statement") }
        #expect(throws: StatementRefusal.unapproved) {
            try open(#"{"sub":"a","iss":"auth.adobe.com","exp":1}"#, "token")
        }
    }

    @Test("Without trust, the claims of a statement are read whichever key signed it")
    func lenientClaims() throws {
        let claims = """
            {"software_id":"s","client_name":"N","software_version":"2","redirect_uris":["app://a#b",7,""],\
            "channels":"SIMREQ,REF30","exp":1}
            """
        let expected = SoftwareStatement(
            application: "s", clientName: "N", version: "2", redirectURIs: ["app://a#b"],
            requestors: ["SIMREQ", "REF30"])
        #expect(try open(sign(claims, "device"), trustedOnly: false) == expected)
        let demo = try open(Fixture.line("SoftwareStatements/demo-tampered.jwt"), trustedOnly: false)
        #expect(demo.application == "5f0a2c1e-1111-4c0d-9a00-7a1d6e3b0002")
        let both = try open(sign(#"{"sub":"a","software_id":"s","requestors":["R"]}"#), trustedOnly: false)
        #expect(both == SoftwareStatement(application: "a", requestors: ["R"]))
    }

    @Test(
        "Without trust, any text of three parts stands for an unnamed application",
        arguments: ["a.b.c", "header.payload.signature", "e30.e30.c2ln", "e30=.e30=.a+/=", "e30.W10.x"])
    func placeholder(_ text: String) throws {
        #expect(try open(text, trustedOnly: false) == .unnamed)
        #expect(throws: StatementRefusal.invalid) { try open(text, trustedOnly: true) }
    }

    @Test(
        "Anything else isn't a statement",
        arguments: ["", "a", "a.b", "a.b.c.d", "a..c", ".b.c", "a.b.", "a b.c.d", "a.b.c\n", "a.b.ç", "{}.{}.{}"])
    func malformed(_ text: String) throws {
        #expect(throws: StatementRefusal.invalid) { try open(text, trustedOnly: false) }
    }

    @Test("A statement may have at most 16 KiB")
    func length() throws {
        let longest = "a.b." + String(repeating: "c", count: 16_380)
        #expect(try open(longest, trustedOnly: false) == .unnamed)
        #expect(throws: StatementRefusal.invalid) { try open(longest + "c", trustedOnly: false) }
    }
}
