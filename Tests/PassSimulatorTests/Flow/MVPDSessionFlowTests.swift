import PassCore
import PassDomain
import PassHTTP
import Testing

@testable import PassSimulator

@Suite("Logins at an MVPD with a session for the browser", .eachStore)
struct MVPDSessionFlowTests {
    private static let styles = ["Adobe", "AcmeCable", "MetaCable", "OAuthTV"]
    private static let credentials: [(name: String, value: String)] = [("username", "user"), ("password", "password")]

    private func query(_ mvpd: String, requestor: String = "TEST_REQUESTOR", isPassive: Bool = false)
        -> [(name: String, value: String)]
    {
        [("requestor_id", requestor), ("mso_id", mvpd), ("redirect_url", "adobepass://ios.app")]
            + (isPassive ? [("passive", "true")] : [])
    }

    private func logout(_ browser: inout TestBrowser, _ mvpd: String, _ token: String) throws -> HTTPResponse {
        let query = [
            ("mso_id", mvpd), ("requestor_id", "TEST_REQUESTOR"), ("authentication_token", token),
            ("redirect_url", "adobepass://ios.app"),
        ]
        return try browser.open("/adobe-services/logout?" + FormFields.encode(query))
    }

    @Test("A second login shows no form, even for another requestor, and gives its own profile", arguments: styles)
    func secondLogin(_ mvpd: String) throws {
        let site = try TestSite()
        var browser = TestBrowser(site)
        let first = try browser.fill(try browser.begin(query(mvpd)), Self.credentials)
        #expect(first.location == "adobepass://ios.app")
        let token = NativeClient(site: site, mvpd: mvpd).session(browser.cookieField).element("authnToken")
        let second = try browser.begin(query(mvpd, requestor: "REF30"))
        #expect(second.status == .found && second.location == "adobepass://ios.app")
        let other = NativeClient(site: site, requestor: "REF30", mvpd: mvpd).session(browser.cookieField)
        #expect(other.status == .ok && other.element("authnToken") != token)
        #expect(try browser.begin(query("AmpCable")).text.contains("<h1>Sign in</h1>"))
    }

    @Test("A passive login succeeds in the MVPD's session; without one it returns without a user", arguments: styles)
    func passive(_ mvpd: String) throws {
        let site = try TestSite()
        var browser = TestBrowser(site)
        let client = NativeClient(site: site, mvpd: mvpd)
        let alone = try browser.begin(query(mvpd, isPassive: true))
        #expect(alone.status == .found && alone.location == "adobepass://ios.app")
        #expect(client.session(browser.cookieField).status == .unauthorized)
        _ = try browser.fill(try browser.begin(query(mvpd)), Self.credentials)
        let known = try browser.begin(query(mvpd, isPassive: true))
        #expect(known.location == "adobepass://ios.app")
        #expect(client.session(browser.cookieField).element("authnToken") != nil)
        site.clock?.advance(by: .days(1))
        let late = try browser.begin(query(mvpd, isPassive: true))
        #expect(late.location == "adobepass://ios.app")
        #expect(client.session(browser.cookieField).status == .unauthorized)
        #expect(try browser.begin(query(mvpd)).text.contains("<h1>Sign in</h1>"))
    }

    @Test("The MVPD's session outlives the profile, and the profile the session")
    func timesToLive() throws {
        let site = try TestSite {
            $0.ttl.authenticationSeconds = 60
            $0.mvpds["Brief"] = .init(style: .samlRedirect) { $0.sessionSeconds = 30 }
        }
        var browser = TestBrowser(site)
        _ = try browser.fill(try browser.begin(query("Adobe")), Self.credentials)
        _ = try browser.fill(try browser.begin(query("Brief")), Self.credentials)
        let brief = NativeClient(site: site, mvpd: "Brief")
        let token = try #require(brief.session(browser.cookieField).element("authnToken"))
        site.clock?.advance(by: .seconds(30))
        #expect(try browser.begin(query("Brief")).text.contains("<h1>Sign in</h1>"))
        #expect(brief.authorize(token).element("authzToken") != nil)
        site.clock?.advance(by: .seconds(30))
        #expect(brief.authorize(token).text.contains("<pendingLogout"))
        #expect(try browser.begin(query("Adobe")).location == "adobepass://ios.app")
    }

