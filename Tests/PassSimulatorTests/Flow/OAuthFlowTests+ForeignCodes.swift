import PassCore
import PassDomain
import PassHTTP
import Testing

@testable import PassSimulator

/// Codes that a browser brings to the service in place of the code of its own login.
extension OAuthFlowTests {
    @Test("A code of another login is refused, and both logins can still be completed, each with its own code")
    func foreignCode() throws {
        let site = try TestSite()
        var attacker = TestBrowser(site)
        var victim = TestBrowser(site)
        let foreignURL = try answer(&attacker, user: "denied")
        let url = try answer(&victim)
        let code = try #require(try fields(of: foreignURL)["code"])
        let state = try #require(try fields(of: url)["state"])
        let refused = site.get(Self.path, [("code", code), ("state", state)])
        #expect(refused.status == .badRequest && refused.location == nil)
        #expect(refused.text.contains("The code verifier doesn't match"))
        #expect(try victim.open(url).location == "adobepass://ios.app")
        #expect(try attacker.open(foreignURL).location == "adobepass://ios.app")
        #expect(try subscriber(victim) == "user")
        #expect(try subscriber(attacker) == "denied")
    }

    @Test("A code that was requested without a challenge signs no user in at the service")
    func codeWithoutChallenge() throws {
        let site = try TestSite()
        var attacker = TestBrowser(site)
        var victim = TestBrowser(site)
        let url = try answer(&victim)
        let state = try #require(try fields(of: url)["state"])
        let request = FormFields.encode([
            ("response_type", "code"), ("client_id", "adobepass-TEST_REQUESTOR"),
            ("redirect_uri", "http://127.0.0.1:8080/adobe-services/oauth2"),
        ])
        let page = try attacker.open("/_sim/mvpd/OAuthTV/authorize?" + request)
        let form = try #require(TestBrowser.Form(page.text))
        let signedIn = try attacker.open(
            form.action, posting: form.fields + [("username", "denied"), ("password", "password")])
        let code = try #require(try fields(of: signedIn.location)["code"])
        let refused = site.get(Self.path, [("code", code), ("state", state)])
        #expect(refused.status == .badRequest && refused.text.contains("had no code challenge"))
        #expect(try victim.open(url).location == "adobepass://ios.app")
        #expect(try subscriber(victim) == "user")
    }

    /// The subscriber whom the browser's login has signed in.
    private func subscriber(_ browser: TestBrowser) throws -> SubscriberID? {
        let world = try #require(browser.site.world)
        return try world.stores.sessions.find(try session(browser), now: world.clock.now())?.state.login?.subscriber
    }
}
