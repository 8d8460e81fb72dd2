import PassCore
import PassDomain
import PassEndpointKit
import PassHTTP
import PassInstruments
import PassTestSupport
import Testing

@testable import PassSimulator

@Suite("The facts that rules ask about a request", .eachStore)
struct RequestFactsTests {
    private static let tamper = HTTPStatus(code: 599)

    /// Whether a rule with that condition, and none with another text, affects the call.
    private func isAffected(
        _ site: TestSite, _ fact: String, _ text: String, _ call: () throws -> HTTPResponse
    ) throws -> Bool {
        try site.addRule(#"{"match": {"\#(fact)": "\#(text)"}, "action": {"status": 599}}"#)
        let hit = try call().status == Self.tamper
        site.removeRules()
        try site.addRule(#"{"match": {"\#(fact)": "\#(text)-other"}, "action": {"status": 599}}"#)
        let miss = try call().status == Self.tamper
        site.removeRules()
        return hit && !miss
    }

    @Test(
        "A native SDK's call has its facts in its parameters and its authN token",
        arguments: [
            ("requestor", "TEST_REQUESTOR"), ("mvpd", "Adobe"), ("device", "c0ffee"), ("resource", "news/1"),
            ("subscriber", "user"),
        ])
    func legacy(_ fact: String, _ text: String) throws {
        let client = NativeClient(site: try TestSite())
        let token = try client.login()
        #expect(try isAffected(client.site, fact, text) { client.authorize(token, "news/1") })
    }

    @Test(
        "A call with only an authZ token has its facts from that token and its login",
        arguments: [
            ("requestor", "TEST_REQUESTOR"), ("mvpd", "Adobe"), ("resource", "TEST_RESOURCE"), ("subscriber", "user"),
        ])
    func authZToken(_ fact: String, _ text: String) throws {
        let client = NativeClient(site: try TestSite())
        let token = try #require(try client.authorize(client.login()).element("authzToken"))
        let call = { client.site.post("/adobe-services/shortAuthorize", [("authz_token", token)]) }
        #expect(try isAffected(client.site, fact, text, call))
    }

    @Test("A fact that only an unavailable store knows is an error, not an unknown fact", arguments: RuleFact.allCases)
    func away(_ fact: RuleFact) throws {
        let fault = StoreFault(StoreFault.away)
        let test = try TestWorld(stores: {
            $0.registrationCodes = FailingStore($0.registrationCodes, fault)
            $0.sessions = FailingStore($0.sessions, fault)
        })
        func texts(_ target: String) throws -> [String] {
            try RequestFacts(.get(target), Captures(), test.world, now: test.clock.now()).texts(of: fact)
        }
        if fact == .resource {
            #expect(try texts("/?reg_code=ABCDEFG") == [])
        } else {
            #expect(throws: StoreFault.away) { try texts("/?reg_code=ABCDEFG") }
            fault.set(nil)
            #expect(try texts("/?reg_code=ABCDEFG") == [])
        }
    }

    @Test("A resource that is described by a document is also known by its name")
    func document() throws {
        let client = NativeClient(site: try TestSite())
        let token = try client.login()
        let feed = "<rss version=\"2.0\"><channel><item><title>T</title><guid>G1</guid></item></channel></rss>"
        #expect(try isAffected(client.site, "resource", "G1") { client.authorize(token, feed) })
    }

    @Test(
        "The answer of an MVPD belongs to the login that it ends",
        arguments: [("requestor", "REF30"), ("mvpd", "Adobe")])
    func assertion(_ fact: String, _ text: String) throws {
        let site = try TestSite()
        let call = {
            var browser = TestBrowser(site)
            let form = try browser.openLogin([
                ("requestor_id", "REF30"), ("mso_id", "Adobe"), ("redirect_url", "adobepass://ios.app"),
            ])
            return try browser.signIn(form)
        }
        let rule = { (text: String) in
            _ = try site.addRule(
                #"{"match": {"operation": "ConsumeAssertion", "\#(fact)": "\#(text)"}, "action": {"status": 599}}"#)
        }
        try rule(text)
        #expect(try call().status == Self.tamper)
        site.removeRules()
        try rule("other")
        #expect(try call().status == .found)
    }

    @Test(
        "A call of REST API v2 has its facts in its path, its header fields, its content and its profile",
        arguments: [
            ("requestor", "TEST_REQUESTOR"), ("mvpd", "Adobe"), ("device", "c0ffee"), ("device", "YzBmZmVl"),
            ("resource", "news/1"), ("subscriber", "user"),
        ])
    func restV2(_ fact: String, _ text: String) throws {
        let app = try RESTv2App(TestSite())
        try app.login()
        #expect(try isAffected(app.site, fact, text) { app.authorize("news/1") })
    }

    @Test("A session of REST API v2 has its MVPD in the form, and its code identifies the requestor's device")
    func session() throws {
        let app = try RESTv2App(TestSite())
        #expect(try isAffected(app.site, "mvpd", "Adobe") { app.createSession() })
        let code = try app.code()
        let call = { app.site.get("/api/v2/authenticate/TEST_REQUESTOR/\(code)") }
        #expect(try isAffected(app.site, "device", "c0ffee", call))
        #expect(try isAffected(app.site, "mvpd", "Adobe", call))
    }

    @Test(
        "A registration code's request has its requestor in the path and its device in the form",
        arguments: [("requestor", "TEST_REQUESTOR"), ("device", "c0ffee"), ("mvpd", "Adobe")])
    func restV1(_ fact: String, _ text: String) throws {
        let site = try TestSite()
        let call = {
            site.post("/reggie/v1/TEST_REQUESTOR/regcode", [("deviceId", "c0ffee"), ("mvpd", "Adobe")])
        }
        #expect(try isAffected(site, fact, text, call))
    }

    @Test("A client that registers, or requests an access token, has the requestors of its software statement")
    func registration() throws {
        let site = try TestSite()
        let claims = Base64.encode(Array(#"{"sub":"app","requestors":["DEMO_NET"]}"#.utf8), .url)
        let statement = "\(Base64.encode(Array(#"{"alg":"RS256"}"#.utf8), .url)).\(claims).AAAA"
        let register = { site.post("/o/client/register", [("software_statement", statement)]) }
        let text = try #require(Self.requestor(of: statement, site))
        #expect(try isAffected(site, "requestor", text, register))
        let id = try #require(register().json["client_id"]?.stringValue)
        let ask = { site.post("/o/client/token", [("grant_type", "client_credentials"), ("client_id", id)]) }
        #expect(try isAffected(site, "requestor", text, ask))
    }

    /// The first requestor that the service reads in a statement.
    private static func requestor(of statement: String, _ site: TestSite) -> String? {
        guard let world = site.world else { return nil }
        let opened = try? world.ports.credentials.openStatement(statement, trustedOnly: false, now: world.clock.now())
        return opened?.requestors.first?.rawValue
    }

    @Test(
        "A call of the SSO Service has its requestor and device",
        arguments: [("requestor", "TEST_REQUESTOR"), ("device", "c0ffee")])
    func sso(_ fact: String, _ text: String) throws {
        let app = try RESTv2App(TestSite())
        #expect(try isAffected(app.site, fact, text) { app.sso(.post, "serviceToken", ["X-SSO-ID": "viewer"]) })
    }

    @Test("A page of an MVPD has the MVPD and the user name", arguments: [("mvpd", "Adobe"), ("subscriber", "user")])
    func mvpdPage(_ fact: String, _ text: String) throws {
        let site = try TestSite()
        let call = { site.post("/_sim/mvpd/Adobe/login", [("username", "user"), ("password", "password")]) }
        for (text, isAffected) in [(text, true), ("other", false)] {
            _ = try site.addRule(
                #"{"match": {"operation": "SignIn", "\#(fact)": "\#(text)"}, "action": {"status": 599}}"#)
            #expect((call().status == Self.tamper) == isAffected)
            site.removeRules()
        }
    }

    @Test("A request that can't be read has no facts, and its operation refuses it")
    func unreadable() throws {
        let site = try TestSite()
        try site.addRule(#"{"match": {"requestor": "*"}, "action": {"status": 599}}"#)
        #expect(site.get("/adobe-services/authenticate?requestor_id=%zz").status == .badRequest)
        #expect(site.post("/api/v2/authorize", []).status == .notFound)
    }
}
