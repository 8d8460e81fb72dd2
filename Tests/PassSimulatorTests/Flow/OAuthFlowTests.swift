import PassCore
import PassDomain
import PassHTTP
import Testing

@testable import PassSimulator

@Suite("Logins at an OAuth 2.0 MVPD", .eachStore)
struct OAuthFlowTests {
    static let path = "/adobe-services/oauth2"

    func query(_ mvpd: String = "OAuthTV", _ more: [(name: String, value: String)] = [])
        -> [(name: String, value: String)]
    {
        [("requestor_id", "TEST_REQUESTOR"), ("mso_id", mvpd), ("redirect_url", "adobepass://ios.app")] + more
    }

    /// Begins a login, signs in, and keeps the MVPD's answer: the URL at the service.
    func answer(
        _ browser: inout TestBrowser, user: String = "user", _ more: [(name: String, value: String)] = []
    ) throws -> String {
        let form = try browser.openLogin(query("OAuthTV", more))
        let answer = try browser.open(
            form.action, posting: form.fields + [("username", user), ("password", "password")])
        return try #require(answer.location)
    }

    func fields(of url: String?) throws -> FormFields {
        let query = url.flatMap { URIReference($0)?.query }
        return try FormFields.parse(try #require(query))
    }

    /// The name of the browser's login, as the service gives it to the MVPD.
    func session(_ browser: TestBrowser) throws -> SessionID {
        let cookie = try #require(browser.cookieField[.cookie]?.firstMatch(of: /JSESSIONID=([^;]+)/)).1
        return try #require(browser.site.world).ports.tokens.session(of: SessionCookie(rawValue: String(cookie)))
    }

    func refreshToken(_ site: TestSite, _ browser: TestBrowser) throws -> String {
        let world = try #require(site.world)
        let session = try world.stores.sessions.find(try session(browser), now: world.clock.now())
        guard case .authenticated(let login) = session?.state else { throw CancellationError() }
        return try #require(login.refreshToken)
    }

    @Test("The service asks for a code with the recorded parameters, in their order, and with a challenge")
    func request() throws {
        let answer = try TestSite().get("/adobe-services/authenticate/saml", query())
        #expect(answer.status == .found)
        let location = try #require(answer.location)
        let start = "http://127.0.0.1:8080/_sim/mvpd/OAuthTV/authorize?"
        try #require(location.hasPrefix(start))
        let fields = try FormFields.parse(location.dropFirst(start.count))
        #expect(
            fields.pairs.map(\.name) == [
                "response_type", "client_id", "redirect_uri", "scope", "state", "code_challenge",
                "code_challenge_method",
            ])
        #expect(fields["response_type"] == "code" && fields["client_id"] == "adobepass-TEST_REQUESTOR")
        #expect(fields["redirect_uri"] == "http://127.0.0.1:8080/adobe-services/oauth2")
        #expect(fields["scope"] == "openid profile")
        #expect(fields["state"]?.wholeMatch(of: /[0-9A-Z]{32}/) != nil)
        #expect(fields["code_challenge"]?.wholeMatch(of: /[\w\-]{43}/) != nil)
        #expect(fields["code_challenge_method"] == "S256")
        let passive = try TestSite().get("/adobe-services/authenticate", query("OAuthTV", [("passive", "true")]))
        #expect(passive.location?.contains("&prompt=none&code_challenge=") == true)
    }

    @Test("The state alone names the login: another browser, or another client, may deliver the answer")
    func stateAlone() throws {
        let site = try TestSite()
        var browser = TestBrowser(site)
        let url = try answer(&browser)
        var other = TestBrowser(site)
        let end = try other.open(url.replacing("/adobe-services/oauth2", with: "/adobe-services/1.0/oauth2"))
        #expect(end.status == .found && end.location == "adobepass://ios.app")
        #expect(NativeClient(site: site, mvpd: "OAuthTV").session(browser.cookieField).status == .ok)
    }

    @Test("The answer works once, and its tokens stay valid when it is repeated")
    func replay() throws {
        let site = try TestSite()
        var browser = TestBrowser(site)
        let url = try answer(&browser)
        #expect(try browser.open(url).status == .found)
        let again = try browser.open(url)
        #expect(again.status == .badRequest && again.location == nil)
        let client = NativeClient(site: site, mvpd: "OAuthTV")
        let token = try #require(client.session(browser.cookieField).element("authnToken"))
        #expect(client.authorize(token).element("authzToken") != nil)
    }

