import PassCore
import PassCrypto
import PassDomain
import PassHTTP
import PassSAML
import Testing

@testable import PassSimulator

@Suite("The login, from the first redirect to the authN token", .eachStore)
struct LoginFlowTests {
    private static let mvpds = ["Adobe", "AcmeCable", "MetaCable", "OAuthTV"]
    private static let redirects = [
        "adobepass://ios.app", "adbe.k3Demo-App77://adobe.com", "https://site.example/done?show=1#top",
    ]

    private func query(_ mvpd: String, _ more: [(name: String, value: String)] = []) -> [(name: String, value: String)]
    {
        [("requestor_id", "TEST_REQUESTOR"), ("mso_id", mvpd), ("domain_name", "adobe.com"), ("noflash", "true")] + more
            + (more.contains { $0.name == "redirect_url" } ? [] : [("redirect_url", "adobepass://ios.app")])
    }

    private func code(_ site: TestSite, device: String = "c0ffee") throws -> String {
        let answer = site.post("/reggie/v1/TEST_REQUESTOR/regcode", [("deviceId", device), ("format", "json")])
        return try #require(JSONValue.parse(answer.body)["code"]?.stringValue)
    }

    @Test("Each MVPD style ends with one 302 to exactly the redirect URL", arguments: mvpds, redirects)
    func chain(_ mvpd: String, _ redirect: String) throws {
        let site = try TestSite()
        var browser = TestBrowser(site)
        let form = try browser.openLogin(query(mvpd, [("redirect_url", redirect)]))
        let end = try browser.signIn(form)
        #expect(end.status == .found)
        #expect(end.fields.values(.location) == [redirect])
        let session = NativeClient(site: site, mvpd: mvpd).session(browser.cookieField)
        #expect(session.status == .ok)
        #expect(session.element("authnToken")?.contains("<simpleTokenMsoID>\(mvpd)</simpleTokenMsoID>") == true)
    }

    @Test("Each style has its own first answer: an auto-posting form, a redirect, a meta refresh")
    func styles() throws {
        let site = try TestSite()
        let path = "/adobe-services/authenticate/saml"
        let post = site.get(path, query("Adobe"))
        #expect(post.status == .ok && post.text.contains(#"name="SAMLRequest""#) && post.text.contains(".submit()"))
        let redirect = site.get(path, query("AcmeCable"))
        #expect(redirect.status == .found)
        let sso = try #require(redirect.location)
        #expect(sso.hasPrefix("http://127.0.0.1:8080/_sim/mvpd/AcmeCable/sso?SAMLRequest="))
        #expect(sso.contains("&RelayState=") && sso.contains("&SigAlg=") && sso.contains("&Signature="))
        let refresh = site.get(path, query("MetaCable"))
        let url = try #require(TestBrowser.refresh(in: refresh.text))
        #expect(refresh.status == .ok && url.hasPrefix("http://127.0.0.1:8080/_sim/mvpd/MetaCable/sso?"))
        #expect(!url.contains("&"), "many readers of the tag undo no escapes")
    }

    @Test("With both a code and a cookie the code is used, even an unknown one")
    func codeWins() throws {
        let site = try TestSite()
        var browser = TestBrowser(site)
        let form = try browser.openLogin(query("Adobe"))
        _ = try browser.signIn(form)
        func session(_ more: [(name: String, value: String)]) -> HTTPResponse {
            site.post("/adobe-services/session", [("requestor_id", "TEST_REQUESTOR")] + more, browser.cookieField)
        }
        #expect(session([]).element("authnToken") != nil)
        let unknown = session([("reg_code", "ZZZZZZZ")])
        #expect(unknown.status == .unauthorized && unknown.text == "Data not found")
        let fresh = session([("reg_code", try code(site))])
        #expect(fresh.status == .unauthorized && fresh.text == "Data not found")
    }

