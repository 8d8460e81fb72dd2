import PassCore
import PassHTTP
import Testing

@testable import PassSimulator

@Suite("Logins by the platform", .eachStore)
struct PlatformLoginTests {
    /// A device, and the platform that goes to the MVPD for it.
    private struct Platform {
        let site: TestSite
        var deviceID = "c0ffee"
        var requestor = "TEST_REQUESTOR"
        var mvpd = "PlatformTV"
        /// Where the platform brings the request; `nil` for the MVPD itself.
        var proxy: String?

        private var caller: [(name: String, value: String)] {
            [("requestor_id", requestor), ("mso_id", mvpd), ("device_id", deviceID)]
        }

        func begin() throws -> (code: String, request: String) {
            let answer = site.post("/adobe-services/tokens/verificationCode", caller)
            try #require(answer.status == .ok, "\(answer.text)")
            let body = try JSONValue.parse(answer.body)
            return (
                try #require(body["verificationCode"]?.stringValue), try #require(body["SAMLRequest"]?.stringValue)
            )
        }

        /// What the MVPD answers to the request, in base64.
        func answer(to request: String, user: String = "user") throws -> String {
            var browser = TestBrowser(site)
            let page = try browser.open("/_sim/mvpd/\(proxy ?? mvpd)/sso", posting: [("SAMLRequest", request)])
            let form = try #require(TestBrowser.Form(page.text))
            try #require(form.hasPassword)
            let done = try browser.open(
                form.action, posting: form.fields + [("username", user), ("password", "password")])
            let fields = try #require(TestBrowser.Form(done.text)).fields
            return try #require(fields.first { $0.name == "SAMLResponse" }).value
        }

        func deliver(_ response: String, code: String? = nil) -> HTTPResponse {
            let more = code.map { [("verificationCode", $0)] } ?? []
            return site.post(
                "/adobe-services/1.0/tokens", caller + more + [("deviceType", "tvOS"), ("SAMLResponse", response)])
        }

        func session() -> HTTPResponse {
            NativeClient(site: site, deviceID: deviceID, requestor: requestor, mvpd: mvpd).session([:])
        }
    }

    @Test("An integration that disables platform logins refuses them, and the others of that MVPD don't")
    func switchedOff() throws {
        let site = try TestSite {
            $0.requestors["DEMO_NET"]?.mvpds = ["PlatformTV": .init(platformSignOn: false)]
        }
        func begin(_ requestor: String) -> HTTPResponse {
            site.post(
                "/adobe-services/tokens/verificationCode",
                [("requestor_id", requestor), ("mso_id", "PlatformTV"), ("device_id", "c0ffee")])
        }
        #expect(begin("DEMO_NET").text.contains("support platform sign-on"))
        #expect(begin("TEST_REQUESTOR").status == .ok)
    }

    @Test("The device gets a valid token without a code and a cookie")
    func whole() throws {
        let platform = Platform(site: try TestSite())
        let begun = try platform.begin()
        #expect(platform.session().status == .unauthorized && platform.session().text == "Data not found")
        let delivered = platform.deliver(try platform.answer(to: begun.request), code: begun.code)
        #expect(delivered.status == .noContent && delivered.body.isEmpty)
        let token = try #require(platform.session().element("authnToken"))
        #expect(token.contains("<simpleTokenMsoID>PlatformTV</simpleTokenMsoID>"))
        let client = NativeClient(site: platform.site, mvpd: "PlatformTV")
        #expect(client.authorize(token).element("authzToken") != nil)
    }