    @Test("A logout ends the MVPD's session: the next login shows the form", arguments: styles)
    func logout(_ mvpd: String) throws {
        let site = try TestSite()
        var browser = TestBrowser(site)
        _ = try browser.fill(try browser.begin(query(mvpd)), Self.credentials)
        let token = NativeClient(site: site, mvpd: mvpd).session(browser.cookieField).element("authnToken")
        let there = try logout(&browser, mvpd, try #require(token))
        let page = mvpd == "OAuthTV" ? "logout" : "slo"
        #expect(there.location?.contains("/_sim/mvpd/\(mvpd)/\(page)?") == true)
        #expect(try browser.goOn(there).location == "adobepass://ios.app")
        #expect(try browser.begin(query(mvpd)).text.contains("<h1>Sign in</h1>"))
    }

    @Test("A token names the MVPD's session in any browser, long after the login's own session has ended")
    func lateLogout() throws {
        let site = try TestSite()
        var browser = TestBrowser(site)
        _ = try browser.fill(try browser.begin(query("Adobe")), Self.credentials)
        let token = try #require(NativeClient(site: site).session(browser.cookieField).element("authnToken"))
        site.clock?.advance(by: .hours(5))
        #expect(try browser.begin(query("Adobe")).location == "adobepass://ios.app")
        var other = TestBrowser(site)
        #expect(try other.goOn(try logout(&other, "Adobe", token)).location == "adobepass://ios.app")
        #expect(try browser.begin(query("Adobe")).text.contains("<h1>Sign in</h1>"))
    }

    @Test("A logout skips an MVPD that doesn't support one, whose session continues")
    func stays() throws {
        let site = try TestSite()
        var browser = TestBrowser(site)
        _ = try browser.fill(try browser.begin(query("StayTV")), Self.credentials)
        let client = NativeClient(site: site, mvpd: "StayTV")
        let token = try #require(client.session(browser.cookieField).element("authnToken"))
        #expect(try logout(&browser, "StayTV", token).location == "adobepass://ios.app")
        #expect(client.authorize(token).text.contains("<pendingLogout"))
        #expect(try browser.begin(query("StayTV")).location == "adobepass://ios.app")
    }

    @Test("Home-based authentication shows no form, lasts as long as set, and is stated in the user metadata")
    func home() throws {
        let site = try TestSite()
        var browser = TestBrowser(site)
        let client = NativeClient(site: site, mvpd: "HomeTV")
        #expect(try browser.begin(query("HomeTV", isPassive: true)).location == "adobepass://ios.app")
        let session = client.session(browser.cookieField)
        let token = try #require(session.element("authnToken"))
        #expect(token.contains("<simpleTokenExpires>2031/05/15 08:00:00 GMT +0000</simpleTokenExpires>"))
        #expect(session.element("userMeta")?.contains(#""hba_status":true"#) == true)
        #expect(client.authorize(token).element("userMeta")?.contains(#""hba_status":true"#) == true)
        let asked = site.post("/adobe-services/usermetadata", [("requestor", "TEST_REQUESTOR"), ("authn", token)])
        #expect(asked.text == session.element("userMeta"))
        // Who logs out is at home still.
        _ = try browser.goOn(try logout(&browser, "HomeTV", token))
        #expect(client.authorize(token).text.contains("<pendingLogout"))
        #expect(try browser.begin(query("HomeTV")).location == "adobepass://ios.app")
        // With a password nothing is said of home.
        let plain = NativeClient(site: site)
        var other = TestBrowser(site)
        _ = try other.fill(try other.begin(query("Adobe")), Self.credentials)
        #expect(plain.session(other.cookieField).element("userMeta")?.contains("hba_status") == false)
    }

    @Test("A passive login that fails for another reason returns too, and an active one shows a page")
    func broken() throws {
        let site = try TestSite { $0.mvpds["Dead"] = .init(style: .samlRedirect) { $0.homeSubscriber = "error" } }
        var browser = TestBrowser(site)
        #expect(try browser.begin(query("Dead", isPassive: true)).location == "adobepass://ios.app")
        let page = try browser.fill(try browser.begin(query("Adobe")), [("username", "error"), ("password", "x")])
        #expect(page.status == .badRequest && page.text.contains("AuthnFailed"))
    }

    @Test("Worlds don't share the sessions of their MVPDs")
    func worlds() throws {
        var site = try TestSite()
        var browser = TestBrowser(site)
        _ = try browser.fill(try browser.begin(query("Adobe")), Self.credentials)
        site.prefix = "/_ns/other"
        var second = TestBrowser(site)
        #expect(try second.begin(query("Adobe")).text.contains("<h1>Sign in</h1>"))
        #expect(try browser.begin(query("Adobe")).location == "adobepass://ios.app")
    }

    @Test("If two browsers use one code, the login that is completed last is the device's")
    func twoBrowsers() throws {
        let site = try TestSite()
        let answer = site.post("/reggie/v1/TEST_REQUESTOR/regcode", [("deviceId", "c0ffee"), ("format", "json")])
        let code = try #require(JSONValue.parse(answer.body)["code"]?.stringValue)
        var first = TestBrowser(site)
        var second = TestBrowser(site)
        let begin = query("Adobe") + [("reg_code", code)]
        let pages = [try first.begin(begin), try second.begin(begin)]
        func token() -> String? {
            site.post("/adobe-services/session", [("requestor_id", "TEST_REQUESTOR"), ("reg_code", code)])
                .element("authnToken")
        }
        #expect(try first.fill(pages[0], Self.credentials).location == "adobepass://ios.app")
        let before = try #require(token())
        #expect(try second.fill(pages[1], Self.credentials).location == "adobepass://ios.app")
        #expect(try #require(token()) != before)
        // The same form once more: the service has its answer already.
        let late = try first.fill(pages[0], Self.credentials)
        #expect(late.status == .badRequest && late.text.contains("already been answered"))
    }
}
