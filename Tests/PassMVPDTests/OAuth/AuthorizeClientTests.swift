import PassCore
import PassDomain
import PassHTTP
import PassSAML
import Testing

@Suite("Requests for an authorization code")
struct AuthorizeClientTests {
    private static let credentials = [(name: "username", value: "user"), (name: "password", value: "password")]

    @Test("The request shows the login page, and the right password leads back with a code and the state")
    func success() throws {
        let mvpd = try TestMVPD.make()
        let page = try mvpd.authorize()
        #expect(page.status == .ok && page.text.contains("to watch Test &lt;TV&gt; &amp; Co."))
        #expect(try page.formPlace == "http://localhost:8080/_sim/mvpd/OAuthTV/login")
        let answer = try mvpd.signIn(on: page, Self.credentials)
        let query = try mvpd.query(of: answer)
        #expect(query.pairs.map(\.name) == ["code", "state"] && query["state"] == "handle")
        #expect(query["code"]?.wholeMatch(of: /[0-9A-Za-z]{22}/) != nil)
        #expect(answer.fields[.cacheControl] == "no-store")
        #expect(answer.fields["Referrer-Policy"] == "no-referrer")
    }

    @Test("A request by POST is treated the same")
    func post() throws {
        let page = try TestMVPD.make().post(
            "/_sim/mvpd/OAuthTV/authorize",
            [
                ("response_type", "code"), ("client_id", TestMVPD.client), ("redirect_uri", TestMVPD.redirectURI),
                ("scope", "openid"),
            ])
        #expect(page.status == .ok)
        #expect(try page.formPlace == "http://localhost:8080/_sim/mvpd/OAuthTV/login")
    }

    @Test("Without a state the answer has none")
    func noState() throws {
        let mvpd = try TestMVPD.make()
        let answer = try mvpd.signIn(on: try mvpd.authorize(["state": ""]), Self.credentials)
        #expect(try mvpd.query(of: answer).pairs.map(\.name) == ["code"])
    }

    @Test(
        "A client or redirect URI that is not the service's own gets a page, and nothing is sent there",
        arguments: [
            ["client_id": ""], ["client_id": "adobepass-"], ["client_id": "somebody"], ["redirect_uri": ""],
            ["redirect_uri": "http://localhost:8080/"],
            ["redirect_uri": "http://localhost:8080/adobe-services/oauth2/"],
            ["redirect_uri": "http://localhost:8080/adobe-services/oauth2?x=1"],
            ["redirect_uri": "http://localhost:8080/adobe-services/oauth2#x"],
            ["redirect_uri": "http://localhost:8081/adobe-services/oauth2"],
            ["redirect_uri": "http://u@localhost:8080/adobe-services/oauth2"],
            ["redirect_uri": "https://evil.example/adobe-services/oauth2"],
            ["redirect_uri": "https://sp.auth.adobe.com.evil.example/adobe-services/oauth2"],
            ["redirect_uri": "http://localhost:8080/_ns/x/adobe-services/oauth2"],
            ["redirect_uri": "javascript:alert(1)//localhost:8080/adobe-services/oauth2"],
            ["redirect_uri": "/adobe-services/oauth2"], ["state": "a\u{0}b"],
        ])
    func page(_ changes: [String: String]) throws {
        let page = try TestMVPD.make().authorize(changes)
        #expect(page.status == .badRequest && page.fields[.location] == nil)
        #expect(page.text.contains("<h1>That did not work</h1>") && !page.text.contains("<form"))
    }

    @Test(
        "The service is known by each of its hosts and paths",
        arguments: [
            "https://localhost:8080/adobe-services/oauth2", "http://localhost:8080/adobe-services/1.0/oauth2",
            "https://sp.auth.adobe.com/adobe-services/oauth2",
            "https://sp.auth-staging.adobe.com/adobe-services/oauth2",
        ])
    func knownRedirectURI(_ uri: String) throws {
        #expect(try TestMVPD.make().authorize(["redirect_uri": uri]).status == .ok)
    }

    @Test("In a namespace the redirect URI is that of the namespace")
    func namespace() throws {
        let mvpd = try TestMVPD.make(prefix: "/_ns/one")
        let uri = "http://localhost:8080/_ns/one/adobe-services/oauth2"
        #expect(try mvpd.authorize(["redirect_uri": uri]).status == .ok)
        #expect(try mvpd.authorize().status == .badRequest)
    }

    @Test(
        "Other errors are reported to the client, with its state",
        arguments: [
            (["response_type": ""], "invalid_request"), (["response_type": "token"], "unsupported_response_type"),
            (["response_type": "code id_token"], "unsupported_response_type"),
            (["response_mode": "fragment"], "invalid_request"), (["scope": "a\"b"], "invalid_scope"),
            (["scope": " "], "invalid_scope"), (["prompt": "none login"], "invalid_request"),
            (["prompt": "maybe"], "invalid_request"), (["max_age": "-1"], "invalid_request"),
            (["max_age": "soon"], "invalid_request"), (["nonce": "a\u{0}b"], "invalid_request"),
            (["request": "a.b.c"], "request_not_supported"), (["request_uri": "urn:x"], "request_uri_not_supported"),
            (["registration": "{}"], "registration_not_supported"), (["prompt": "none"], "login_required"),
        ] as [([String: String], String)])
    func refused(_ changes: [String: String], _ error: String) throws {
        let mvpd = try TestMVPD.make()
        let query = try mvpd.query(of: try mvpd.authorize(changes))
        #expect(query["error"] == error && query["state"] == "handle" && query["code"] == nil)
        #expect(query["error_description"]?.isEmpty == false)
    }

