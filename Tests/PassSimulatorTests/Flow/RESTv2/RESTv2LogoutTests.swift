import PassCore
import PassHTTP
import Testing

@testable import PassSimulator

@Suite("Logouts by REST API v2, and the two APIs together", .eachStore)
struct RESTv2LogoutTests {
    @Test(
        "A logout removes the profile at once; the browser that signed in notifies the MVPD and returns",
        arguments: ["Adobe", "AcmeCable", "OAuthTV"])
    func atMVPD(_ mvpd: String) throws {
        let site = try TestSite()
        var app = try RESTv2App(site)
        app.mvpd = mvpd
        var browser = try app.login()
        let logout = try #require(app.logout().json["logouts"]?[mvpd])
        #expect(logout["actionName"]?.stringValue == "logout" && logout["actionType"]?.stringValue == "interactive")
        #expect(app.profile().profiles.isEmpty)
        #expect(app.authorize("A").errorCode == "authenticated_profile_missing")
        let url = try #require(logout["url"]?.stringValue)
        let before = browser.answers.count
        let end = try browser.goOn(browser.open(url))
        #expect(end.location == RESTv2App.redirectURL)
        let isToldToMVPD = browser.answers[before...].contains { $0.location?.contains("/_sim/mvpd/\(mvpd)/") == true }
        #expect(isToldToMVPD)
        #expect(app.logout().json["logouts"]?[mvpd]?["actionName"]?.stringValue == "invalid")
        // The MVPD asks for the password again.
        let page = try browser.goOn(browser.open("/api/v2/authenticate/TEST_REQUESTOR/\(app.code())"))
        #expect(TestBrowser.Form(page.text)?.hasPassword == true)
    }

    @Test("A browser that never signed in, and one whose session has expired, return all the same")
    func otherBrowser() throws {
        let app = try RESTv2App(TestSite())
        try app.login()
        let url = try #require(app.logout().json["logouts"]?["Adobe"]?["url"]?.stringValue)
        var browser = TestBrowser(app.site)
        #expect(try browser.goOn(browser.open(url)).location == RESTv2App.redirectURL)
    }

    @Test("The MVPD is notified even if the browser's session expired long ago")
    func lateLogout() throws {
        var app = try RESTv2App(TestSite())
        var browser = try app.login()
        app.site.clock?.advance(by: .days(3))
        try app.refreshToken()
        let url = try #require(app.logout().json["logouts"]?["Adobe"]?["url"]?.stringValue)
        let first = try browser.open(url)
        #expect(first.location?.contains("/_sim/mvpd/Adobe/slo?") == true)
        #expect(try browser.goOn(first).location == RESTv2App.redirectURL)
    }

    @Test("An MVPD that doesn't support logouts requires no further step")
    func complete() throws {
        let app = try RESTv2App(TestSite { $0.mvpds["Adobe"]?.takesLogouts = false })
        try app.login()
        let logout = app.logout().json["logouts"]?["Adobe"]
        #expect(logout?["actionName"]?.stringValue == "complete" && logout?["url"] == nil)
        #expect(app.profile().profiles.isEmpty)
    }

    @Test("Without a redirect URL the browser ends on the landing page")
    func withoutRedirect() throws {
        let app = try RESTv2App(TestSite())
        var browser = try app.login()
        let url = try #require(app.logout(redirectURL: nil).json["logouts"]?["Adobe"]?["url"]?.stringValue)
        #expect(!url.contains("redirect_url"))
        _ = try browser.goOn(browser.open(url))
        #expect(browser.answers.contains { $0.location?.hasSuffix("/_sim/done") == true })
    }

    @Test("A login by v2 gives the legacy API its token, by the code and by the browser's cookie")
    func legacySeesLogin() throws {
        let site = try TestSite()
        let app = try RESTv2App(site)
        let code = try app.code()
        let browser = try app.signIn(code)
        let byCode = site.post(
            "/adobe-services/sessionDevice",
            [("requestor_id", "TEST_REQUESTOR"), ("reg_code", code), ("device_id", "c0ffee")])
        let token = try #require(byCode.element("authnToken"), "\(byCode.text)")
        let client = NativeClient(site: site)
        let decision = try #require(client.authorize(token).element("authzToken"))
        #expect(MediaTokenVerification(site).verify(client.mediaToken(decision).text) == "VALID_TOKEN")
        #expect(WebClient(site: site).session(browser.cookieField).element("authnToken") != nil)
        let stranger = site.post(
            "/adobe-services/sessionDevice",
            [("requestor_id", "TEST_REQUESTOR"), ("reg_code", code), ("device_id", "decade")])
        #expect(stranger.element("authnToken") == nil)
    }

    @Test("A logout by the legacy API invalidates the profile, and a logout by v2 the legacy tokens")
    func sharedLogout() throws {
        let site = try TestSite()
        let app = try RESTv2App(site)
        var browser = try app.login()
        let web = WebClient(site: site)
        let token = try #require(web.session(browser.cookieField).element("authnToken"))
        #expect(web.authorize(token).element("authzToken") != nil)
        _ = app.logout()
        #expect(web.authorize(token).text == Documented.pendingLogout)
        #expect(web.session(browser.cookieField).element("authnToken") == nil)

        browser = try app.login()
        let second = try #require(web.session(browser.cookieField).element("authnToken"))
        _ = site.get(
            "/adobe-services/logout",
            [("requestor_id", "TEST_REQUESTOR"), ("authentication_token", second), ("redirect_url", "a:b")])
        #expect(app.authorize("A").errorCode == "authenticated_profile_invalidated")
        #expect(app.profile().profiles.isEmpty)
        #expect(app.logout().json["logouts"]?["Adobe"]?["actionName"]?.stringValue == "invalid")
    }

    @Test("A login by the legacy API gives an app of v2 nothing: the profiles of the two are separate")
    func apart() throws {
        let app = try RESTv2App(TestSite())
        _ = try NativeClient(site: app.site, deviceID: "c0ffee").login()
        #expect(app.get("profiles").profiles.isEmpty)
        let code = app.site.post("/reggie/v1/TEST_REQUESTOR/regcode", [("deviceId", "c0ffee"), ("format", "json")])
        let text = try #require(code.json["code"]?.stringValue)
        #expect(app.get("sessions/\(text)").errorCode == "invalid_authentication_session")
        #expect(app.get("profiles/code/\(text)").errorCode == "invalid_authentication_session")
    }
}
