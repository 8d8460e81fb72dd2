import PassCore
import PassDomain
import PassHTTP
import PassMVPD
import Testing

@Suite("Tokens of an OAuth 2.0 provider")
struct IssueTokensTests {
    private static let oversized = String(repeating: "A", count: 8193)

    private func expectError(
        _ answer: HTTPResponse, _ code: String, status: HTTPStatus = .badRequest,
        _ place: SourceLocation = #_sourceLocation
    ) throws {
        #expect(answer.status == status, sourceLocation: place)
        #expect(try answer.json("error") == code, sourceLocation: place)
        #expect(answer.fields[.cacheControl] == "no-store", sourceLocation: place)
    }

    @Test("A code gives an access token, a refresh token and an ID token")
    func exchange() throws {
        let mvpd = try TestMVPD.make()
        let answer = try mvpd.exchange(try mvpd.code())
        #expect(answer.status == .ok)
        #expect(answer.fields[.cacheControl] == "no-store" && answer.fields[.pragma] == "no-cache")
        #expect(try answer.json("token_type") == "Bearer" && answer.json("scope") == "openid profile")
        #expect(try JSONValue.parse(answer.body)["expires_in"] == .integer(3600))
        #expect(try answer.json("access_token") != answer.json("refresh_token"))
        #expect(try answer.json("id_token").split(separator: ".").count == 3)
    }

    @Test("Without the scope openid there is no ID token")
    func noOpenID() throws {
        let mvpd = try TestMVPD.make()
        let answer = try mvpd.exchange(try mvpd.code(["scope": "profile https://tv.example/all"]))
        #expect(try answer.json("scope") == "profile https://tv.example/all")
        #expect(!answer.text.contains("id_token"))
        let claims = try mvpd.userInfo(try answer.json("access_token"))
        #expect(claims.status == .forbidden)
        #expect(claims.fields["WWW-Authenticate"]?.contains(#"error="insufficient_scope""#) == true)
    }

    @Test("A second exchange of a code is refused and revokes the tokens of the first")
    func replay() throws {
        let mvpd = try TestMVPD.make()
        let code = try mvpd.code()
        let first = try mvpd.exchange(code)
        try expectError(try mvpd.exchange(code), "invalid_grant")
        try expectError(try mvpd.refresh(try first.json("refresh_token")), "invalid_grant")
        #expect(try mvpd.userInfo(try first.json("access_token")).status == .unauthorized)
    }

    @Test("A code lasts sixty seconds")
    func codeTimeToLive() throws {
        let mvpd = try TestMVPD.make()
        let (early, late) = (try mvpd.code(), try mvpd.code())
        mvpd.clock.advance(by: TimeToLive(milliseconds: 59_999))
        #expect(try mvpd.exchange(early).status == .ok)
        mvpd.clock.advance(by: TimeToLive(milliseconds: 1))
        try expectError(try mvpd.exchange(late), "invalid_grant")
    }

    @Test("A code is bound to its client, redirect URI, provider and World, and stays valid after a wrong try")
    func binding() throws {
        let mvpd = try TestMVPD.make()
        let code = try mvpd.code()
        let grant = [
            (name: "grant_type", value: "authorization_code"), ("code", code), ("redirect_uri", TestMVPD.redirectURI),
        ]
        try expectError(try mvpd.call("token", grant, client: "adobepass-DEMO_NET"), "invalid_grant")
        try expectError(
            try mvpd.exchange(code, redirectURI: "https://localhost:8080/adobe-services/oauth2"), "invalid_grant")
        try expectError(try mvpd.call("token", at: "OAuthHomeTV", grant), "invalid_grant")
        try expectError(try TestMVPD.make().exchange(code), "invalid_grant")
        #expect(try mvpd.exchange(code).status == .ok)
    }

    @Test("A code with a challenge is exchanged only with its verifier, and stays valid after a wrong try")
    func challenge() throws {
        let mvpd = try TestMVPD.make()
        let code = try mvpd.code(["code_challenge": TestMVPD.challenge, "code_challenge_method": "S256"])
        let others: [String?] = [
            nil, "", TestMVPD.challenge, TestMVPD.verifier.lowercased(), TestMVPD.verifier + "a",
        ]
        for wrong in others {
            try expectError(try mvpd.exchange(code, verifier: wrong), "invalid_grant")
        }
        #expect(try mvpd.exchange(code, verifier: TestMVPD.verifier).status == .ok)
    }

    @Test("A challenge without a method is plain: the verifier itself", arguments: [nil, "plain"] as [String?])
    func plainChallenge(_ method: String?) throws {
        let mvpd = try TestMVPD.make()
        for challenge in [TestMVPD.challenge, String(repeating: "~", count: 128)] {
            let code = try mvpd.code(["code_challenge": challenge, "code_challenge_method": method ?? ""])
            try expectError(try mvpd.exchange(code, verifier: TestMVPD.verifier), "invalid_grant")
            #expect(try mvpd.exchange(code, verifier: challenge).status == .ok)
        }
    }