    @Test("A registration code alone links a browser to a device that shares no cookie with it")
    func codeAlone() throws {
        let site = try TestSite()
        let code = try code(site)
        let web: [(name: String, value: String)] = [
            ("requestor_id", "TEST_REQUESTOR"), ("reg_code", code.lowercased()),
        ]
        let native = web + [("device_id", "c0ffee")]
        #expect(site.post("/adobe-services/session", web).status == .unauthorized)

        var browser = TestBrowser(site)
        let form = try browser.openLogin([("mso_id", "Adobe"), ("reg_code", code)])
        #expect(site.post("/adobe-services/session", web).text == #"<pendingLogout reason="0">true</pendingLogout>"#)
        #expect(site.post("/adobe-services/sessionDevice", native).status == .unauthorized)

        let end = try browser.signIn(form)
        #expect(end.location == "http://127.0.0.1:8080/_sim/done")
        #expect(site.post("/adobe-services/session", web).element("authnToken") != nil)
        let first = try #require(site.post("/adobe-services/sessionDevice", native).element("authnToken"))
        #expect(site.post("/adobe-services/sessionDevice", native).element("authnToken") == first)
        let other = site.post("/adobe-services/sessionDevice", web + [("device_id", "decaf")])
        #expect(other.text == #"<pendingLogout reason="34764">true</pendingLogout>"#)
        let none = site.post("/adobe-services/sessionDevice", web)
        #expect(none.status == .badRequest && none.text == "<reason>34763</reason>")
    }

    @Test("A web token carries ap_21, or the code's device, plain; a native one a signature")
    func fingerprints() throws {
        let site = try TestSite()
        let code = try code(site, device: "0123456789abcdef0123456789abcdef")
        var browser = TestBrowser(site)
        let form = try browser.openLogin(query("Adobe", [("reg_code", code)]))
        _ = try browser.signIn(form)
        let body: [(name: String, value: String)] = [("requestor_id", "TEST_REQUESTOR"), ("reg_code", code)]
        let plain = "<simpleTokenFingerprint>0123456789abcdef0123456789abcdef</simpleTokenFingerprint>"
        let byCode = try #require(site.post("/adobe-services/session", body).element("authnToken"))
        #expect(byCode.contains(plain) && byCode.contains("<simpleTokenDeviceIDFragments>"))
        let byHeader = site.post("/adobe-services/session", body, ["Ap_21": "0123456789abcdef0123456789abcdef"])
        #expect(byHeader.element("authnToken")?.contains(plain) == true)
        let native = try NativeClient(site: site).login()
        #expect(native.contains("<simpleTokenFingerprint>"))
        #expect(!native.contains("<simpleTokenFingerprint>c0ffee") && !native.contains("Fragments"))
    }

    @Test("A wrong password keeps the form and leaves the session without a user")
    func wrongPassword() throws {
        let site = try TestSite()
        var browser = TestBrowser(site)
        let form = try browser.openLogin(query("Adobe"))
        let again = try browser.open(form.action, posting: form.fields + [("username", "user"), ("password", "wrong")])
        #expect(again.status == .ok && again.text.contains(#"role="alert""#))
        #expect(NativeClient(site: site).session(browser.cookieField).status == .unauthorized)
        let second = try #require(TestBrowser.Form(again.text))
        #expect(try browser.signIn(second).location == "adobepass://ios.app")
    }

    @Test("The login form survives a post without credentials")
    func noCredentials() throws {
        let site = try TestSite()
        var browser = TestBrowser(site)
        let form = try browser.openLogin(query("AcmeCable"))
        let again = try browser.open(form.action, posting: form.fields)
        #expect(again.status == .ok)
        let second = try #require(TestBrowser.Form(again.text))
        #expect(second.hasPassword && !again.text.contains(#"role="alert""#))
        #expect(try browser.signIn(second).location == "adobepass://ios.app")
    }