    @Test(
        "An invalid challenge, and a method that the provider doesn't know, are reported to the client",
        arguments: [
            ["code_challenge": String(repeating: "a", count: 42)],
            ["code_challenge": String(repeating: "a", count: 129)],
            ["code_challenge": TestMVPD.challenge.replacing("-", with: "+")],
            ["code_challenge": TestMVPD.challenge, "code_challenge_method": "S512"],
            ["code_challenge": TestMVPD.challenge, "code_challenge_method": "s256"],
            ["code_challenge_method": "S256"],
        ])
    func badChallenge(_ changes: [String: String]) throws {
        let mvpd = try TestMVPD.make()
        let query = try mvpd.query(of: try mvpd.authorize(changes))
        #expect(query["error"] == "invalid_request" && query["state"] == "handle" && query["code"] == nil)
    }

    @Test("A duplicate parameter is invalid, and one of the three that lead back leads to a page")
    func twice() throws {
        let mvpd = try TestMVPD.make()
        #expect(try mvpd.query(of: try mvpd.authorize(adding: "&scope=other"))["error"] == "invalid_request")
        for name in ["client_id", "redirect_uri", "state"] {
            #expect(try mvpd.authorize(adding: "&\(name)=other").status == .badRequest)
        }
    }

    @Test("Within the browser's session no form is shown, and prompt=none succeeds")
    func session() throws {
        let mvpd = try TestMVPD.make()
        let first = try mvpd.signIn(on: try mvpd.authorize(), Self.credentials)
        let known = try mvpd.keeping(first)
        for changes in [[:], ["prompt": "none"], ["max_age": "60"]] {
            #expect(try known.query(of: try known.authorize(changes))["code"] != nil)
        }
        for prompt in ["login", "consent", "select_account", "login consent"] {
            #expect(try known.authorize(["prompt": prompt]).status == .ok)
        }
        mvpd.clock.advance(by: .seconds(61))
        #expect(try known.authorize(["max_age": "60"]).status == .ok)
        #expect(try known.authorize(["max_age": "0"]).status == .ok)
        let tooOld = try known.authorize(["max_age": "60", "prompt": "none"])
        #expect(try known.query(of: tooOld)["error"] == "login_required")
        #expect(try mvpd.authorize().status == .ok)
    }

    @Test("A subscriber on a home network needs no form")
    func home() throws {
        let mvpd = try TestMVPD.make()
        let answer = try mvpd.authorize(at: "OAuthHomeTV", ["prompt": "none"])
        let code = try #require(try mvpd.query(of: answer)["code"])
        let tokens = try mvpd.call(
            "token", at: "OAuthHomeTV",
            [("grant_type", "authorization_code"), ("code", code), ("redirect_uri", TestMVPD.redirectURI)])
        let claims = try mvpd.userInfo(try tokens.json("access_token"), at: "OAuthHomeTV")
        #expect(claims.text.contains(#""hba_status":true"#))
    }

    @Test("A failing provider reports it to the client; a refused subscriber stays on the page")
    func subscribers() throws {
        let mvpd = try TestMVPD.make()
        let broken = try mvpd.signIn(on: try mvpd.authorize(), [("username", "broken"), ("password", "x")])
        #expect(try mvpd.query(of: broken)["error"] == "server_error")
        let refused = try mvpd.signIn(on: try mvpd.authorize(), [("username", "suspended"), ("password", "x")])
        #expect(refused.status == .ok && refused.problem == "Your account is suspended.")
    }

    @Test("A hint fills in the user name, as text")
    func hint() throws {
        let page = try TestMVPD.make().authorize(["login_hint": "<b>"])
        #expect(page.text.contains(#"name="username" value="&lt;b&gt;""#))
    }

    @Test("A hint that is longer than a user name may be is ignored")
    func longHint() throws {
        let longest = String(repeating: "u", count: 256)
        let mvpd = try TestMVPD.make()
        #expect(try mvpd.authorize(["login_hint": longest]).text.contains("value=\"\(longest)\""))
        #expect(try !mvpd.authorize(["login_hint": longest + "u"]).text.contains("value=\"u"))
    }

    @Test("A login is answered in the protocol in which it was requested")
    func loginsApart() throws {
        let mvpd = try TestMVPD.make()
        let saml = try mvpd.signIn(on: try mvpd.begin(), Self.credentials)
        #expect(try saml.samlResponse.assertion != nil)
    }

    @Test("Only a provider that speaks OAuth 2.0 has these addresses")
    func otherStyles() throws {
        let mvpd = try TestMVPD.make()
        #expect(try mvpd.authorize(at: "AcmeCable").status == .notFound)
        #expect(try mvpd.get("/_sim/mvpd/AcmeCable/logout").status == .notFound)
        #expect(try mvpd.get("/_sim/mvpd/AcmeCable/jwks").status == .notFound)
        #expect(try mvpd.call("token", at: "Unknown", []).status == .notFound)
    }

    @Test("If requestors must be known, so must clients")
    func strictRequestors() throws {
        #expect(try TestMVPD.make().authorize(["client_id": "adobepass-NEW"]).status == .ok)
    }
}
