import PassCore
import PassHTTP
import Testing

@testable import PassSimulator

@Suite("Decisions of REST API v2", .eachStore)
struct RESTv2DecisionTests {
    @Test("A preauthorization mixes permits and denials in the order of the request, without tokens")
    func mixed() throws {
        let app = try RESTv2App(TestSite())
        try app.login()
        let answer = app.preauthorize("A", "deny:B", "C", "A", "network:D")
        #expect(answer.status == .ok)
        #expect(answer.decisions.map { $0["resource"]?.stringValue } == ["A", "deny:B", "C", "A", "network:D"])
        #expect(
            answer.itemCodes == [nil, "preauthorization_denied_by_mvpd", nil, nil, "network_connection_timeout"])
        for decision in answer.decisions {
            #expect(decision["token"] == nil && decision["notBefore"] == nil)
            #expect(decision["error"]?["details"] == nil)
        }
    }

    @Test(
        "Each reason of the MVPD has its code, its action and, where the MVPD decided, a time",
        arguments: [
            ("deny:x", "authorization_denied_by_mvpd", "none", true),
            ("fraud:x", "authorization_denied_by_mvpd", "none", true),
            ("parental:x", "authorization_denied_by_parental_controls", "none", true),
            ("hba:x", "authorization_denied_by_hba_policies", "authentication", true),
            ("identity:x", "identity_not_recognized_by_mvpd", "authentication", true),
            ("mismatch:x", "authorization_denied_by_session_invalidated", "authentication", false),
            ("norefreshtoken:x", "authorization_denied_by_session_invalidated", "authentication", false),
            ("network:x", "network_connection_timeout", "retry", false),
            ("readerror:x", "network_received_error", "retry", false),
            ("tooslow:x", "maximum_execution_time_exceeded", "retry", false),
            ("authznone:x", "authorization_denied_by_degradation_rule", "none", false),
        ])
    func denial(_ resource: String, _ code: String, _ action: String, _ isTimed: Bool) throws {
        let app = try RESTv2App(TestSite())
        try app.login()
        let answer = app.authorize(resource)
        let decision = try #require(answer.decisions.first)
        #expect(answer.status == .ok && decision["authorized"] == .bool(false))
        #expect(decision["error"]?["code"]?.stringValue == code)
        #expect(decision["error"]?["action"]?.stringValue == action)
        #expect((decision["notAfter"] != nil) == isTimed)
        #expect(decision["token"] == nil)
    }

    @Test("A media token lasts as long as the integration says, and a decision no longer than its profile")
    func times() throws {
        var app = try RESTv2App(TestSite())
        try app.login()
        app.site.clock?.advance(by: .minutes(30 * 24 * 60 - 10))
        try app.refreshToken()
        let decision = try #require(app.authorize("A").decisions.first)
        let now = (TestSite.start + .minutes(30 * 24 * 60 - 10)).milliseconds
        #expect(decision["token"]?["notBefore"] == .integer(now))
        #expect(decision["token"]?["notAfter"] == .integer(now + 300_000))
        #expect(decision["notAfter"] == .integer(now + 600_000))
    }

    @Test("An MRSS resource is returned byte for byte, and its token names it")
    func mrss() throws {
        let app = try RESTv2App(TestSite())
        try app.login()
        let item = "<rss><channel>\n<item><title>T &amp; \"U\"</title><guid>A/1</guid></item></channel></rss>"
        let answer = app.authorize(item)
        #expect(answer.decisions.first?["resource"]?.stringValue == item)
        #expect(answer.decisions.first?["authorized"] == .bool(true))
        #expect(app.authorize("<rss>").itemCodes == ["authorization_denied_by_mvpd"])
    }

    @Test("The limits count resources: one in an authorization, five in a preauthorization, as the MVPD sets them")
    func limits() throws {
        let site = try TestSite {
            $0.mvpds["AcmeCable"]?.authorizationLimit = 2
            $0.mvpds["AcmeCable"]?.preauthorizationLimit = 3
        }
        var app = try RESTv2App(site)
        try app.login()
        #expect(app.authorize("A", "B").status == .forbidden)
        #expect(app.authorize("A", "B").errorCode == "too_many_resources")
        #expect(app.preauthorize("A", "B", "C", "D", "E").status == .ok)
        #expect(app.preauthorize("A", "B", "C", "D", "E", "F").errorCode == "too_many_resources")
        app.mvpd = "AcmeCable"
        try app.login()
        #expect(app.authorize("A", "B").decisions.count == 2)
        #expect(app.authorize("A", "B", "C").errorCode == "too_many_resources")
        #expect(app.preauthorize("A", "B", "C", "D").errorCode == "too_many_resources")
    }

    @Test("The highest limit can be reached, and a longer list has too many resources, not a wrong form")
    func highestLimit() throws {
        let app = try RESTv2App(TestSite { $0.mvpds["Adobe"]?.preauthorizationLimit = 1000 })
        try app.login()
        let names = (0...1000).map { "R\($0)" }
        #expect(app.decide("preauthorize", Array(names.dropLast())).decisions.count == 1000)
        for operation in ["preauthorize", "authorize"] {
            let answer = app.decide(operation, names)
            #expect(answer.status == .forbidden && answer.errorCode == "too_many_resources", "\(operation)")
        }
    }

    @Test("A temporary pass has no limit but the bound for one call", arguments: ["TempPass", "Adobe"])
    func withoutLimit(_ mvpd: String) throws {
        var app = try RESTv2App(TestSite { $0.mvpds["Adobe"]?.degradation = .authNAll })
        app.mvpd = mvpd
        let names = (0...1000).map { "R\($0)" }
        let preauthorized = app.decide("preauthorize", names)
        #expect(preauthorized.decisions.count == 1001 && preauthorized.itemCodes.allSatisfy { $0 == nil })
        let authorized = app.decide("authorize", Array(names.prefix(256)))
        #expect(authorized.decisions.count == 256 && authorized.itemCodes.allSatisfy { $0 == nil })
        let refused = app.decide("authorize", Array(names.prefix(257)))
        #expect(refused.status == .forbidden && refused.errorCode == "too_many_resources")
    }

    @Test("A rule that logs everyone in needs no login and no profile, and ends with the rule")
    func authNAll() throws {
        let site = try TestSite { $0.mvpds["Adobe"]?.degradation = .authNAll }
        let app = try RESTv2App(site)
        #expect(app.createSession().json["reasonType"]?.stringValue == "degraded")
        #expect(app.profile().profiles["Adobe"]?["type"]?.stringValue == "degraded")
        #expect(app.get("profiles").profiles.isEmpty)
        let answer = app.authorize("A", "B")
        #expect(answer.decisions.map { $0["source"]?.stringValue } == ["degradation", "degradation"])
        #expect(answer.decisions.allSatisfy { $0["token"] != nil && $0["notAfter"] != nil })
        #expect(try MediaTokenVerification(site).verify(app.mediaToken()) == "VALID_TOKEN")
        #expect(app.logout().json["logouts"]?["Adobe"]?["actionName"]?.stringValue == "complete")
    }

    @Test("At a session a rule takes precedence over a temporary pass")
    func ruleBeforePass() throws {
        var app = try RESTv2App(TestSite { $0.mvpds["TempPass"]?.degradation = .authNAll })
        app.mvpd = "TempPass"
        #expect(app.createSession().json["reasonType"]?.stringValue == "degraded")
        #expect(app.profile().profiles["TempPass"]?["type"]?.stringValue == "temporary")
    }

    @Test("Rules that permit or deny everything don't affect the login")
    func authorizationRules() throws {
        let permitting = try RESTv2App(TestSite { $0.mvpds["Adobe"]?.degradation = .authZAll })
        #expect(permitting.createSession().json["actionName"]?.stringValue == "authenticate")
        #expect(permitting.profile().profiles.isEmpty)
        let permit = permitting.authorize("deny:A").decisions.first
        #expect(permit?["authorized"] == .bool(true) && permit?["notAfter"] == nil)
        let denying = try RESTv2App(TestSite { $0.mvpds["Adobe"]?.degradation = .authZNone })
        #expect(denying.authorize("A").itemCodes == ["authorization_denied_by_degradation_rule"])
        #expect(
            denying.preauthorize("A", "B").decisions.map { $0["source"]?.stringValue } == [
                "degradation", "degradation",
            ])
        try denying.login()
        #expect(denying.authorize("A").itemCodes == ["authorization_denied_by_degradation_rule"])
    }

    @Test("A basic temporary pass needs no login, runs from the first authorization, and expires afterwards")
    func temporaryPass() throws {
        let site = try TestSite()
        var app = try RESTv2App(site)
        app.mvpd = "TempPass"
        #expect(app.createSession().json["reasonType"]?.stringValue == "temporary")
        site.clock?.advance(by: .hours(1))
        let unused = app.profile().profiles["TempPass"]
        #expect(unused?["type"]?.stringValue == "temporary" && unused?["issuer"]?.stringValue == "Adobe")
        #expect(unused?["notBefore"] == .integer((TestSite.start + .hours(1)).milliseconds))
        #expect(app.get("profiles").profiles.isEmpty)
        #expect(app.preauthorize("A", "B").itemCodes == [nil, nil])
        #expect(try MediaTokenVerification(site).verify(app.mediaToken("A")) == "VALID_TOKEN")
        site.clock?.advance(by: .minutes(9))
        #expect(app.profile().profiles["TempPass"]?["notBefore"] == unused?["notBefore"])
        site.clock?.advance(by: .minutes(1))
        #expect(app.profile().status == .forbidden)
        #expect(app.profile().errorCode == "temporary_access_duration_limit_exceeded")
        #expect(app.authorize("A").itemCodes == ["temporary_access_duration_limit_exceeded"])
        #expect(app.preauthorize("A").itemCodes == ["temporary_access_duration_limit_exceeded"])
        #expect(app.authorize("A").decisions.first?["source"]?.stringValue == "temppass")
        var other = app
        other.device = "another"
        #expect(other.authorize("A").itemCodes == [nil])
        #expect(app.createSession().json["reasonType"]?.stringValue == "temporary")
        #expect(app.logout().json["logouts"]?["TempPass"]?["actionName"]?.stringValue == "complete")
    }

    @Test("A promotional pass counts resources for its holder's identity and for the device")
    func promotionalPass() throws {
        let site = try TestSite()
        var app = try RESTv2App(site)
        app.requestor = "DEMO_NET"
        app.mvpd = "PromoPass"
        func identity(_ text: String) -> HTTPFields { ["AP-TempPass-Identity": Base64.encode(Array(text.utf8))] }
        let ada = identity(#"{"email":"5f1d0c"}"#)
        #expect(app.profile().status == .badRequest)
        #expect(app.profile().errorCode == "invalid_header_identity_for_temporary_access")
        for bad in [[:], identity("{"), identity("[]"), identity(#"{"email":""}"#), ["AP-TempPass-Identity": "%%%"]] {
            let answer = app.decide("authorize", ["A"], bad)
            #expect(answer.status == .ok)
            #expect(answer.itemCodes == ["invalid_header_identity_for_temporary_access"])
            #expect(answer.decisions.first?["error"]?["status"] == .integer(400))
        }
        for resource in ["A", "B", "A", "C"] {
            #expect(app.authorize(resource, fields: ada).itemCodes == [nil], "\(resource)")
        }
        #expect(app.authorize("D", fields: ada).itemCodes == ["temporary_access_resources_limit_exceeded"])
        #expect(app.authorize("B", fields: ada).itemCodes == [nil])
        #expect(
            app.preauthorize("A", "D", fields: ada).itemCodes == [nil, "temporary_access_resources_limit_exceeded"])
        #expect(app.profile(ada).errorCode == "temporary_access_resources_limit_exceeded")
        let bob = identity(#"{"email":"77aa01"}"#)
        #expect(app.authorize("D", fields: bob).itemCodes == ["temporary_access_resources_limit_exceeded"])
        var other = app
        other.device = "another"
        #expect(other.authorize("D", fields: ada).itemCodes == ["temporary_access_resources_limit_exceeded"])
        #expect(other.authorize("D", fields: bob).itemCodes == [nil])
    }

    @Test("A temporary pass that is used through the legacy API is used for v2 as well, on the same device")
    func sharedPass() throws {
        let site = try TestSite { $0.mvpds["TempPass"]?.pass = .init(seconds: 600) }
        var app = try RESTv2App(site)
        app.mvpd = "TempPass"
        app.device = "0123456789abcdef0123456789abcdef"
        let web = WebClient(site: site, deviceID: app.device, mvpd: "TempPass")
        var browser = TestBrowser(site)
        _ = try browser.begin([
            ("requestor_id", "TEST_REQUESTOR"), ("mso_id", "TempPass"), ("redirect_url", RESTv2App.redirectURL),
        ])
        let token = try #require(web.session(browser.cookieField).element("authnToken"))
        #expect(web.authorize(token, "A").element("authzToken") != nil)
        site.clock?.advance(by: .minutes(10))
        #expect(app.authorize("A").itemCodes == ["temporary_access_duration_limit_exceeded"])
    }
}
