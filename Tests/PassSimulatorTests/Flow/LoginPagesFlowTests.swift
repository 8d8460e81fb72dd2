import PassCore
import PassHTTP
import Testing

@testable import PassSimulator

@Suite("Logins with each kind of pages", .eachStore)
struct LoginPagesFlowTests {
    private static let providers = [
        "TwoPageTV", "RefreshTV", "ScriptTV", "BookendTV", "JSONTV", "ConsentTV", "SlowTV",
    ]

    private func query(_ mvpd: String) -> [(name: String, value: String)] {
        [("requestor_id", "TEST_REQUESTOR"), ("mso_id", mvpd), ("redirect_url", "adobepass://ios.app")]
    }

    /// Types in what each page asks for, as a person without script would, until the app's address is reached.
    private func walk(
        _ browser: inout TestBrowser, _ mvpd: String, password: String = "password", decision: String = "allow",
        postsHidden: Bool = true
    ) throws -> HTTPResponse {
        var page = try browser.begin(query(mvpd))
        for _ in 0..<3 where page.status == .ok {
            var fields: [(name: String, value: String)] = []
            if page.text.contains("type=\"text\"") { fields.append(("username", "user")) }
            if page.text.contains("type=\"password\"") { fields.append(("password", password)) }
            if page.text.contains("name=\"decision\"") { fields.append(("decision", decision)) }
            page = try browser.fill(page, fields, postsHidden: postsHidden)
        }
        return page
    }

    @Test("Each kind logs a user in, over plain HTTP, TLS, a namespace and spoofed hosts", arguments: providers)
    func chain(_ mvpd: String) throws {
        for place in ["plain", "tls", "namespace", "spoofed"] {
            var site = try TestSite()
            if place == "tls" { site.scheme = .https }
            if place == "namespace" { site.prefix = "/_ns/one" }
            if place == "spoofed" {
                site.scheme = .https
                site.authority = "sp.auth.adobe.com"
            }
            var browser = TestBrowser(site)
            #expect(try walk(&browser, mvpd).location == "adobepass://ios.app", "\(place)")
            let client = NativeClient(site: site, mvpd: mvpd)
            #expect(client.session(browser.cookieField).element("authnToken") != nil)
            // Next time the MVPD knows the browser.
            #expect(try browser.begin(query(mvpd)).location == "adobepass://ios.app")
        }
    }

    @Test(
        "A client that posts only the typed fields and no hidden field gets the same result",
        arguments: providers + ["Adobe", "MetaCable", "OAuthTV"])
    func typedAlone(_ mvpd: String) throws {
        for (authority, prefix) in [("127.0.0.1:8080", ""), ("127.0.0.1:8080", "/_ns/one"), ("sp.auth.adobe.com", "")] {
            var site = try TestSite()
            (site.authority, site.prefix) = (authority, prefix)
            var browser = TestBrowser(site)
            #expect(try walk(&browser, mvpd, postsHidden: false).location == "adobepass://ios.app", "\(authority)")
            let client = NativeClient(site: site, mvpd: mvpd)
            #expect(client.session(browser.cookieField).element("authnToken") != nil)
        }
    }

    @Test("An MVPD's forms may omit scheme and host")
    func relative() throws {
        for isRelative in [false, true] {
            let site = try TestSite { $0.mvpds["MyCable"] = .init { $0.relativeForms = isRelative } }
            var browser = TestBrowser(site)
            let page = try browser.begin(query("MyCable"))
            let start = isRelative ? "/_sim/" : "http://127.0.0.1:8080/_sim/"
            #expect(page.text.contains("<form action=\"\(start)mvpd/MyCable/login?login="))
            let end = try browser.fill(page, [("username", "user"), ("password", "password")])
            #expect(end.location == "adobepass://ios.app")
        }
    }

    @Test("A wrong password leads nowhere", arguments: providers)
    func wrong(_ mvpd: String) throws {
        let site = try TestSite()
        var browser = TestBrowser(site)
        let page = try walk(&browser, mvpd, password: "wrong")
        #expect(page.text.contains("role=\"alert\""))
        #expect(NativeClient(site: site, mvpd: mvpd).session(browser.cookieField).status == .unauthorized)
    }

    @Test("A user who refuses consent returns to the app without a login, and must enter the password again")
    func denied() throws {
        let site = try TestSite()
        var browser = TestBrowser(site)
        let end = try walk(&browser, "ConsentTV", decision: "deny")
        #expect(end.status == .found && end.location == "adobepass://ios.app")
        #expect(end.text.contains("You are not signed in"))
        #expect(NativeClient(site: site, mvpd: "ConsentTV").session(browser.cookieField).status == .unauthorized)
        #expect(try browser.begin(query("ConsentTV")).text.contains("type=\"password\""))
    }

    @Test("A slow provider delays each of its pages and no other")
    func slow() throws {
        var browser = TestBrowser(try TestSite())
        _ = try walk(&browser, "SlowTV")
        let delays = browser.answers.map(\.delivery.delayMilliseconds)
        // The service's form, the login page, the form for the service, the way back.
        #expect(delays == [0, 2000, 2000, 0])
    }

    @Test(
        "An account that may not sign in sees the reason, on every kind of page",
        arguments: [
            ("suspended", "This account is suspended. Call your provider."),
            ("lapsed", "Your subscription has expired. Renew it with your provider."),
            ("nochannel", "You are not a subscriber of this channel."),
        ])
    func refused(_ user: String, _ sentence: String) throws {
        for mvpd in ["Adobe", "TwoPageTV", "ConsentTV"] {
            var browser = TestBrowser(try TestSite())
            let page = try browser.fill(try browser.begin(query(mvpd)), [("username", user), ("password", "x")])
            #expect(page.status == .ok && page.text.contains("role=\"alert\">\(sentence)</p>"))
        }
    }

    @Test("A form that was open when the service's session ended is refused with a page")
    func keptOpen() throws {
        let site = try TestSite { $0.ttl.sessionSeconds = 60 }
        var browser = TestBrowser(site)
        let page = try browser.begin(query("TwoPageTV"))
        site.clock?.advance(by: .seconds(61))
        let late = try browser.fill(page, [("username", "user"), ("password", "password")])
        #expect(late.status == .badRequest && late.text.contains("unknown or has expired"))
        // The MVPD knows who it is, so the next try asks nothing.
        #expect(try browser.begin(query("TwoPageTV")).location == "adobepass://ios.app")
    }

    @Test("A login during which the clock is set back ends as usual or with an error page, and never with a crash")
    func clockBack() throws {
        for mvpd in Self.providers {
            let site = try TestSite()
            var browser = TestBrowser(site)
            let page = try browser.begin(query(mvpd))
            site.clock?.set(to: TestSite.start - .days(400))
            let next = try browser.fill(page, [("username", "user"), ("password", "password")])
            #expect([.ok, .found, .badRequest].contains(next.status))
        }
    }
}