    @Test("A verifier for a code without a challenge is refused, and the code stays valid")
    func extraVerifier() throws {
        let mvpd = try TestMVPD.make()
        let code = try mvpd.code()
        try expectError(try mvpd.exchange(code, verifier: TestMVPD.verifier), "invalid_grant")
        #expect(try mvpd.exchange(code).status == .ok)
    }

    @Test("A second exchange revokes the tokens of the first only with the right verifier")
    func challengedReplay() throws {
        let mvpd = try TestMVPD.make()
        let code = try mvpd.code(["code_challenge": TestMVPD.challenge, "code_challenge_method": "S256"])
        let token = try mvpd.exchange(code, verifier: TestMVPD.verifier).json("refresh_token")
        try expectError(try mvpd.exchange(code), "invalid_grant")
        #expect(try mvpd.refresh(token).status == .ok)
        try expectError(try mvpd.exchange(code, verifier: TestMVPD.verifier), "invalid_grant")
        try expectError(try mvpd.refresh(token), "invalid_grant")
    }

    @Test("A refresh returns a new access token and doesn't change the refresh token")
    func refresh() throws {
        let mvpd = try TestMVPD.make()
        let first = try mvpd.exchange(try mvpd.code(["nonce": "n-1"]))
        let token = try first.json("refresh_token")
        mvpd.clock.advance(by: .days(40))
        for _ in 0..<2 {
            let answer = try mvpd.refresh(token)
            #expect(try answer.json("refresh_token") == token)
            #expect(try answer.json("access_token") != first.json("access_token"))
            #expect(try mvpd.userInfo(try answer.json("access_token")).status == .ok)
        }
        #expect(try mvpd.userInfo(try first.json("access_token")).status == .unauthorized)
    }

    @Test("A refresh may request fewer scopes, never more")
    func narrower() throws {
        let mvpd = try TestMVPD.make()
        let token = try mvpd.exchange(try mvpd.code()).json("refresh_token")
        let fewer = try mvpd.refresh(token, [("scope", "openid")])
        #expect(try fewer.json("scope") == "openid")
        #expect(try mvpd.userInfo(try fewer.json("access_token")).text == #"{"sub":"user"}"#)
        try expectError(try mvpd.refresh(token, [("scope", "openid email")]), "invalid_scope")
        try expectError(try mvpd.refresh(token, [("scope", "a\"")]), "invalid_scope")
        #expect(try mvpd.refresh(token).json("scope") == "openid profile")
    }

    @Test("A refresh token outlives the MVPD's memory, but belongs to its client, provider and installation")
    func restart() throws {
        let mvpd = try TestMVPD.make()
        let token = try mvpd.exchange(try mvpd.code()).json("refresh_token")
        #expect(try TestMVPD.make().refresh(token).status == .ok)
        let refresh = [(name: "grant_type", value: "refresh_token"), ("refresh_token", token)]
        try expectError(try mvpd.call("token", refresh, client: "adobepass-REF30"), "invalid_grant")
        try expectError(try mvpd.call("token", at: "OAuthHomeTV", refresh), "invalid_grant")
        try expectError(try TestMVPD.make(secret: 8).refresh(token), "invalid_grant")
        mvpd.clock.advance(by: .days(730))
        try expectError(try mvpd.refresh(token), "invalid_grant")
    }

    @Test("An access token isn't accepted as a refresh token, or vice versa")
    func kinds() throws {
        let mvpd = try TestMVPD.make()
        let tokens = try mvpd.exchange(try mvpd.code())
        try expectError(try mvpd.refresh(try tokens.json("access_token")), "invalid_grant")
        #expect(try mvpd.userInfo(try tokens.json("refresh_token")).status == .unauthorized)
    }

    @Test("A subscriber who no longer has an account gets nothing")
    func goneSubscriber() throws {
        let mvpd = try TestMVPD.make()
        let tokens = try mvpd.exchange(try mvpd.code())
        let code = try mvpd.code()
        var settings = SimulatedMVPDs.Settings.demo
        settings.accounts["user"] = nil
        let later = try TestMVPD.make(settings: settings)
        try expectError(try later.refresh(try tokens.json("refresh_token")), "invalid_grant")
        #expect(try later.userInfo(try tokens.json("access_token")).status == .unauthorized)
        try expectError(try later.exchange(code), "invalid_grant")
    }

