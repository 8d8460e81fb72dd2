import PassCore
import PassHTTP
import PassInstruments
import Testing

@testable import PassSimulator

@Suite("Actions of rules", .eachStore)
struct RuleActionTests {
    private let config = "/adobe-services/config/TEST_REQUESTOR"

    @Test("A status is returned without running the operation, with the error page or with custom content")
    func status() throws {
        let site = try TestSite()
        let rule = try site.addRule(#"{"action": {"status": 503}, "times": 1}"#)
        #expect(site.get(config).text.contains("<h1>HTTP Status 503 - Service Unavailable</h1>"))
        #expect(site.hits(rule) == 1 && site.get(config).status == .ok)
        try site.addRule(#"{"action": {"status": 200, "body": "{}", "contentType": "application/json"}}"#)
        let answer = site.get(config)
        #expect(answer.text == "{}" && answer.fields[.contentType] == "application/json")
        site.removeRules()
        try site.addRule(#"{"action": {"status": 205}}"#)
        #expect(site.get(config).status.code == 205 && site.get(config).body.isEmpty)
    }

    @Test(
        "A failure is returned in the operation's own form",
        arguments: [
            (#""failure": "denied""#, "noAuthZ", "authorization_denied_by_mvpd"),
            (#""failure": "denied", "message": "Not in your package.""#, "noAuthZ", "authorization_denied_by_mvpd"),
            (#""failure": "providerUnreachable""#, "network", "network_connection_timeout"),
            (#""failure": "network_received_error""#, "network", "network_received_error"),
            (#""mvpd": "down""#, "network", "network_connection_timeout"),
        ])
    func failure(_ action: String, _ legacy: String, _ enhanced: String) throws {
        let site = try TestSite()
        let (client, app) = (NativeClient(site: site), try RESTv2App(site))
        let token = try client.login()
        try app.login()
        try site.addRule(#"{"match": {"resource": "A*"}, "action": {\#(action)}}"#)
        #expect(client.authorize(token, "A1").fields["Authzf-Error-Code"] == legacy)
        #expect(client.authorize(token, "B").element("authzToken") != nil)
        #expect(app.authorize("A1").itemCodes == [enhanced])
        if action.contains("message") {
            #expect(client.authorize(token, "A1").element("details") == "Not in your package.")
        }
    }

    @Test("Only the resources that the rule is about are denied")
    func resources() throws {
        let site = try TestSite()
        let (client, app) = (NativeClient(site: site), try RESTv2App(site))
        let token = try client.login()
        try app.login()
        try site.addRule(#"{"match": {"resource": "news*"}, "action": {"failure": "denied"}}"#)
        let feed = "<rss version=\"2.0\"><channel><item><title>T</title><guid>news3</guid></item></channel></rss>"
        #expect(
            app.preauthorize("A", "news1", "B", "news2", feed).itemCodes.map { $0 == nil } == [
                true, false, true, false, false,
            ])
        let authorized = app.authorize("news1")
        #expect(authorized.itemCodes == ["authorization_denied_by_mvpd"])
        let answer = client.preauthorize(token, ["A", "news1", "B"])
        let decisions = answer.text.split(separator: "<authorized>").dropFirst().map { $0.prefix { $0 != "<" } }
        #expect(decisions == ["true", "false", "true"])
        site.removeRules()
        #expect(app.authorize("news1").itemCodes == [nil])
    }

    @Test("A denial of a resource doesn't count a request that is refused before any decision")
    func refusedEarlier() throws {
        let site = try TestSite()
        var app = try RESTv2App(site)
        try app.login()
        let denial = try site.addRule(
            #"{"match": {"resource": "news*"}, "action": {"failure": "denied"}, "times": 1}"#)
        let bearer = app.bearer
        app.bearer = "stale"
        let refused = app.authorize("news1")
        #expect(refused.status == .unauthorized && site.hits(denial) == 0)
        let id = try #require(refused.fields["X-Pass-Simulator-Exchange"])
        #expect(site.get("/_sim/exchanges/\(id)").json["faulted"] != .bool(true))
        let explanation = site.get("/_sim/exchanges/\(id)/explanation").text
        #expect(explanation.contains("refused before the rule could take effect"))
        #expect(!explanation.contains("took effect"))
        app.bearer = bearer
        #expect(app.authorize("news1").itemCodes == ["authorization_denied_by_mvpd"] && site.hits(denial) == 1)
        #expect(app.authorize("news1").itemCodes == [nil])
        // With a delay the rule has an effect on every answer.
        let slow = try site.addRule(
            #"{"match": {"resource": "late*"}, "action": {"failure": "denied", "delay": 5}, "times": 1}"#)
        app.bearer = "stale"
        #expect(app.authorize("late1").delivery.delayMilliseconds == 5 && site.hits(slow) == 1)
    }

    @Test("Replacements that multiply the content stop at a mebibyte")
    func growth() throws {
        let site = try TestSite()
        let patch = #"{"find": "e", "replace": "\#(String(repeating: "e", count: 1_000))"}"#
        let answer = site.get(config, [], ["X-Pass-Fault": #"{"bodyPatch": [\#(patch), \#(patch), \#(patch)]}"#])
        #expect(answer.status == .ok && answer.body.count == 1_048_576)
        #expect(answer.text.hasSuffix(String(repeating: "e", count: 1_000)))
    }

    @Test("Replacements leave a longer answer whole, and cut a growing one between characters")
    func lengths() throws {
        let patch = RuleAction.Replacement(find: "a", replace: "é")
        let long = Array(String(repeating: "b", count: 2_000).utf8)
        #expect(patch.apply(to: long, limit: 2_000) == long)
        #expect(patch.apply(to: Array("aaaa".utf8), limit: 5) == Array("éé".utf8))
        #expect(patch.apply(to: Array("aaaa".utf8), limit: 6) == Array("ééé".utf8))
        #expect(patch.apply(to: Array("aaé".utf8), limit: 5) == Array("éé".utf8))
    }

    @Test("A throttled request leaves its rule unused, and gets nothing of it")
    func throttled() throws {
        let site = try TestSite { configuration in
            configuration.throttle.requestsPerSecond = 1
            configuration.throttle.burst = 0
        }
        let rule = try site.addRule(#"{"action": {"headers": {"X-Rule": "yes"}}, "times": 2}"#)
        let path = "/adobe-services/config/TEST_REQUESTOR"
        func ask() -> HTTPResponse { site.get(path, [], ["X-Forwarded-For": "192.0.2.1"]) }
        #expect(ask().fields["X-Rule"] == "yes")
        let refused = ask()
        #expect(refused.status.code == 429 && !refused.fields.contains("X-Rule"))
        #expect(site.hits(rule) == 1)
        let id = try #require(refused.fields["X-Pass-Simulator-Exchange"])
        let explanation = site.control(.get, "exchanges/\(id)/explanation").text
        #expect(explanation.contains("the request was refused before the rule could take effect"))
        #expect(!explanation.contains("took effect"))
    }

    @Test("The answer's header fields and content are changed")
    func changes() throws {
        let site = try TestSite()
        let usual = site.get(config)
        try site.addRule(
            #"{"action": {"headers": {"X-New": "1", "Content-Type": null}, "bodyPatch": [{"find": "<requestor", "replace": "<REQ"}]}}"#
        )
        let answer = site.get(config)
        #expect(answer.fields["X-New"] == "1" && !answer.fields.contains(.contentType) && answer.status == .ok)
        #expect(answer.text == usual.text.replacing("<requestor", with: "<REQ") && answer.text.contains("<REQ"))
        site.removeRules()
        try site.addRule(
            #"{"action": {"headers": {"Access-Control-Allow-Credentials": "false", "P3P": null, "Vary": "Accept"}}}"#)
        let blocked = site.get(config, [], [.origin: "https://site.example"])
        #expect(blocked.fields.values("Access-Control-Allow-Credentials") == ["false"])
        #expect(!blocked.fields.contains("P3P") && blocked.fields.values(.vary) == ["Accept"])
        site.removeRules()
        try site.addRule(#"{"action": {"body": "not XML", "contentType": "text/plain"}}"#)
        let replaced = site.get(config)
        #expect(replaced.text == "not XML" && replaced.fields[.contentType] == "text/plain" && replaced.status == .ok)
    }

    @Test(
        "Delays are fixed, uniform or long-tailed, and repeat with the seed",
        arguments: [
            (#"200"#, 200...200), (#"{"fixedMs": 0}"#, 0...0), (#"{"uniformMs": [100, 300]}"#, 100...300),
            (#"{"longTailMs": 100, "sigma": 0}"#, 100...100), (#"{"longTailMs": 100}"#, 0...600_000),
        ])
    func delays(_ delay: String, _ range: ClosedRange<Int>) throws {
        func run() throws -> [Int] {
            let site = try TestSite()
            try site.addRule(#"{"match": {"probability": 1, "seed": 3}, "action": {"delay": \#(delay)}}"#)
            return (0..<20).map { _ in site.get(config).delivery.delayMilliseconds }
        }
        let (delays, again) = (try run(), try run())
        #expect(delays.allSatisfy(range.contains) && delays == again)
        if range.count > 1 { #expect(Set(delays).count > 10) }
    }

    @Test("A long-tailed delay has its median, and few delays are far longer")
    func longTail() throws {
        let site = try TestSite()
        try site.addRule(#"{"action": {"delay": {"longTailMs": 1000, "sigma": 1}}}"#)
        let delays = (0..<400).map { _ in site.get(config).delivery.delayMilliseconds }.sorted()
        #expect((800...1_250).contains(delays[200]))
        #expect(delays[399] > 5_000 && delays[380] < 20_000)
    }

    @Test("A delay can be combined with every other action")
    func combined() throws {
        let site = try TestSite()
        try site.addRule(#"{"action": {"status": 503, "delay": 70, "headers": {"Retry-After": "1"}}}"#)
        let answer = site.get(config)
        #expect(answer.status == .serviceUnavailable && answer.fields[.retryAfter] == "1")
        #expect(answer.delivery.delayMilliseconds == 70)
    }

    @Test(
        "The transport's faults are those of the connection",
        arguments: [
            (#""resetBefore""#, TransportFault.reset(after: .nothing)),
            (#""resetAfterHead""#, .reset(after: .head)), (#""resetWithin""#, .reset(after: .content(1))),
            (#""resetAfter""#, .reset(after: .everything)), (#""stall""#, .stall(after: .nothing)),
            (#""garbage""#, .garbage), (#""empty""#, .close(after: .nothing)),
            (#"{"fault": "truncated", "bytes": 9}"#, .close(after: .content(9))),
            (#"{"fault": "wrongLength", "by": -2}"#, .wrongLength(by: -2)),
            (#""neverAccept""#, .neverAccept(milliseconds: 10_000)),
            (#"{"fault": "neverAccept", "seconds": 2}"#, .neverAccept(milliseconds: 2_000)),
            (#""dribble""#, .dribble(bytes: 1, everyMilliseconds: 100)),
        ])
    func transport(_ form: String, _ fault: TransportFault) throws {
        let site = try TestSite()
        try site.addRule(#"{"action": {"transport": \#(form)}}"#)
        #expect(site.get(config).delivery.fault == fault && site.get("/_sim/rules").delivery.fault == nil)
    }

    @Test("A rule for an operation or a namespace doesn't affect others")
    func others() throws {
        let site = try TestSite()
        try site.addRule(#"{"match": {"operation": "Session*"}, "action": {"status": 500}}"#)
        #expect(site.get(config).status == .ok)
        #expect(site.post("/adobe-services/session", []).status == .internalServerError)
        #expect(site.post("/_ns/other/adobe-services/session", []).status != .internalServerError)
    }

    @Test("A rule with an end time ends when the clock is set to it")
    func until() throws {
        let site = try TestSite()
        try site.addRule(#"{"until": "2031-05-14T09:00:00Z", "action": {"status": 500}}"#)
        #expect(site.get(config).status == .internalServerError)
        site.clock?.advance(by: .hours(1))
        #expect(site.get(config).status == .ok)
    }

    @Test("A reset removes rules")
    func reset() throws {
        let site = try TestSite()
        try site.addRule(#"{"action": {"status": 500}}"#)
        _ = site.send(site.request(.post, "/_sim/reset"))
        #expect(site.get(config).status == .ok)
    }
}