    @Test("The fields of REST API v1 are the same")
    func otherNames() throws {
        let site = try TestSite()
        let platform = Platform(site: site)
        let caller = [("requestor", "TEST_REQUESTOR"), ("mvpd", "PlatformTV"), ("deviceId", "c0ffee")]
        let begun = site.post("/adobe-services/tokens/verificationCode", caller)
        let request = try #require(JSONValue.parse(begun.body)["SAMLRequest"]?.stringValue)
        let response = try platform.answer(to: request)
        #expect(site.post("/adobe-services/tokens", caller + [("SAMLResponse", response)]).status == .noContent)
        #expect(platform.session().element("authnToken") != nil)
        let twice = site.post(
            "/adobe-services/tokens", caller + [("device_id", "other"), ("SAMLResponse", response)])
        #expect(twice.status == .badRequest && twice.text == #"{"error":"invalid_request"}"#)
    }

    @Test("Only the device, requestor and MVPD that began a login complete it, and only they get its token")
    func foreign() throws {
        let site = try TestSite()
        let platform = Platform(site: site)
        let response = try platform.answer(to: try platform.begin().request)
        for other in [
            Platform(site: site, deviceID: "other"), Platform(site: site, requestor: "REF30"),
            Platform(site: site, mvpd: "Adobe"),
        ] {
            let answer = other.deliver(response)
            #expect(answer.status == .unauthorized && answer.text == "Data not found")
        }
        #expect(platform.deliver(response, code: "0123456789ABCDEF").status == .unauthorized)
        #expect(platform.deliver(response).status == .noContent)
        #expect(Platform(site: site, deviceID: "other").session().status == .unauthorized)
        #expect(Platform(site: site, requestor: "REF30").session().status == .unauthorized)
        #expect(platform.session().status == .ok)
    }