    @Test("A client that upgrades the login post to https on the same port still finishes")
    func upgrade() throws {
        let site = try TestSite()
        var browser = TestBrowser(site)
        let form = try browser.openLogin(query("Adobe"))
        let action = form.action.hasPrefix("/") ? "http://127.0.0.1:8080" + form.action : form.action
        var upgraded = form
        upgraded.action = action.replacing("http://", with: "https://")
        #expect(try browser.signIn(upgraded).location == "adobepass://ios.app")
        #expect(NativeClient(site: site).session(browser.cookieField).status == .ok)
    }

    @Test(
        "A redirect URL that could run a script is refused with a page that links nowhere",
        arguments: [
            "javascript:alert(1)", "data:text/html,x", "//evil.example", "/relative", "https://u@h/",
            "file:///etc/passwd", "https://h/\r\nX: y",
        ])
    func refusedRedirect(_ url: String) throws {
        let site = try TestSite()
        for path in ["/adobe-services/authenticate/saml", "/adobe-services/1.0/authenticate"] {
            let answer = site.get(path, query("Adobe", [("redirect_url", url)]))
            #expect(answer.status == .badRequest && answer.location == nil)
            #expect(!answer.text.contains("<a ") && !answer.text.contains("evil") && !answer.text.contains("alert(1)"))
        }
        let logout = site.get("/adobe-services/logout", [("requestor_id", "TEST_REQUESTOR"), ("redirect_url", url)])
        #expect(logout.status == .badRequest && logout.location == nil)
    }

    @Test("A temporary pass bounces straight back with a user")
    func bounces() throws {
        let site = try TestSite()
        var browser = TestBrowser(site)
        let path = "/adobe-services/authenticate/saml?"
        let temporary = try browser.open(path + FormFields.encode(query("TempPass")))
        #expect(temporary.location == "adobepass://ios.app")
        #expect(NativeClient(site: site, mvpd: "TempPass").session(browser.cookieField).status == .ok)
    }

    @Test("An MVPD that the requestor does not have bounces back without a user")
    func notIntegrated() throws {
        let site = try TestSite { $0.unknownMVPDs = .refuse }
        var browser = TestBrowser(site)
        let answer = try browser.open("/adobe-services/authenticate/saml?" + FormFields.encode(query("NoSuchMVPD")))
        #expect(answer.location == "adobepass://ios.app")
        #expect(answer.fields["X-Pass-Simulator-Reason"] == "The requestor has no integration with this MVPD.")
        #expect(NativeClient(site: site).session(browser.cookieField).status == .unauthorized)
        let code = try code(site)
        let noWayBack = try browser.open("/adobe-services/authenticate/saml?mso_id=NoSuchMVPD&reg_code=\(code)")
        #expect(noWayBack.status == .badRequest && noWayBack.text.contains("no integration with this MVPD"))
    }

