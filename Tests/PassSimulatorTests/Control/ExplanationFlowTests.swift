import PassCore
import PassHTTP
import Testing

@testable import PassSimulator

@Suite("Explanations of whole flows", .eachStore)
struct ExplanationFlowTests {
    private struct Told {
        var sentence: String
        /// The names of the checks in their order; those that failed begin with `!`.
        var checks: [String]
        var decided: [String]
        var rule: String?
    }

    /// Returns the explanation of an answer.
    private func told(_ site: TestSite, _ answer: HTTPResponse) throws -> Told {
        let id = try #require(answer.fields["X-Pass-Simulator-Exchange"])
        let response = site.get("/_sim/exchanges/\(id)/explanation")
        try #require(response.status == .ok, "\(response.text)")
        let json = response.json
        #expect(json["status"] == .integer(Int64(answer.status.code)))
        let checks = json["checks"]?.arrayValue ?? []
        func names(_ checks: [JSONValue]) -> [String] {
            checks.map { ($0["passed"] == .bool(true) ? "" : "!") + ($0["check"]?.stringValue ?? "?") }
        }
        return Told(
            sentence: json["sentence"]?.stringValue ?? "", checks: names(checks),
            decided: names(checks.filter { $0["decided"] == .bool(true) }), rule: json["rule"]?.stringValue)
    }

    /// A site whose clock stands still until a test moves it.
    private func frozen() throws -> TestSite {
        let site = try TestSite()
        try #require(
            site.control(.patch, "clock", #"{"now": "2026-01-01T00:00:00Z", "frozen": true}"#).status == .ok)
        return site
    }

    @Test("A token of a later time isn't called expired after the clock was set back")
    func setBack() throws {
        let site = try frozen()
        #expect(site.control(.patch, "clock", #"{"advanceSeconds": 3600}"#).status == .ok)
        let app = try RESTv2App(site)
        #expect(site.control(.patch, "clock", #"{"advanceSeconds": -3600}"#).status == .ok)
        let told = try told(site, app.get("profiles"))
        #expect(
            told.sentence.contains(
                "The access token isn't valid yet: it was issued at a later time than the simulator's clock showed, "
                    + "2026-01-01T00:00:00.000Z. The clock has been set back."))
    }