    @Test("An answer is valid once, for the request that it answers, and for five minutes")
    func badAnswers() throws {
        let site = try TestSite()
        let platform = Platform(site: site)
        func refused(_ response: String) -> Bool {
            let answer = platform.deliver(response)
            return answer.status == .badRequest && answer.text.hasPrefix(#"{"error":"invalid_request","error_descr"#)
        }
        let first = try platform.answer(to: try platform.begin().request)
        let second = try platform.answer(to: try platform.begin().request)
        #expect(refused(first), "it answers the login before")
        for nonsense in ["YWJj", "x", "PHNhbWxwOlJlc3BvbnNlLz4="] { #expect(refused(nonsense), "\(nonsense)") }
        #expect(platform.session().status == .unauthorized)
        site.clock?.advance(by: .minutes(7))
        #expect(refused(second))
        let third = try platform.answer(to: try platform.begin().request)
        #expect(platform.deliver(third).status == .noContent)
        #expect(refused(third))
    }

    @Test("An answer with another user's name inserted is refused, and the real one is still accepted")
    func tampered() throws {
        let platform = Platform(site: try TestSite())
        let response = try platform.answer(to: try platform.begin().request)
        let xml = String(decoding: try #require(Base64.decode(response)), as: UTF8.self)
        let forged = xml.replacing(">user</", with: ">denied</")
        try #require(forged != xml)
        let refusal = platform.deliver(Base64.encode(forged.utf8))
        #expect(refusal.status == .badRequest && refusal.text.contains(#""error":"invalid_request""#))
        #expect(platform.session().status == .unauthorized)
        #expect(platform.deliver(response).status == .noContent)
    }

    @Test("An MVPD's error ends the login without a user")
    func mvpdError() throws {
        let platform = Platform(site: try TestSite())
        let response = try platform.answer(to: try platform.begin().request, user: "error")
        #expect(platform.deliver(response).status == .badRequest)
        #expect(platform.session().status == .unauthorized)
    }

    @Test("A login that was only begun doesn't displace the completed one, and a logout restores none")
    func displacing() throws {
        let site = try TestSite()
        let platform = Platform(site: site)
        func login() throws -> String {
            let response = try platform.answer(to: try platform.begin().request)
            try #require(platform.deliver(response).status == .noContent)
            return try #require(platform.session().element("authnToken"))
        }
        let first = try login()
        _ = try platform.begin()
        _ = try platform.begin()
        #expect(platform.session().element("authnToken") == first)
        let second = try login()
        #expect(second != first)
        let logout = site.get(
            "/adobe-services/logout", [("authentication_token", second), ("redirect_url", "adobepass://ios.app")])
        #expect(logout.status == .found)
        #expect(platform.session().status == .unauthorized)
    }

    @Test("MVPDs without platform sign-on, and such that the requestor does not have, are refused with a sentence")
    func notOffered() throws {
        let site = try TestSite { $0.requestors["SMALL"] = .init(mvpds: ["Adobe": .init()]) }
        for (requestor, mvpd, sentence) in [
            ("TEST_REQUESTOR", "Adobe", "support platform sign-on"), ("SMALL", "PlatformTV", "has no integration"),
            ("TEST_REQUESTOR", "NoSuchMVPD", "support platform sign-on"),
        ] {
            let answer = site.post(
                "/adobe-services/tokens/verificationCode",
                [("requestor_id", requestor), ("mso_id", mvpd), ("device_id", "c0ffee")])
            #expect(answer.status == .badRequest && answer.text.contains(sentence), "\(answer.text)")
        }
    }

    @Test("At a proxied MVPD the proxy is asked, with the MVPD's name, and its answer is accepted")
    func proxied() throws {
        let site = try TestSite { $0.mvpds["TownCable"]?.platform = .init() }
        let platform = Platform(site: site, mvpd: "TownCable", proxy: "HubTV")
        let begun = try platform.begin()
        let xml = String(decoding: try #require(Base64.decode(begun.request)), as: UTF8.self)
        #expect(xml.contains("/_sim/mvpd/HubTV/sso") && xml.contains(#"ProviderID="TownCable""#))
        #expect(platform.deliver(try platform.answer(to: begun.request)).status == .noContent)
        let token = try #require(platform.session().element("authnToken"))
        #expect(token.contains("<simpleTokenSubMvpdID>TownCable</simpleTokenSubMvpdID>"))
    }

    @Test("An MVPD that does not speak SAML is refused with a sentence", arguments: ["OAuthTV", "TempPass"])
    func otherStyles(_ mvpd: String) throws {
        let site = try TestSite {
            $0.mvpds["OAuthTV"] = .init()
            $0.mvpds["OAuthTV"]?.style = .oauth2
            $0.mvpds[mvpd]?.platform = .init()
        }
        let answer = site.post(
            "/adobe-services/tokens/verificationCode",
            [("requestor_id", "TEST_REQUESTOR"), ("mso_id", mvpd), ("device_id", "c0ffee")])
        #expect(answer.status == .badRequest && answer.text.contains("SAML"), "\(answer.text)")
    }

    @Test("The code of a platform login isn't accepted as a session cookie")
    func codeIsNoCookie() throws {
        let platform = Platform(site: try TestSite())
        let begun = try platform.begin()
        let delivered = platform.deliver(try platform.answer(to: begun.request), code: begun.code)
        #expect(delivered.status == .noContent)
        let client = NativeClient(site: platform.site, mvpd: "PlatformTV")
        #expect(client.session([.cookie: "JSESSIONID=\(begun.code)"]).status == .unauthorized)
        #expect(platform.session().status == .ok)
    }

    @Test("A cookie or a code takes precedence over the device, even an unknown one")
    func precedence() throws {
        let platform = Platform(site: try TestSite())
        let response = try platform.answer(to: try platform.begin().request)
        #expect(platform.deliver(response).status == .noContent)
        let client = NativeClient(site: platform.site)
        #expect(client.session([.cookie: "JSESSIONID=unknown"]).status == .unauthorized)
        #expect(client.session([.cookie: "other=1"]).status == .ok)
        let code = platform.site.post(
            "/adobe-services/sessionDevice",
            [("requestor_id", "TEST_REQUESTOR"), ("device_id", "c0ffee"), ("reg_code", "AAAAAAA")])
        #expect(code.status == .unauthorized)
        let web = platform.site.post(
            "/adobe-services/session", [("requestor_id", "TEST_REQUESTOR"), ("device_id", "c0ffee")])
        #expect(web.status == .unauthorized)
    }
}
