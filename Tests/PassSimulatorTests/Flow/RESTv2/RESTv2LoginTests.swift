import PassCore
import PassHTTP
import Testing

@testable import PassSimulator

@Suite("Logins by REST API v2", .eachStore)
struct RESTv2LoginTests {
    @Test(
        "A login in the app's own browser gives a profile, decisions and a media token that the verifier accepts once",
        arguments: ["Adobe", "AcmeCable", "MetaCable", "OAuthTV"])
    func primary(_ mvpd: String) throws {
        let site = try TestSite()
        var app = try RESTv2App(site)
        app.mvpd = mvpd
        let begun = app.createSession().json
        #expect(begun["actionName"]?.stringValue == "authenticate")
        let code = try #require(begun["code"]?.stringValue)
        #expect(begun["url"]?.stringValue == "/api/v2/authenticate/TEST_REQUESTOR/\(code)")
        #expect(app.get("profiles/code/\(code)").text == #"{"profiles":{}}"#)
        let browser = try app.signIn(code)
        #expect(browser.answers.last?.location == RESTv2App.redirectURL)
        for path in ["profiles/code/\(code)", "profiles", "profiles/\(mvpd)"] {
            #expect(app.get(path).profiles[mvpd]?["type"]?.stringValue == "regular", "\(path)")
        }
        let token = try app.mediaToken()
        let verifier = MediaTokenVerification(site)
        #expect(verifier.verify(token) == "VALID_TOKEN")
        #expect(verifier.verify(token) != "VALID_TOKEN")
    }

    @Test("A TV's login with all facts named is completed on a phone, while the TV polls")
    func secondScreen() throws {
        let site = try TestSite()
        let tv = try RESTv2App(site)
        var phone = try RESTv2App(site)
        phone.device = nil
        let code = try tv.code()
        let status = phone.get("sessions/\(code.lowercased())").json
        #expect(status["missingParameters"] == nil)
        #expect(status["existingParameters"]?["mvpd"]?.stringValue == "Adobe")
        try phone.signIn(code)
        #expect(tv.get("profiles/code/\(code)").profiles["Adobe"] != nil)
        #expect(tv.get("profiles").profiles.count == 1)
        var other = tv
        other.device = "another"
        #expect(other.get("profiles").profiles.isEmpty)
        #expect(try MediaTokenVerification(site).verify(tv.mediaToken()) == "VALID_TOKEN")
    }

    @Test("A phone names the MVPD for a TV's session, step by step")
    func providerOnPhone() throws {
        let site = try TestSite()
        let tv = try RESTv2App(site)
        var phone = try RESTv2App(site)
        phone.device = nil
        let begun = tv.post("sessions", []).json
        #expect(begun["actionName"]?.stringValue == "resume")
        let code = try #require(begun["code"]?.stringValue)
        #expect(phone.get("sessions/\(code)").json["missingParameters"]?.arrayValue?.count == 3)
        let half = phone.post("sessions/\(code)", [("mvpd", "Adobe"), ("domainName", "site.example")]).json
        #expect(half["actionName"]?.stringValue == "retry")
        #expect(half["missingParameters"] == .array([.string("redirectUrl")]))
        let whole = phone.post("sessions/\(code)", [("redirectUrl", RESTv2App.redirectURL)]).json
        #expect(whole["actionName"]?.stringValue == "authenticate")
        #expect(whole["sessionId"] == begun["sessionId"] && whole["code"] == begun["code"])
        try phone.signIn(code)
        #expect(tv.get("profiles/code/\(code)").profiles["Adobe"] != nil)
        #expect(phone.post("sessions/\(code)", []).json["reasonType"]?.stringValue == "authenticated")
    }

