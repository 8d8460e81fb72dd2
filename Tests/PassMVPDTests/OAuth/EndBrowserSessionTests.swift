import PassCore
import PassHTTP
import Testing

@Suite("Logouts at an OAuth 2.0 provider")
struct EndBrowserSessionTests {
    private static let back = "http://localhost:8080/adobe-services/oauth2/logout"
    private static let page = "/_sim/mvpd/OAuthTV/logout"

    /// A browser that is signed in, and the ID token of its login.
    private func signedIn(_ mvpd: TestMVPD) throws -> (browser: TestMVPD, token: String) {
        let answer = try mvpd.signIn(
            on: try mvpd.authorize(), [("username", "user"), ("password", "password")])
        let code = try #require(try mvpd.query(of: answer)["code"])
        return (try mvpd.keeping(answer), try mvpd.exchange(code).json("id_token"))
    }

    private func isSignedIn(_ browser: TestMVPD) throws -> Bool {
        try browser.query(of: try browser.authorize(["prompt": "none"]))["code"] != nil
    }

    @Test("The browser's session ends and the browser returns with the state")
    func success() throws {
        let (browser, _) = try signedIn(try TestMVPD.make())
        let query = FormFields.encode([
            ("client_id", TestMVPD.client), ("post_logout_redirect_uri", Self.back), ("state", "a b"),
        ])
        let answer = try browser.get("\(Self.page)?\(query)")
        #expect(answer.status == .seeOther && answer.fields[.location] == Self.back + "?state=a+b")
        #expect(answer.fields[.setCookie]?.contains("Max-Age=0") == true)
        #expect(try !isSignedIn(browser))
    }

    @Test("An ID token names the client, even an expired one; another subscriber's ends nothing")
    func hint() throws {
        let mvpd = try TestMVPD.make()
        let (browser, token) = try signedIn(mvpd)
        let other = try mvpd.signIn(on: try mvpd.authorize(), [("username", "denied"), ("password", "x")])
        let stranger = try mvpd.keeping(other)
        mvpd.clock.advance(by: .hours(2))
        let query = FormFields.encode([("id_token_hint", token), ("post_logout_redirect_uri", Self.back)])
        #expect(try stranger.get("\(Self.page)?\(query)").fields[.location] == Self.back)
        #expect(try isSignedIn(stranger))
        #expect(try browser.get("\(Self.page)?\(query)").fields[.location] == Self.back)
        #expect(try !isSignedIn(browser))
    }

    @Test("Without an address the chain ends on a page")
    func page() throws {
        let (browser, _) = try signedIn(try TestMVPD.make())
        let page = try browser.get(Self.page)
        #expect(page.status == .ok && page.text.contains("<h1>You are signed out</h1>"))
        #expect(try !isSignedIn(browser))
    }

    @Test(
        "An address, client or ID token that is not the service's ends nothing and leads nowhere",
        arguments: [
            [("client_id", TestMVPD.client), ("post_logout_redirect_uri", "https://evil.example/")],
            [("client_id", TestMVPD.client), ("post_logout_redirect_uri", TestMVPD.redirectURI)],
            [("client_id", "somebody"), ("post_logout_redirect_uri", EndBrowserSessionTests.back)],
            [("post_logout_redirect_uri", EndBrowserSessionTests.back)],
            [("id_token_hint", "a.b.c"), ("post_logout_redirect_uri", EndBrowserSessionTests.back)],
        ] as [[(String, String)]])
    func refused(_ fields: [(String, String)]) throws {
        let (browser, _) = try signedIn(try TestMVPD.make())
        let query = FormFields.encode(fields.map { (name: $0.0, value: $0.1) })
        let answer = try browser.get("\(Self.page)?\(query)")
        #expect(answer.status == .badRequest && answer.fields[.location] == nil)
        #expect(try isSignedIn(browser))
    }

    @Test("An ID token of another provider or namespace is refused, although all use the same key")
    func foreignIssuer() throws {
        let mvpd = try TestMVPD.make()
        let (_, token) = try signedIn(mvpd)
        let query = FormFields.encode([("id_token_hint", token)])
        #expect(try mvpd.get("\(Self.page)?\(query)").status == .ok)
        #expect(try mvpd.get("/_sim/mvpd/OAuthHomeTV/logout?\(query)").status == .badRequest)
        #expect(try TestMVPD.make(prefix: "/_ns/one").get("\(Self.page)?\(query)").status == .badRequest)
    }

    @Test("An ID token of another client or key is refused")
    func foreignHint() throws {
        let (browser, token) = try signedIn(try TestMVPD.make())
        let tampered = token.dropLast(4) + "AAAA"
        for fields in [
            [(name: "id_token_hint", value: token), ("client_id", "adobepass-REF30")],
            [("id_token_hint", String(tampered))],
        ] {
            #expect(try browser.get("\(Self.page)?\(FormFields.encode(fields))").status == .badRequest)
        }
        #expect(try isSignedIn(browser))
    }
}
