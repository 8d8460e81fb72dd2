import PassCore
import PassDomain
import PassHTTP
import Testing

@testable import PassSimulator

/// Logouts, and logins behind a proxy.
extension OAuthFlowTests {
    @Test("A logout revokes the refresh token, ends the MVPD's session and returns; then the form is shown again")
    func logout() throws {
        let site = try TestSite()
        var browser = TestBrowser(site)
        _ = try browser.open(try answer(&browser))
        let refresh = try refreshToken(site, browser)
        let client = NativeClient(site: site, mvpd: "OAuthTV")
        let token = try #require(client.session(browser.cookieField).element("authnToken"))
        #expect(try browser.begin(query()).location == "adobepass://ios.app")

        let out = try browser.open(
            "/adobe-services/logout?"
                + FormFields.encode([("authentication_token", token), ("redirect_url", "adobepass://ios.app")]))
        let there = try #require(out.location)
        #expect(out.status == .found && there.hasPrefix("http://127.0.0.1:8080/_sim/mvpd/OAuthTV/logout?client_id="))
        let back = try browser.open(there)
        let way = try #require(back.location)
        #expect(way.hasPrefix("http://127.0.0.1:8080/adobe-services/oauth2/logout?state="))
        let end = try browser.open(way)
        #expect(end.status == .found && end.location == "adobepass://ios.app")
        #expect(try browser.open(way).status == .badRequest)

        #expect(client.authorize(token).text == Documented.pendingLogout(0))
        let refused = site.post(
            "/_sim/mvpd/OAuthTV/token",
            [
                ("grant_type", "refresh_token"), ("refresh_token", refresh),
                ("client_id", "adobepass-TEST_REQUESTOR"), ("client_secret", "simulated-secret"),
            ])
        #expect(refused.text.contains("invalid_grant"))
        #expect(try browser.begin(query()).text.contains("<h1>Sign in</h1>"))
    }

    @Test("A login behind an OAuth 2.0 proxy uses the proxy's code, refresh token and logout")
    func proxied() throws {
        let site = try TestSite { $0.mvpds["TownTV"] = .init(name: "Town TV") { $0.proxy = "OAuthTV" } }
        var browser = TestBrowser(site)
        let form = try browser.openLogin(query("TownTV"))
        #expect(form.action.hasPrefix("http://127.0.0.1:8080/_sim/mvpd/OAuthTV/login?login="))
        #expect(try browser.signIn(form).location == "adobepass://ios.app")
        let refresh = try refreshToken(site, browser)
        let client = NativeClient(site: site, mvpd: "TownTV")
        let token = try #require(client.session(browser.cookieField).element("authnToken"))
        #expect(client.authorize(token).element("authzToken") != nil)
        let out = site.get(
            "/adobe-services/logout", [("authentication_token", token), ("redirect_url", "adobepass://ios.app")])
        #expect(out.location?.hasPrefix("http://127.0.0.1:8080/_sim/mvpd/OAuthTV/logout?client_id=") == true)
        let refused = site.post(
            "/_sim/mvpd/OAuthTV/token",
            [
                ("grant_type", "refresh_token"), ("refresh_token", refresh),
                ("client_id", "adobepass-TEST_REQUESTOR"), ("client_secret", "simulated-secret"),
            ])
        #expect(refused.text.contains("invalid_grant"))
    }

    @Test("The return path of a SAML logout isn't that of an OAuth logout")
    func logoutsApart() throws {
        let site = try TestSite()
        let token = try NativeClient(site: site).login()
        let out = site.get(
            "/adobe-services/logout", [("authentication_token", token), ("redirect_url", "adobepass://ios.app")])
        let state = try #require(try fields(of: out.location)["RelayState"])
        #expect(site.get("/adobe-services/oauth2/logout", [("state", state)]).status == .badRequest)
    }

    @Test("A logout by handles alone after a restart revokes the token and returns without the MVPD")
    func logoutAfterRestart() throws {
        let token = try NativeClient(site: try TestSite(), mvpd: "OAuthTV").login()
        let restarted = try TestSite()
        let out = restarted.get(
            "/adobe-services/logout",
            [
                ("name_id", try #require(token.element("simpleSamlNameID"))),
                ("session_index", try #require(token.element("simpleSamlSessionIndex"))), ("mso_id", "OAuthTV"),
                ("redirect_url", "adobepass://ios.app"),
            ])
        #expect(out.location == "adobepass://ios.app")
        #expect(NativeClient(site: restarted, mvpd: "OAuthTV").authorize(token).text == Documented.pendingLogout(0))
    }
}