    @Test("The explanation of a permitted authorization lists every check that it has passed")
    func permitted() throws {
        let site = try frozen()
        let client = NativeClient(site: site)
        let told = try told(site, client.authorize(try client.login()))
        #expect(
            told.checks == [
                "operation", "requestor", "token signature", "integration", "token owner", "token MVPD", "token expiry",
                "token revocation", "device", "offer", "account", "MVPD decision",
            ])
        #expect(told.decided == ["MVPD decision"])
        #expect(told.sentence == "Adobe permits the resource TEST_RESOURCE to user.")
    }

    @Test("The explanation of a denied authorization names who denies and why")
    func denied() throws {
        let site = try frozen()
        let client = NativeClient(site: site)
        let token = try client.login()
        let told = try told(site, client.authorize(token, "deny:news"))
        #expect(told.decided == ["!MVPD decision"] && told.checks.suffix(2) == ["!resource name", "!MVPD decision"])
        #expect(
            told.sentence
                == "Adobe denies the resource deny:news to user: Your package does not include this channel. The "
                + "simulated MVPDs deny every resource whose name begins with \"deny:\"."
        )
        let several = try self.told(site, client.preauthorize(token, ["A", "deny:news", "deny:sports"]))
        #expect(several.decided == ["!MVPD decision", "!MVPD decision"])
    }

    @Test("An expired token is explained with both times, by the namespace's clock")
    func expired() throws {
        let site = try frozen()
        let client = NativeClient(site: site)
        let token = try client.login()
        _ = site.control(.patch, "clock", #"{"now": "2027-01-01T00:00:00Z"}"#)
        let told = try told(site, client.authorize(token))
        #expect(told.decided == ["!token expiry"] && told.checks.last == "!token expiry")
        #expect(told.sentence.hasSuffix("the simulator's clock showed 2027-01-01T00:00:00.000Z."))
        #expect(told.sentence.hasPrefix("The authN token expired at 2026-"))
    }

    @Test("A rule that fired is named, with the rules that were tried before it")
    func rule() throws {
        let site = try frozen()
        let client = NativeClient(site: site)
        let token = try client.login()
        let other = try site.addRule(#"{"match": {"resource": "sports*"}, "action": {"status": 503}, "priority": 1}"#)
        let rule = try site.addRule(#"{"match": {"resource": "news*"}, "action": {"failure": "denied"}}"#)
        let told = try told(site, client.authorize(token, "news"))
        #expect(
            told.rule == rule && told.decided == ["!rule"] && told.checks.prefix(3) == ["operation", "rule", "!rule"])
        #expect(
            told.sentence
                == "Rule \(rule), which is set in this simulator, took effect (failure denied), so the rule "
                + "decided the answer, not the operation.")
        let status = try self.told(site, client.authorize(token, "sports"))
        #expect(status.rule == other && status.sentence.contains("(status 503)") && status.checks.count == 2)
        let untouched = try self.told(site, client.authorize(token, "A"))
        #expect(untouched.rule == nil && untouched.decided == ["MVPD decision"])
        #expect(untouched.checks.prefix(3) == ["operation", "rule", "rule"])
        let one = try self.told(
            site, site.get("/adobe-services/config/TEST_REQUESTOR", [], ["X-Pass-Fault": "status=418"]))
        #expect(one.decided == ["!rule"] && one.rule == "X-Pass-Fault")
    }

    @Test("With several resources, those that a rule denies are named")
    func ruleOfSeveral() throws {
        let site = try frozen()
        let app = try RESTv2App(site)
        try app.login()
        try site.addRule(#"{"match": {"resource": "news*"}, "action": {"failure": "denied"}}"#)
        let told = try told(site, app.preauthorize("A", "news1"))
        #expect(told.decided == ["!rule"])
        #expect(told.sentence == "Rule rule-1, which is set in this simulator, denies the resource news1.")
    }

    @Test("A wrong device is explained with both devices, which can be masked")
    func device() throws {
        let site = try frozen()
        var client = NativeClient(site: site)
        let token = try client.login()
        let first = client.deviceID
        client.deviceID = "another-device"
        let answer = client.authorize(token)
        let told = try told(site, answer)
        #expect(told.decided == ["!device"])
        #expect(
            told.sentence
                == "The request names the device another-device in the parameter device_id, and the token belongs to "
                + "\(first), on which the user logged in.")
        let id = try #require(answer.fields["X-Pass-Simulator-Exchange"])
        #expect(site.get("/_sim/exchanges/\(id)/explanation").text.contains("another-device"))
        let masked = site.get("/_sim/exchanges/\(id)/explanation?secrets=masked").text
        #expect(!masked.contains("another-device") && !masked.contains(first))
    }

    @Test("The explanation of a poll says that no browser, or no user, has come yet")
    func polls() throws {
        let site = try frozen()
        let client = NativeClient(site: site)
        let code = try site.registrationCode()
        let waiting = try told(site, client.poll(code))
        #expect(waiting.decided == ["!login"] && waiting.sentence.hasPrefix("No browser has begun this login"))
        let unknown = try told(site, client.poll("ABCDEFG"))
        #expect(unknown.decided == ["!code"] && unknown.sentence.hasPrefix("The code is unknown"))
        try site.signIn(#"{"requestor": "TEST_REQUESTOR", "mvpd": "Adobe", "user": "user", "code": "\#(code)"}"#)
        let known = try told(site, client.poll(code))
        #expect(known.checks.contains("login") && !known.checks.contains { $0.hasPrefix("!") })
        let missing = try told(site, site.post("/adobe-services/sessionDevice", [("device_id", "d")]))
        #expect(missing.decided == ["!request"] && missing.sentence.contains("requestor_id"))
    }

    @Test("A media token's request and its presentations are explained")
    func mediaToken() throws {
        let site = try frozen()
        let client = NativeClient(site: site)
        let decision = try #require(client.authorize(try client.login()).element("authzToken"))
        let issued = client.mediaToken(decision)
        #expect(try told(site, issued).decided == ["device"])
        func present() throws -> Told {
            let content = JSONWriter.object { content in
                content.member("token", issued.text)
                content.member("resource", "TEST_RESOURCE")
            }
            return try told(
                site, site.control(.post, "tokens/verify", String(decoding: content, as: UTF8.self)))
        }
        #expect(try present().decided == ["token use"])
        let again = try present()
        #expect(again.decided == ["!token use"] && again.sentence.contains("has been presented before"))
    }

    @Test("The flow of REST API v2 is explained from the access token to the decision")
    func restV2() throws {
        let site = try frozen()
        let app = try RESTv2App(site)
        let empty = try told(site, app.get("profiles"))
        #expect(empty.decided == ["!profiles"])
        #expect(empty.sentence.hasPrefix("The app has no valid profile on the device "))
        let session = try told(site, app.createSession())
        #expect(session.decided == ["!profile"])
        #expect(session.checks.prefix(3) == ["operation", "token signature", "scope"])
        try app.login()
        #expect(try told(site, app.get("profiles")).decided == ["profile"])
        #expect(try told(site, app.authorize("A")).decided == ["MVPD decision"])
        #expect(try told(site, app.authorize("A")).decided == ["kept decision"])
        #expect(try told(site, app.authorize("deny:A")).decided == ["!MVPD decision"])
        _ = site.control(.patch, "clock", #"{"advanceSeconds": 864000}"#)
        let late = try told(site, app.get("profiles"))
        #expect(late.decided == ["!token expiry"] && late.sentence.hasPrefix("The access token expired at "))
    }

    @Test("A registration, a login, a logout and an unserved path are explained")
    func others() throws {
        let site = try frozen()
        let bad = try told(
            site,
            site.send(
                site.request(
                    .post, "/o/client/register", [.contentType: "application/json"],
                    body: Array(#"{"software_statement": "x"}"#.utf8))))
        #expect(bad.decided == ["!software statement"])
        let token = try told(
            site,
            site.post(
                "/o/client/token",
                [
                    ("grant_type", "client_credentials"), ("client_id", try site.registeredClient().id.rawValue),
                    ("client_secret", "x"),
                ]
            ))
        #expect(token.decided == ["!client secret"])
        let begun = try told(
            site,
            site.get(
                "/adobe-services/authenticate/saml",
                [("requestor_id", "TEST_REQUESTOR"), ("mso_id", "Adobe"), ("redirect_url", "javascript:a")]))
        #expect(begun.decided == ["!return address"])
        let logout = try told(site, site.get("/adobe-services/logout", [("requestor_id", "TEST_REQUESTOR")]))
        #expect(logout.decided == ["!logins"])
        #expect(try told(site, site.get("/nothing")).decided == ["!operation"])
    }

    @Test("A throttled request is explained with the limit")
    func throttled() throws {
        let site = try TestSite {
            $0.throttle.requestsPerSecond = 1
            $0.throttle.burst = 0
        }
        let path = "/adobe-services/config/TEST_REQUESTOR"
        _ = site.control(.patch, "clock", #"{"frozen": true}"#)
        #expect(try told(site, site.get(path)).checks.prefix(2) == ["operation", "throttle"])
        let second = try told(site, site.get(path))
        #expect(second.decided == ["!throttle"] && second.sentence.contains("more requests than the throttle allows"))
    }

    @Test("Namespaces don't see each other's explanations")
    func namespaces() throws {
        let site = try frozen()
        let answer = site.get("/nothing")
        let id = try #require(answer.fields["X-Pass-Simulator-Exchange"])
        #expect(site.get("/_ns/other/_sim/exchanges/\(id)/explanation").status == .notFound)
    }

    @Test(
        "The explanation of an X-Pass-Fault that can't be read says what was wrong",
        arguments: [
            ("denid", "X-Pass-Fault.failure is \"denid\", which names no failure that a rule can force; the nearest"),
            ("status=99", "X-Pass-Fault.status isn't a number from 200 to 599."),
            (#"{"delay": 5"#, "X-Pass-Fault isn't JSON: "),
        ])
    func unreadableAction(_ value: String, _ reason: String) throws {
        let site = try frozen()
        let told = try told(site, site.get("/adobe-services/config/TEST_REQUESTOR", [], ["X-Pass-Fault": value]))
        #expect(told.decided == ["!X-Pass-Fault"] && told.checks == ["operation", "!X-Pass-Fault"])
        #expect(
            told.sentence.contains("X-Pass-Fault asks for an action that can't be read")
                && told.sentence.contains(reason))
    }

    @Test("A used-up rule is listed among those without effect")
    func usedUp() throws {
        let site = try frozen()
        let rule =
            #"{"id": "once", "match": {"operation": "RetrieveConfiguration"}, "action": {"status": 503}, "times": 1}"#
        try #require(site.control(.post, "rules", rule).status == .created)
        let answers = (0..<2).map { _ in site.get("/adobe-services/config/TEST_REQUESTOR") }
        #expect(answers.map(\.status.code) == [503, 200])
        let text = site.get("/_sim/exchanges/\(answers[1].fields["X-Pass-Simulator-Exchange"] ?? "")/explanation").text
        #expect(text.contains("The rule once has no effect: it is used up."), "\(text)")
        let state = site.control(.get, "rules/once").json
        #expect(state["hits"] == .integer(1) && state["matches"] == .integer(2))
    }
}