    @Test("A user returns to an app without a login")
    func returning() throws {
        var app = try RESTv2App(TestSite())
        try app.login()
        app.site.clock?.advance(by: .days(29))
        try app.refreshToken()
        #expect(app.createSession().json["reasonType"]?.stringValue == "authenticated")
        #expect(app.profile().profiles.count == 1)
        app.site.clock?.advance(by: .days(1))
        try app.refreshToken()
        #expect(app.profile().profiles.isEmpty)
        #expect(app.authorize("TEST_RESOURCE").errorCode == "authenticated_profile_expired")
        #expect(app.createSession().json["actionName"]?.stringValue == "authenticate")
    }

    @Test("A code lasts half an hour until a login completes it, and then as long as the profile")
    func codeLife() throws {
        var app = try RESTv2App(TestSite())
        let code = try app.code()
        app.site.clock?.advance(by: .seconds(1799))
        #expect(app.get("profiles/code/\(code)").status == .ok)
        try app.signIn(code)
        app.site.clock?.advance(by: .days(20))
        try app.refreshToken()
        #expect(app.get("profiles/code/\(code)").profiles.count == 1)
        #expect(app.get("sessions/\(code)").errorCode == "invalid_authentication_session")
        app.site.clock?.advance(by: .days(11))
        try app.refreshToken()
        #expect(app.get("profiles/code/\(code)").errorCode == "invalid_authentication_session")
    }

    @Test("A new session of the device invalidates its last code, but not that of another device")
    func newest() throws {
        let app = try RESTv2App(TestSite())
        var other = app
        other.device = "another"
        let (first, others) = (try app.code(), try other.code())
        let second = try app.code()
        #expect(app.get("sessions/\(first)").errorCode == "invalid_authentication_session")
        let page = app.site.get("/api/v2/authenticate/TEST_REQUESTOR/\(first)")
        #expect(page.status == .badRequest && page.fields[.contentType]?.hasPrefix("text/html") == true)
        #expect(app.get("sessions/\(second)").status == .ok)
        #expect(app.get("sessions/\(others)").status == .ok)
    }

    @Test("A code that a login has completed outlasts the device's next session")
    func usedCode() throws {
        let app = try RESTv2App(TestSite())
        let first = try app.code()
        try app.signIn(first)
        #expect(app.post("sessions", []).json["actionName"]?.stringValue == "resume")
        #expect(app.get("profiles/code/\(first)").profiles.count == 1)
    }

    @Test("The login's address may be opened several times, and finished in another browser")
    func reopened() throws {
        var app = try RESTv2App(TestSite())
        app.mvpd = "AcmeCable"
        let code = try app.code()
        let path = "/api/v2/authenticate/TEST_REQUESTOR/\(code)"
        let first = try #require(app.site.get(path).location)
        let second = try #require(app.site.get(path).location)
        #expect(first.contains("/_sim/mvpd/") && second.contains("/_sim/mvpd/") && second != first)
        try app.signIn(code)
        #expect(app.site.get(path).location == RESTv2App.redirectURL)
    }

    @Test("A login begins at the MVPD, in the way of each style, with the cookies of the legacy API")
    func firstAnswer() throws {
        let site = try TestSite()
        var app = try RESTv2App(site)
        func first(_ mvpd: String) throws -> HTTPResponse {
            app.mvpd = mvpd
            return site.get("/api/v2/authenticate/TEST_REQUESTOR/\(try app.code())")
        }
        let redirect = try first("AcmeCable")
        #expect(redirect.location?.contains("/_sim/mvpd/AcmeCable/sso?SAMLRequest=") == true)
        #expect(redirect.fields.values(.setCookie).contains { $0.hasPrefix("JSESSIONID=") })
        let form = try #require(TestBrowser.Form(try first("Adobe").text))
        #expect(form.action.hasSuffix("/_sim/mvpd/Adobe/sso") && form.fields.map(\.name).contains("RelayState"))
        #expect(try first("OAuthTV").location?.contains("/_sim/mvpd/OAuthTV/authorize?") == true)
    }