    @Test("A wrong code, an unknown state and neither code nor error are 400 pages; the right answer still works")
    func wrong() throws {
        let site = try TestSite()
        var browser = TestBrowser(site)
        let url = try answer(&browser)
        let fields = try fields(of: url)
        let (code, state) = (try #require(fields["code"]), try #require(fields["state"]))
        for query in [
            [("code", "wrong"), ("state", state)], [("code", code), ("state", "unknown")], [("state", state)],
            [("code", code)], [("code", code), ("error", "access_denied"), ("state", state)],
            [("error", "access_denied"), ("state", "unknown")],
        ] {
            let refused = site.get(Self.path, query.map { (name: $0.0, value: $0.1) })
            #expect(refused.status == .badRequest && refused.location == nil, "\(query)")
        }
        #expect(try browser.open(url).location == "adobepass://ios.app")
    }

    @Test("A code that took longer than a minute is refused")
    func lateCode() throws {
        let site = try TestSite()
        var browser = TestBrowser(site)
        let url = try answer(&browser)
        site.clock?.advance(by: .seconds(60))
        let late = try browser.open(url)
        #expect(late.status == .badRequest && late.text.contains("The code has expired."))
    }

    @Test("A SAML login takes no code, and an OAuth login no SAML answer")
    func protocolsApart() throws {
        let site = try TestSite()
        var oauth = TestBrowser(site)
        let url = try answer(&oauth)
        var saml = TestBrowser(site)
        _ = try saml.openLogin(query("Adobe"))
        let state = try session(saml).rawValue
        let code = try #require(try fields(of: url)["code"])
        let crossed = site.get(Self.path, [("code", code), ("state", state)])
        #expect(crossed.status == .badRequest && crossed.text.contains("issue authorization codes"))
        #expect(try oauth.open(url).location == "adobepass://ios.app")
    }

    @Test("An unsigned error ends no SAML login")
    func foreignError() throws {
        var browser = TestBrowser(try TestSite())
        let form = try browser.openLogin(query("AcmeCable"))
        let state = try session(browser).rawValue
        let answer = browser.site.get(Self.path, [("error", "access_denied"), ("state", state)])
        #expect(answer.status == .badRequest && answer.location == nil)
        #expect(try browser.signIn(form).location == "adobepass://ios.app")
    }

    @Test("A failing provider leads to a page, and a device learns that no user signed in")
    func broken() throws {
        let site = try TestSite()
        var browser = TestBrowser(site)
        let end = try browser.open(try answer(&browser, user: "error"))
        #expect(end.status == .badRequest && end.location == nil && end.text.contains("server_error"))
        #expect(
            site.post("/adobe-services/session", [("requestor_id", "TEST_REQUESTOR")], browser.cookieField).text
                == Documented.pendingLogout(0))
    }

    @Test("A denial returns the browser without a user")
    func denied() throws {
        let site = try TestSite()
        var browser = TestBrowser(site)
        let begun = try browser.open("/adobe-services/authenticate?" + FormFields.encode(query()))
        let state = try #require(try fields(of: begun.location)["state"])
        let end = site.get(Self.path, [("error", "access_denied"), ("state", state)])
        #expect(end.status == .found && end.location == "adobepass://ios.app")
        #expect(NativeClient(site: site, mvpd: "OAuthTV").session(browser.cookieField).status == .unauthorized)
    }

    @Test("The whole flow gives a media token, with a registration code too")
    func mediaToken() throws {
        let site = try TestSite()
        let client = NativeClient(site: site, mvpd: "OAuthTV")
        let authorized = try #require(client.authorize(try client.login()).element("authzToken"))
        #expect(client.mediaToken(authorized).text.contains("<shortAuthorizationToken>"))

        let registered = site.post("/reggie/v1/TEST_REQUESTOR/regcode", [("deviceId", "c0ffee"), ("format", "json")])
        let code = try #require(JSONValue.parse(registered.body)["code"]?.stringValue)
        var browser = TestBrowser(site)
        _ = try browser.open(try answer(&browser, [("reg_code", code)]))
        let session = site.post(
            "/adobe-services/sessionDevice",
            [("requestor_id", "TEST_REQUESTOR"), ("reg_code", code), ("device_id", "c0ffee")])
        #expect(session.element("authnToken") != nil)
    }