    @Test("Cookies are Secure over TLS only, with SameSite=None for the Chromes that understand it")
    func cookies() throws {
        var site = try TestSite()
        let path = "/adobe-services/authenticate/saml"
        for line in site.get(path, query("Adobe")).fields.values(.setCookie) {
            #expect(!line.contains("Secure") && !line.contains("SameSite"))
        }
        site.scheme = .https
        func lines(_ agent: String) -> [String] {
            site.get(path, query("Adobe"), [.userAgent: agent]).fields.values(.setCookie)
        }
        for agent in ["Chrome/80.0.3987.87", "Chrome/81.0.4044.92", "Chrome/83.0.4103.61"] {
            for line in lines(agent) { #expect(line.contains("; SameSite=None")) }
        }
        let current = lines("Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/120.0.0.0 Safari/537.36")
        #expect(current.contains { $0.hasPrefix("JSESSIONID=") } && current.contains { $0.hasPrefix("redirect_url=") })
        for line in current { #expect(line.contains("; Secure") && line.contains("; SameSite=None")) }
        for agent in [
            "Mozilla/5.0 Chrome/79.0.3945.88", "Mozilla/5.0 Chrome/82.0.1", "Version/12.0 Safari/605.1.15", "curl/8",
        ] {
            for line in lines(agent) { #expect(line.contains("; Secure") && !line.contains("SameSite")) }
        }
    }

    @Test("A login that was only begun does not displace the completed one of its code")
    func displaced() throws {
        let site = try TestSite()
        let code = try code(site)
        var first = TestBrowser(site)
        var second = TestBrowser(site)
        var third = TestBrowser(site)
        let begin = query("Adobe", [("reg_code", code)])
        let form = try first.openLogin(begin)
        _ = try second.openLogin(begin)
        _ = try first.signIn(form)
        _ = try third.openLogin(begin)
        let body: [(name: String, value: String)] = [("requestor_id", "TEST_REQUESTOR"), ("reg_code", code)]
        #expect(site.post("/adobe-services/session", body).element("authnToken") != nil)
    }

    @Test("A session gives no authN token that has already expired")
    func expiredSession() throws {
        let site = try TestSite { $0.ttl.authenticationSeconds = 60 }
        var browser = TestBrowser(site)
        let form = try browser.openLogin(query("Adobe"))
        _ = try browser.signIn(form)
        let web: [(name: String, value: String)] = [("requestor_id", "TEST_REQUESTOR")]
        site.clock?.advance(by: .seconds(59))
        #expect(site.post("/adobe-services/session", web, browser.cookieField).element("authnToken") != nil)
        site.clock?.advance(by: .seconds(1))
        #expect(
            site.post("/adobe-services/session", web, browser.cookieField).text
                == #"<pendingLogout reason="0">true</pendingLogout>"#)
        #expect(NativeClient(site: site).session(browser.cookieField).status == .unauthorized)
    }

    @Test(
        "An answer to another request or for another audience is refused, and the real one still works",
        arguments: [
            ("InResponseTo=\"_", "InResponseTo=\"_x"), ("https://saml.sp.auth.adobe.com</", "https://other.example</"),
        ])
    func foreignAnswer(_ part: String, _ replacement: String) throws {
        let site = try TestSite()
        var browser = TestBrowser(site)
        let form = try browser.openLogin(query("Adobe"))
        let page = try browser.open(
            form.action, posting: form.fields + [("username", "user"), ("password", "password")])
        let real = try #require(TestBrowser.Form(page.text))
        var forged = real
        for index in forged.fields.indices where forged.fields[index].name == "SAMLResponse" {
            let xml = String(decoding: try #require(Base64.decode(forged.fields[index].value)), as: UTF8.self)
            try #require(xml.contains(part))
            // Signed again, so that the signature is not what it is refused for.
            let altered = try AuthnResponse(xml: Array(xml.replacing(part, with: replacement).utf8))
            forged.fields[index].value = Base64.encode(try altered.xml(signedBy: site.keys.saml))
        }
        let refused = try browser.open(forged.action, posting: forged.fields)
        #expect(refused.status == .badRequest && refused.location == nil)
        #expect(!refused.text.contains("trusted"))
        #expect(NativeClient(site: site).session(browser.cookieField).status == .unauthorized)
        #expect(try browser.open(real.action, posting: real.fields).location == "adobepass://ios.app")
    }

    @Test("A name that no URL can hold, and a client version that no header should, are pages", arguments: ["..", "."])
    func unusableNames(_ name: String) throws {
        let site = try TestSite()
        let query = [("requestor_id", "TEST_REQUESTOR"), ("redirect_url", "adobepass://ios.app")]
        #expect(site.get("/adobe-services/authenticate", query + [("mso_id", name)]).status == .badRequest)
        let long = String(repeating: name, count: 129)
        let answer = site.get("/adobe-services/authenticate", query + [("mso_id", "Adobe"), ("client_version", long)])
        #expect(answer.status == .badRequest && answer.location == nil)
    }
}