    @Test("If the setting says so, a login begins at the legacy API's address, which redirects")
    func byService() throws {
        let site = try TestSite { $0.restV2.loginAddress = .service }
        let app = try RESTv2App(site)
        let code = try app.code()
        let location = try #require(site.get("/api/v2/authenticate/TEST_REQUESTOR/\(code)").location)
        #expect(location.contains("/adobe-services/authenticate/saml?"))
        try app.signIn(code)
        #expect(app.profile().profiles.count == 1)
    }

    @Test("A code whose profile ended before the code itself leads nowhere, and the device's next code is another")
    func profileShorterThanCode() throws {
        let site = try TestSite { $0.ttl.authenticationSeconds = 60 }
        let app = try RESTv2App(site)
        let code = try app.code()
        try app.signIn(code)
        let path = "/api/v2/authenticate/TEST_REQUESTOR/\(code)"
        #expect(site.get(path).location == RESTv2App.redirectURL)
        site.clock?.advance(by: .seconds(60))
        #expect(site.get(path).status == .badRequest)
        #expect(app.get("profiles/code/\(code)").text == #"{"profiles":{}}"#)
        #expect(try app.code() != code)
        #expect(app.get("profiles/code/\(code)").status == .ok)
    }

    @Test("A login that fails leaves the code usable")
    func failed() throws {
        let app = try RESTv2App(TestSite())
        let code = try app.code()
        var browser = TestBrowser(app.site)
        let page = try browser.goOn(browser.open("/api/v2/authenticate/TEST_REQUESTOR/\(code)"))
        let form = try #require(TestBrowser.Form(page.text))
        #expect(try browser.signIn(form, user: "error").status == .badRequest)
        #expect(app.get("profiles/code/\(code)").text == #"{"profiles":{}}"#)
        try app.signIn(code)
        #expect(app.get("profiles/code/\(code)").profiles.count == 1)
    }

    @Test("Profiles of several MVPDs are kept side by side")
    func several() throws {
        var app = try RESTv2App(TestSite())
        for mvpd in ["Adobe", "AcmeCable", "OAuthTV"] {
            app.mvpd = mvpd
            try app.login()
        }
        #expect(Set(app.get("profiles").profiles.keys.map(\.string)) == ["Adobe", "AcmeCable", "OAuthTV"])
    }

    @Test("Another app on the same device, and another service provider, don't share a profile")
    func separate() throws {
        let app = try RESTv2App(TestSite())
        try app.login()
        let other = try RESTv2App(app.site)
        #expect(other.get("profiles").profiles.isEmpty)
        var provider = app
        provider.requestor = "REF30"
        #expect(provider.get("profiles").profiles.isEmpty)
        #expect(provider.authorize("TEST_RESOURCE").errorCode == "authenticated_profile_missing")
    }

    @Test("In a namespace every address stays inside it, also for clients that append it to a base URL")
    func namespace() throws {
        var site = try TestSite()
        site.prefix = "/_ns/blue"
        var app = try RESTv2App(site)
        app.mvpd = "AcmeCable"
        let begun = app.createSession().json
        let url = try #require(begun["url"]?.stringValue)
        #expect(url.hasPrefix("/_ns/blue/api/v2/authenticate/"))
        for path in [url, "/_ns/blue" + url] {
            #expect(try #require(site.send(site.request(.get, path)).location).contains("/_ns/blue/_sim/mvpd/"))
        }
        try app.signIn(try #require(begun["code"]?.stringValue))
        #expect(app.profile().profiles.count == 1)
    }
}

/// A programmer's server that verifies media tokens.
struct MediaTokenVerification {
    let site: TestSite

    init(_ site: TestSite) {
        self.site = site
    }

    /// The verdict on a token.
    func verify(_ token: String) -> String {
        site.post("/_sim/tokens/verify", [("token", token)]).json["status"]?.stringValue ?? ""
    }
}