    @Test("An authorization needs the login's refresh token: if the MVPD revoked it, the denial says so")
    func revoked() throws {
        let site = try TestSite()
        var browser = TestBrowser(site)
        _ = try browser.open(try answer(&browser))
        let client = NativeClient(site: site, mvpd: "OAuthTV")
        let token = try #require(client.session(browser.cookieField).element("authnToken"))
        #expect(client.authorize(token).element("authzToken") != nil)
        let revocation = site.post(
            "/_sim/mvpd/OAuthTV/revoke",
            [
                ("token", try refreshToken(site, browser)), ("client_id", "adobepass-TEST_REQUESTOR"),
                ("client_secret", "simulated-secret"),
            ])
        #expect(revocation.status == .ok)
        let denied = client.authorize(token, "news")
        #expect(denied.status == .ok && denied.fields["Authzf-Error-Code"] == "norefreshtoken")
        #expect(denied.element("details") == "Sign in to your provider again.")
    }

    @Test("The refresh token stays the same across refreshes, and the device never sees it")
    func stable() throws {
        let site = try TestSite()
        var browser = TestBrowser(site)
        _ = try browser.open(try answer(&browser))
        let refresh = try refreshToken(site, browser)
        let client = NativeClient(site: site, mvpd: "OAuthTV")
        let token = try #require(client.session(browser.cookieField).element("authnToken"))
        for resource in ["news", "sport"] {
            site.clock?.advance(by: .hours(2))
            #expect(client.authorize(token, resource).fields["Authzf-Error-Code"] != "norefreshtoken")
        }
        #expect(!token.contains(refresh))
    }

    @Test("After a restart, and in another namespace, a stored authN token is still valid")
    func restart() throws {
        let token = try NativeClient(site: try TestSite(), mvpd: "OAuthTV").login()
        var site = try TestSite()
        #expect(NativeClient(site: site, mvpd: "OAuthTV").authorize(token).element("authzToken") != nil)
        site.prefix = "/_ns/other"
        #expect(NativeClient(site: site, mvpd: "OAuthTV").authorize(token).element("authzToken") != nil)
    }

    @Test("A subscriber whom the MVPD no longer knows is told to sign in again")
    func goneSubscriber() throws {
        let token = try NativeClient(site: try TestSite(), mvpd: "OAuthTV").login()
        let site = try TestSite { $0.subscribers["user"] = nil }
        let denied = NativeClient(site: site, mvpd: "OAuthTV").authorize(token)
        #expect(denied.fields["Authzf-Error-Code"] == "norefreshtoken")
    }

    @Test("A token form without handles finds the refresh token in the simulator's records")
    func documentedForm() throws {
        let site = try TestSite { $0.tokens.elements = .documented }
        let client = NativeClient(site: site, mvpd: "OAuthTV")
        let token = try client.login()
        #expect(!token.contains("simpleSamlSessionIndex"))
        #expect(client.authorize(token).element("authzToken") != nil)
    }

    @Test("On spoofed hosts and in namespaces the chain keeps to its hosts and paths", arguments: [true, false])
    func places(_ isSpoofed: Bool) throws {
        var site = try TestSite()
        if isSpoofed {
            site.scheme = .https
            site.authority = "sp.auth.adobe.com"
        } else {
            site.prefix = "/_ns/suite"
        }
        var browser = TestBrowser(site)
        let url = try answer(&browser)
        let start =
            isSpoofed
            ? "https://sp.auth.adobe.com/adobe-services/oauth2?"
            : "http://127.0.0.1:8080/_ns/suite/adobe-services/oauth2?"
        #expect(url.hasPrefix(start + "code="))
        #expect(try browser.open(url).location == "adobepass://ios.app")
    }

    @Test("A login request that the service wouldn't make stays on the MVPD's own page")
    func foreignRedirect() throws {
        let page = try TestSite().get(
            "/_sim/mvpd/OAuthTV/authorize",
            [
                ("response_type", "code"), ("client_id", "adobepass-TEST_REQUESTOR"), ("state", "x"),
                ("redirect_uri", "https://site.example/adobe-services/oauth2"),
            ])
        #expect(page.status == .badRequest && page.location == nil)
    }

    @Test("If only known requestors are accepted, an unknown one isn't accepted as a client either")
    func strictClients() throws {
        let site = try TestSite { $0.unknownRequestors = .refuse }
        func page(_ requestor: String) -> HTTPResponse {
            site.get(
                "/_sim/mvpd/OAuthTV/authorize",
                [
                    ("response_type", "code"), ("client_id", "adobepass-\(requestor)"),
                    ("redirect_uri", "http://127.0.0.1:8080/adobe-services/oauth2"),
                ])
        }
        #expect(page("TEST_REQUESTOR").status == .ok && page("NOBODY").status == .badRequest)
    }
}
