import PassCore
import PassCrypto
import PassDomain
import PassEndpointKit
import PassHTTP
import PassTestSupport
import PassTokens
import Testing

@Suite("An OAuth 2.0 provider's descriptions of itself and of subscribers")
struct DescriptionTests {
    /// Compares with a file that was written by hand.
    private func compare(_ response: HTTPResponse, with name: String, _ place: SourceLocation = #_sourceLocation) throws
    {
        let expected = try Fixture.line("Wire/MVPD/OAuth/\(name).http")
        #expect(
            String(decoding: WireExchange.text(of: response), as: UTF8.self) == expected, sourceLocation: place)
    }

    @Test("The discovery document lists every endpoint and capability")
    func discovery() throws {
        let mvpd = try TestMVPD.make()
        try compare(try mvpd.get("/_sim/mvpd/OAuthTV/.well-known/openid-configuration"), with: "discovery")
    }

    @Test("The provider's own host and a namespace appear in its issuer")
    func issuers() throws {
        let spoofed = try TestMVPD.make(scheme: .https, authority: "login.mvpd.example", hostKind: .mvpd)
        let path = "/_sim/mvpd/OAuthTV/.well-known/openid-configuration"
        #expect(try spoofed.get(path).json("issuer") == "https://login.mvpd.example/OAuthTV")
        #expect(try spoofed.get(path).json("token_endpoint") == "https://login.mvpd.example/OAuthTV/token")
        let named = try TestMVPD.make(prefix: "/_ns/one")
        #expect(try named.get(path).json("issuer") == "http://localhost:8080/_ns/one/_sim/mvpd/OAuthTV")
    }

    @Test("The key set holds the key of ID tokens")
    func keys() throws {
        try compare(try TestMVPD.make().get("/_sim/mvpd/OAuthTV/jwks"), with: "jwks")
    }

    @Test("The ID token says who signed in, when, for which client, and with which request")
    func idToken() throws {
        let mvpd = try TestMVPD.make()
        let tokens = try mvpd.exchange(try mvpd.code(["nonce": "n-1"]))
        let token = try JSONWebToken(try tokens.json("id_token"))
        #expect(token.isSigned(by: try TestKey.saml.publicKey))
        let hash = Base64.encode(Digest.sha256(Array(try tokens.json("access_token").utf8)).prefix(16), .url)
        let now = TestMVPD.start.seconds
        #expect(
            token.claims == [
                "iss": .string("http://localhost:8080/_sim/mvpd/OAuthTV"), "sub": .string("user"),
                "aud": .string(TestMVPD.client), "iat": .integer(now), "exp": .integer(now + 3600),
                "auth_time": .integer(now), "nonce": .string("n-1"), "at_hash": .string(hash),
            ])
        mvpd.clock.advance(by: .seconds(100))
        let later = try JSONWebToken(try mvpd.refresh(try tokens.json("refresh_token")).json("id_token"))
        #expect(later.claims["nonce"] == nil && later.claims["auth_time"] == .integer(now))
        #expect(later.claims["iat"] == .integer(now + 100))
    }

    @Test("An access token gives access to the subscriber's data, by header or in a form")
    func userInfo() throws {
        let mvpd = try TestMVPD.make()
        let token = try mvpd.exchange(try mvpd.code()).json("access_token")
        try compare(try mvpd.userInfo(token), with: "userinfo")
        try compare(try mvpd.post("/_sim/mvpd/OAuthTV/userinfo", [("access_token", token)]), with: "userinfo")
        mvpd.clock.advance(by: .seconds(3600))
        try compare(try mvpd.userInfo(token), with: "userinfo-expired")
    }

    @Test("A request without a token gets a challenge without an error; a token sent in two ways is refused")
    func challenges() throws {
        var mvpd = try TestMVPD.make()
        try compare(try mvpd.get("/_sim/mvpd/OAuthTV/userinfo"), with: "userinfo-without-token")
        #expect(try mvpd.get("/_sim/mvpd/OAuthTV/userinfo?access_token=x").status == .unauthorized)
        mvpd.fields.set(.authorization, "Basic x")
        try compare(try mvpd.get("/_sim/mvpd/OAuthTV/userinfo"), with: "userinfo-without-token")
        for (authorization, form) in [("Bearer x", "y"), ("bearer  x", "y"), ("Bearer", "")] {
            mvpd.fields.set(.authorization, authorization)
            let answer = try mvpd.post("/_sim/mvpd/OAuthTV/userinfo", form.isEmpty ? [] : [("access_token", form)])
            #expect(answer.status == .badRequest)
            #expect(answer.fields["WWW-Authenticate"]?.contains(#"error="invalid_request""#) == true)
        }
    }

    @Test("A refused exchange and a client without a name are answered according to RFC 6749")
    func errors() throws {
        let mvpd = try TestMVPD.make()
        try compare(try mvpd.exchange("unknown"), with: "token-invalid-grant")
        try compare(try mvpd.call("token", [], client: nil, secret: nil), with: "token-invalid-client")
    }
}