    @Test(
        "A client that doesn't authenticate gets 401 and a challenge",
        arguments: [
            (nil, nil), (TestMVPD.client, nil), (TestMVPD.client, "wrong"), (TestMVPD.client, ""),
            ("somebody", TestMVPD.secret), ("adobepass-", TestMVPD.secret),
        ] as [(String?, String?)])
    func badClient(_ client: String?, _ secret: String?) throws {
        let answer = try TestMVPD.make().call(
            "token", [("grant_type", "authorization_code"), ("code", "x")], client: client, secret: secret)
        try expectError(answer, "invalid_client", status: .unauthorized)
        #expect(
            answer.fields["WWW-Authenticate"]
                == #"Basic realm="http://localhost:8080/_sim/mvpd/OAuthTV", charset="UTF-8""#)
    }

    @Test("HTTP Basic authenticates too, form-encoded inside, and never together with a secret in the body")
    func basic() throws {
        var mvpd = try TestMVPD.make()
        let token = try mvpd.exchange(try mvpd.code()).json("refresh_token")
        let refresh = [(name: "grant_type", value: "refresh_token"), ("refresh_token", token)]
        func basic(_ text: String) -> String { "Basic " + Base64.encode(Array(text.utf8)) }
        mvpd.fields.set(.authorization, basic("adobepass%2DTEST_REQUESTOR:simulated%2Dsecret"))
        #expect(try mvpd.call("token", refresh, client: nil, secret: nil).status == .ok)
        #expect(try mvpd.call("token", refresh, client: TestMVPD.client, secret: nil).status == .ok)
        try expectError(try mvpd.call("token", refresh), "invalid_request")
        try expectError(try mvpd.call("token", refresh, client: "adobepass-REF30", secret: nil), "invalid_request")
        for bad in [basic("adobepass-TEST_REQUESTOR:no"), basic("x"), "Basic ====", "Bearer x", basic("%:%")] {
            mvpd.fields.set(.authorization, bad)
            try expectError(
                try mvpd.call("token", refresh, client: nil, secret: nil), "invalid_client", status: .unauthorized)
        }
    }

    @Test(
        "A malformed request gets an error that names what is missing",
        arguments: [
            ([:], "invalid_request"), (["grant_type": "password"], "unsupported_grant_type"),
            (["grant_type": "authorization_code"], "invalid_request"),
            (["grant_type": "authorization_code", "code": "x"], "invalid_request"),
            (["grant_type": "authorization_code", "code": "x", "redirect_uri": "y"], "invalid_grant"),
            (["grant_type": "refresh_token"], "invalid_request"),
            (["grant_type": "refresh_token", "refresh_token": "x"], "invalid_grant"),
            (["grant_type": "refresh_token", "refresh_token": "a\u{0}"], "invalid_request"),
        ] as [([String: String], String)])
    func malformed(_ fields: [String: String], _ error: String) throws {
        let pairs = fields.map { (name: $0.key, value: $0.value) }
        try expectError(try TestMVPD.make().call("token", pairs), error)
    }

    @Test("A token beyond the maximum length is malformed")
    func oversizedToken() throws {
        try expectError(try TestMVPD.make().refresh(Self.oversized), "invalid_request")
    }

    @Test("A secret in the URL is ignored")
    func secretInURL() throws {
        let answer = try TestMVPD.make().post(
            "/_sim/mvpd/OAuthTV/token?client_id=\(TestMVPD.client)&client_secret=\(TestMVPD.secret)",
            [("grant_type", "refresh_token"), ("refresh_token", "x")])
        try expectError(answer, "invalid_client", status: .unauthorized)
    }

    @Test("A revoked token is no longer valid, nor are those issued with it", arguments: ["access", "refresh"])
    func revoke(_ kind: String) throws {
        let mvpd = try TestMVPD.make()
        let tokens = try mvpd.exchange(try mvpd.code())
        let other = try mvpd.exchange(try mvpd.code())
        let given = try tokens.json("\(kind)_token")
        try expectError(
            try mvpd.call("revoke", [("token", given)], client: "adobepass-REF30"), "invalid_grant")
        #expect(try mvpd.refresh(try tokens.json("refresh_token")).status == .ok)
        let answer = try mvpd.call("revoke", [("token", given), ("token_type_hint", "access_token")])
        #expect(answer.status == .ok && answer.body.isEmpty && answer.fields[.cacheControl] == "no-store")
        try expectError(try mvpd.refresh(try tokens.json("refresh_token")), "invalid_grant")
        #expect(try mvpd.userInfo(try tokens.json("access_token")).status == .unauthorized)
        #expect(try mvpd.refresh(try other.json("refresh_token")).status == .ok)
        #expect(try mvpd.call("revoke", [("token", given)]).status == .ok)
    }

    @Test("Revoking an unknown token is 200, a request without a token or a client is an error")
    func revokeNothing() throws {
        let mvpd = try TestMVPD.make()
        #expect(try mvpd.call("revoke", [("token", "unknown")]).status == .ok)
        try expectError(try mvpd.call("revoke", []), "invalid_request")
        try expectError(
            try mvpd.call("revoke", [("token", "unknown")], secret: "x"), "invalid_client", status: .unauthorized)
    }
}
