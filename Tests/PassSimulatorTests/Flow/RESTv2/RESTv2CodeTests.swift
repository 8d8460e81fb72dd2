import PassCore
import PassHTTP
import Testing

@testable import PassSimulator

@Suite("The one login of a code of REST API v2", .eachStore)
struct RESTv2CodeTests {
    /// Opens the login of a code in a new browser, up to the MVPD's form.
    private func opened(_ app: RESTv2App, _ code: String) throws -> (TestBrowser, TestBrowser.Form) {
        var browser = TestBrowser(app.site)
        let page = try browser.goOn(browser.open("/api/v2/authenticate/\(app.requestor)/\(code)"))
        return (browser, try #require(TestBrowser.Form(page.text)))
    }

    @Test("A code is for one login: of two browsers the second is refused, also after a logout")
    func oneLogin() throws {
        let app = try RESTv2App(TestSite())
        let code = try app.code()
        var (first, firstForm) = try opened(app, code)
        var (second, secondForm) = try opened(app, code)
        var (third, thirdForm) = try opened(app, code)
        #expect(try first.signIn(firstForm, user: "user").status == .found)
        let profile = app.profile().profiles["Adobe"]
        #expect(try second.signIn(secondForm, user: "child").status == .badRequest)
        #expect(app.profile().profiles["Adobe"] == profile && profile != nil)
        _ = app.logout()
        #expect(try third.signIn(thirdForm, user: "child").status == .badRequest)
        #expect(app.profile().profiles.isEmpty)
    }

    @Test("A login is refused once the device has begun another session")
    func supersededLogin() throws {
        let app = try RESTv2App(TestSite())
        var (browser, form) = try opened(app, app.code())
        let latest = try app.code()
        let page = try browser.signIn(form, user: "user")
        #expect(page.status == .badRequest && page.text.contains("Start again in the app."))
        #expect(app.profile().profiles.isEmpty)
        try app.signIn(latest)
        #expect(app.profile().profiles.count == 1)
    }

    @Test("Facts that arrive while a login runs don't move it to another MVPD, and later ones are ignored")
    func lateFacts() throws {
        let app = try RESTv2App(TestSite())
        let code = try app.code()
        var (browser, form) = try opened(app, code)
        let resumed = app.post("sessions/\(code)", [("mvpd", "AcmeCable")])
        #expect(resumed.json["actionName"]?.stringValue == "authenticate")
        #expect(try browser.signIn(form, user: "user").status == .found)
        #expect(app.get("profiles/code/\(code)").profiles["Adobe"] != nil)
        let late = app.post("sessions/\(code)", [("mvpd", "AcmeCable"), ("redirectUrl", "https://evil.example/")])
        #expect(late.json["reasonType"]?.stringValue == "authenticated" && late.json["mvpd"]?.stringValue == "Adobe")
        let back = app.site.get("/api/v2/authenticate/TEST_REQUESTOR/\(code)")
        #expect(back.status == .found && back.fields[.location] == RESTv2App.redirectURL)
        _ = app.logout()
        #expect(app.post("sessions/\(code)", []).errorCode == "invalid_authentication_session")
    }

    @Test(
        "A login that gives no profile leads back without a user, and blocks neither the device nor its other profiles",
        arguments: ["AcmeCable", "OAuthTV"], [#"{"authenticationSeconds": 0}"#, "removed"])
    func noProfile(_ mvpd: String, _ change: String) throws {
        var app = try RESTv2App(TestSite())
        try app.login()
        let site = app.site
        app.mvpd = mvpd
        let code = try app.code()
        var (browser, form) = try opened(app, code)
        let integration = "state/integrations/TEST_REQUESTOR:\(mvpd)"
        if change == "removed" {
            #expect(site.control(.delete, integration).status.code < 300)
        } else {
            #expect(site.control(.patch, integration, change).status == .ok)
        }
        let answer = try browser.signIn(form, user: "user")
        let end = answer.status == .found ? answer : try browser.goOn(answer)
        #expect(end.status == .found && end.fields[.location] == RESTv2App.redirectURL)
        #expect(app.get("profiles").profiles.keys.sorted() == ["Adobe"])
        #expect(app.get("profiles/code/\(code)").profiles.isEmpty)
        app.mvpd = "Adobe"
        #expect(app.authorize("A").itemCodes == [nil])
        #expect(app.createSession().json["reasonType"]?.stringValue == "authenticated")
    }

    @Test("Where the MVPD isn't asked, a browser's login leaves no profile, and the code stays free for a real login")
    func loginWithoutMVPD() throws {
        let app = try RESTv2App(TestSite())
        let code = try app.code()
        let integration = "state/integrations/TEST_REQUESTOR:Adobe"
        #expect(app.site.control(.patch, integration, #"{"degradation": "authNAll"}"#).status == .ok)
        let back = app.site.get("/api/v2/authenticate/TEST_REQUESTOR/\(code)")
        #expect(back.status == .found && back.fields[.location] == RESTv2App.redirectURL)
        let legacy =
            "/adobe-services/authenticate/saml?requestor_id=TEST_REQUESTOR&mso_id=TempPass&reg_code=\(code)"
            + "&redirect_url=https%3A%2F%2Fsite.example%2Fdone"
        #expect(app.site.get(legacy).status == .found)
        #expect(app.site.control(.patch, integration, #"{"degradation": null}"#).status == .ok)
        #expect(app.profile().profiles.isEmpty)
        try app.signIn(code)
        #expect(app.profile().profiles.keys.sorted() == ["Adobe"])
    }

    @Test("Only the app itself deletes its code through REST API v1")
    func deletedCode() throws {
        let app = try RESTv2App(TestSite())
        let other = try RESTv2App(app.site)
        let code = try app.code()
        func delete(_ path: String, _ fields: HTTPFields = [:]) -> HTTPStatus {
            app.site.send(app.site.request(.delete, path, fields)).status
        }
        for path in ["/reggie/v1/regcode/\(code)", "/reggie/v1/TEST_REQUESTOR/regcode/\(code)"] {
            #expect(delete(path) == .notFound)
            #expect(delete(path, [.authorization: "Bearer \(other.bearer)"]) == .notFound)
        }
        #expect(app.get("profiles/code/\(code)").status == .ok)
        let path = "/reggie/v1/TEST_REQUESTOR/regcode/\(code)"
        #expect(delete(path, [.authorization: "Bearer \(app.bearer)"]) == .noContent)
        #expect(app.get("profiles/code/\(code)").errorCode == "invalid_authentication_session")
    }
}
