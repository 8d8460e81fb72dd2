import PassCore
import PassDomain
import PassHTTP
import PassInstruments
import Testing

@testable import PassSimulator

@Suite("Namespaces", .eachStore)
struct NamespaceTests {
    /// The three ways to say which World is meant.
    enum Way: CaseIterable {
        case header, path, host

        /// A site of which everything is addressed to `name`.
        func address(_ site: TestSite, _ name: String) -> TestSite {
            var there = site
            switch self {
            case .header: there.fields = ["X-Pass-Namespace": name]
            case .path: there.prefix = "/_ns/\(name)"
            case .host: there.authority = "\(name).ns.localhost:8080"
            }
            return there
        }

        /// What the URLs of such an answer start with.
        func base(_ name: String) -> String {
            self == .host ? "http://\(name).ns.localhost:8080" : "http://127.0.0.1:8080/_ns/\(name)"
        }

        func cookiePath(_ name: String) -> String { self == .path ? "/_ns/\(name)/" : "/" }
    }

    private func query(_ mvpd: String) -> [(name: String, value: String)] {
        [("requestor_id", "TEST_REQUESTOR"), ("mso_id", mvpd), ("redirect_url", "adobepass://ios.app")]
    }

    private func code(_ site: TestSite) throws -> String {
        let answer = site.post("/reggie/v1/TEST_REQUESTOR/regcode", [("deviceId", "c0ffee"), ("format", "json")])
        return try #require(JSONValue.parse(answer.body)["code"]?.stringValue)
    }

    @Test("The whole flow works however a World is addressed", arguments: Way.allCases, ["Adobe", "AcmeCable"])
    func flow(_ way: Way, _ mvpd: String) throws {
        let client = NativeClient(site: way.address(try TestSite(), "team-7"), mvpd: mvpd)
        let decision = try #require(client.authorize(try client.login()).element("authzToken"))
        let media = client.mediaToken(decision).text
        #expect(client.site.post("/_sim/tokens/verify", [("token", media)]).text.contains(#""VALID_TOKEN""#))
    }

    @Test(
        "All three addresses lead to one World, and its codes and sessions are invisible in others",
        arguments: Way.allCases)
    func oneWorld(_ way: Way) throws {
        let site = try TestSite()
        let code = try code(way.address(site, "a"))
        let path = "/reggie/v1/TEST_REQUESTOR/regcode/\(code)"
        for other in Way.allCases {
            #expect(other.address(site, "a").get(path).status == .ok)
            #expect(other.address(site, "b").get(path).status == .notFound)
        }
        #expect(site.get(path).status == .notFound)

        var browser = TestBrowser(way.address(site, "a"))
        let form = try browser.openLogin(query("Adobe"))
        #expect(try browser.signIn(form).location == "adobepass://ios.app")
        for other in Way.allCases {
            #expect(NativeClient(site: other.address(site, "a")).session(browser.cookieField).status == .ok)
            #expect(NativeClient(site: other.address(site, "b")).session(browser.cookieField).status == .unauthorized)
        }
        #expect(NativeClient(site: site).session(browser.cookieField).status == .unauthorized)
    }

    @Test("URLs that are returned stay in the World, and cookies on its path", arguments: Way.allCases)
    func links(_ way: Way) throws {
        let site = way.address(try TestSite(), "a")
        let login = site.get("/adobe-services/authenticate/saml", query("AcmeCable"))
        #expect(login.location?.hasPrefix(way.base("a") + "/_sim/mvpd/AcmeCable/sso?SAMLRequest=") == true)
        let cookies = login.fields.values(.setCookie)
        #expect(!cookies.isEmpty)
        for cookie in cookies { #expect(cookie.contains("; Path=\(way.cookiePath("a"))")) }
        #expect(site.get("/adobe-services/logout").location == way.base("a") + "/_sim/done")
    }

    @Test("A browser that doesn't send the header stays in the World that the header named")
    func headerOnce() throws {
        let site = try TestSite()
        let start = Way.header.address(site, "a").get("/adobe-services/authenticate/saml", query("MetaCable"))
        var browser = TestBrowser(site)
        let page = try #require(start.text.firstRange(of: "url="))
        let rest = start.text[page.upperBound...]
        let url = rest[..<(try #require(rest.firstIndex(of: "\"")))].replacing("&amp;", with: "&")
        let form = try #require(TestBrowser.Form(try browser.open(String(url)).text))
        #expect(try browser.signIn(form).location == "adobepass://ios.app")
    }

    @Test("The header takes precedence over the path, the path over the host")
    func precedence() throws {
        let site = try TestSite()
        let path = "/reggie/v1/TEST_REQUESTOR/regcode/\(try code(Way.path.address(site, "a")))"
        var mixed = Way.host.address(Way.path.address(site, "a"), "b")
        #expect(mixed.get(path).status == .ok)
        mixed.fields = ["X-Pass-Namespace": "c"]
        #expect(mixed.get(path).status == .notFound)
        mixed.prefix = "/_ns/b"
        mixed.fields = ["X-Pass-Namespace": "a"]
        #expect(mixed.get(path).status == .ok)
    }

    @Test("No address, and the address of default, mean the same World")
    func defaultWorld() throws {
        let site = try TestSite()
        let path = "/reggie/v1/TEST_REQUESTOR/regcode/\(try code(site))"
        for way in Way.allCases { #expect(way.address(site, "default").get(path).status == .ok) }
    }

    @Test(
        "An invalid name is 400, however it is sent",
        arguments: ["A", "a_b", "-a", "a b", "\u{E4}", "a.b", "%61", String(repeating: "a", count: 64)])
    func badName(_ name: String) throws {
        let site = try TestSite()
        let path = "/adobe-services/config/TEST_REQUESTOR"
        #expect(Way.header.address(site, name).get(path).status == .badRequest)
        #expect(Way.path.address(site, name).get(path).status == .badRequest)
        if name.lowercased() == name {
            #expect(Way.host.address(site, name).get(path).status == .badRequest)
        }
        #expect(Way.header.address(site, "").get(path).status == .badRequest)
        #expect(site.get("/_ns/" + path).status == .badRequest)
    }

    @Test("A name of 63 characters is accepted, and a host is read without regard to case and its last dot")
    func goodNames() throws {
        let site = try TestSite()
        let path = "/adobe-services/config/TEST_REQUESTOR"
        let long = String(repeating: "a", count: 63)
        for way in Way.allCases { #expect(way.address(site, long).get(path).status == .ok) }
        let code = try code(Way.header.address(site, "abc"))
        var upper = site
        // The dot ends a full name, and changes nothing.
        for authority in ["ABC.NS.LOCALHOST:8080", "abc.ns.localhost.:8080", "abc.ns.localhost."] {
            upper.authority = authority
            #expect(upper.get("/reggie/v1/TEST_REQUESTOR/regcode/\(code)").status == .ok)
        }
        for nameless in [".ns.localhost", ".ns.localhost.", "ns.localhost"] {
            upper.authority = nameless
            #expect(upper.get("/reggie/v1/TEST_REQUESTOR/regcode/\(code)").status == .notFound)
        }
    }

    @Test("Beyond the maximum number of Worlds a new one is 503, and the existing ones continue")
    func limit() throws {
        let site = try TestSite { $0.namespaces.max = 1 }
        let path = "/adobe-services/config/TEST_REQUESTOR"
        #expect(Way.path.address(site, "a").get(path).status == .ok)
        #expect(Way.path.address(site, "b").get(path).status == .serviceUnavailable)
        #expect(Way.path.address(site, "a").get(path).status == .ok)
        // The default one isn't counted.
        #expect(site.get(path).status == .ok)
    }

    @Test("Paths that lead nowhere create no World, and existing ones give their World's time")
    func unknownPaths() throws {
        let site = try TestSite { $0.namespaces.max = 1 }
        for name in ["a", "b", "c"] {
            let there = Way.path.address(site, name)
            #expect(there.get("/nothing").status == .notFound)
            #expect(there.get("/indiv/devices").status == .methodNotAllowed)
            #expect(there.get("/_sim/nothing").status == .notFound)
        }
        let there = Way.path.address(site, "d")
        #expect(there.get("/adobe-services/config/TEST_REQUESTOR").status == .ok)
        #expect(there.get("/nothing").fields[.date] == CivilTime.httpDate(TestSite.start))
    }

    @Test("An empty World without requests is removed after the idle time; one with a live record stays")
    func idle() throws {
        let site = try TestSite { $0.namespaces.idleSeconds = 60 }
        let worlds = site.backend.worlds
        let now = SystemWallClock().now() + .hours(1)
        worlds.sweep(now: now)
        for name in ["empty", "kept", "asked"] {
            _ = Way.path.address(site, name).get("/adobe-services/config/TEST_REQUESTOR")
        }
        _ = try code(Way.path.address(site, "kept"))
        #expect(worlds.sweep(now: now + .seconds(59)) == 0)
        _ = Way.path.address(site, "asked").get("/adobe-services/config/TEST_REQUESTOR")
        #expect(worlds.sweep(now: now + .seconds(60)) == 1)
        #expect(try names(site) == ["asked", "kept"])
        // The code is over by its World's own clock alone.
        #expect(worlds.sweep(now: now + .hours(10)) == 1)
        let clock = try #require(
            worlds.namespaces.find(NamespaceName("kept") ?? .default)?.world.clock as? VirtualClock)
        clock.set(to: clock.now() + .hours(1))
        #expect(worlds.sweep(now: now + .hours(20)) == 1)
        #expect(try names(site) == [])
    }

    /// Which of the Worlds that these tests name are there.
    private func names(_ site: TestSite) throws -> [String] {
        try ["asked", "empty", "kept"].filter { name in
            site.backend.worlds.namespaces.find(try #require(NamespaceName(name))) != nil
        }
    }

    @Test("At the maximum number of Worlds, the least recently used one is removed, if it is empty")
    func room() throws {
        let site = try TestSite { $0.namespaces.max = 2 }
        let worlds = site.backend.worlds
        let path = "/adobe-services/config/TEST_REQUESTOR"
        let now = SystemWallClock().now() + .hours(1)
        worlds.sweep(now: now)
        #expect(Way.path.address(site, "first").get(path).status == .ok)
        worlds.sweep(now: now + .seconds(5))
        #expect(Way.path.address(site, "second").get(path).status == .ok)
        worlds.sweep(now: now + .seconds(10))
        #expect(Way.path.address(site, "third").get(path).status == .ok)
        #expect(worlds.namespaces.find(try #require(NamespaceName("first"))) == nil)
        // The other two were asked too lately: their requests may still be at work.
        #expect(Way.path.address(site, "fourth").get(path).status == .serviceUnavailable)
        _ = try code(Way.path.address(site, "second"))
        worlds.sweep(now: now + .seconds(15))
        worlds.sweep(now: now + .seconds(20))
        #expect(Way.path.address(site, "fourth").get(path).status == .ok)
        #expect(worlds.namespaces.find(try #require(NamespaceName("third"))) == nil)
        #expect(Way.path.address(site, "fifth").get(path).status == .serviceUnavailable)
    }

    @Test("DELETE removes a World with its data, empties the default one, and is 404 for an unknown one")
    func removal() throws {
        let site = try TestSite { $0.namespaces.max = 1 }
        func remove(_ name: String) -> HTTPResponse { site.send(site.request(.delete, "/_sim/namespaces/\(name)")) }
        let there = Way.path.address(site, "a")
        let path = "/reggie/v1/TEST_REQUESTOR/regcode/\(try code(there))"
        let standard = "/reggie/v1/TEST_REQUESTOR/regcode/\(try code(site))"
        #expect(there.get(path).status == .ok && site.get(standard).status == .ok)
        #expect(remove("a").status == .noContent)
        #expect(Way.path.address(site, "b").get(path).status == .notFound)
        #expect(remove("b").status == .noContent)
        #expect(there.get(path).status == .notFound)
        #expect(remove("default").status == .noContent)
        #expect(site.get(standard).status == .notFound)
        for unknown in ["b", "A", "a.b"] {
            let answer = remove(unknown)
            #expect(answer.status == .notFound && answer.fields[.contentType] == "application/problem+json")
        }
        #expect(site.get("/_sim/namespaces/a").text.contains(#""name":"a""#))
        #expect(
            site.send(site.request(.delete, "/_sim/namespaces/a", ["Origin": "http://evil.example"])).status
                == .forbidden)
    }

    @Test(
        "The records of all Worlds share one bound, one kind of one World may have a quarter of it, and 503 is the answer"
    )
    func storedBytes() throws {
        let site = try TestSite { $0.limits.storedBytes = 1_048_576 }
        func fill(_ name: String) -> Int {
            let there = Way.path.address(site, name)
            var count = 0
            while count < 5_000 {
                let form = [("deviceId", String(repeating: "d", count: 1_000))]
                guard there.post("/reggie/v1/TEST_REQUESTOR/regcode", form).status == .created else { break }
                count += 1
            }
            return count
        }
        let counts = ["a", "b", "c", "d", "e"].map(fill)
        #expect(counts[0] > 100 && counts[0] < 300)
        #expect(counts[1] == counts[0] && counts[2] == counts[0])
        #expect(counts[4] < 10)
        _ = site.send(site.request(.delete, "/_sim/namespaces/b"))
        #expect(fill("e") > 100)
    }

    @Test("A media token's single presentation is used up in its own World")
    func singleUse() throws {
        let site = try TestSite()
        let media = try WebClient(site: Way.path.address(site, "a")).mediaToken()
        func status(_ site: TestSite) -> Bool {
            site.post("/_sim/tokens/verify", [("token", media)]).text.contains(#""VALID_TOKEN""#)
        }
        #expect(status(Way.header.address(site, "a")))
        #expect(!status(Way.path.address(site, "a")) && !status(Way.host.address(site, "a")))
    }

    @Test("Each World has a clock of its own")
    func clocks() throws {
        let site = try TestSite()
        let there = Way.path.address(site, "a")
        let path = "/adobe-services/config/TEST_REQUESTOR"
        _ = there.get(path)
        site.clock?.advance(by: .seconds(86_400))
        #expect(site.get(path).fields[.date] == "Thu, 15 May 2031 08:00:00 GMT")
        #expect(there.get(path).fields[.date]?.hasPrefix("Wed, 14 May 2031 ") == true)
    }
}
