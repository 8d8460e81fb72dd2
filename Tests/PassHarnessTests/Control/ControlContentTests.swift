import AccessEnabler
import PassHarness
import PassSimulator
import Testing

/// What the client sends and reads where an answer of the wire's form suffices.
@Suite("Contents of control operations")
struct ControlContentTests {
    @Test("A rule has its conditions, its effect and its number of requests") func rule() async throws {
        var rule = ControlRule(
            operation: .authorizeDevice, mvpd: "Adobe", resource: "news*", .failure("denied", message: "No."), times: 2)
        rule.after = 1
        rule.priority = -1
        let sent = try await sent { try await $0.addRule(rule) }
        #expect(
            sent == """
                POST rules {"match":{"mvpd":"Adobe","operation":"AuthorizeDevice","resource":"news*"},\
                "action":{"failure":"denied","message":"No."},"times":2,"after":1,"priority":-1}
                """)
    }

    @Test(
        "Each effect has its form",
        arguments: [
            (ControlRule.Action.status(503), #"{"status":503}"#), (.delay(milliseconds: 20), #"{"delay":20}"#),
            (
                .answer(status: 200, contentType: "text/plain", Array("x".utf8)),
                #"{"body":"x","contentType":"text/plain","status":200}"#
            ),
            (.answer(status: 200, contentType: nil, [0xFF]), #"{"bodyBase64":"/w==","status":200}"#),
            (.answer(status: 304, contentType: "text/plain", []), #"{"status":304}"#),
            (.token("expired"), #"{"token":"expired"}"#), (.transport("resetBefore"), #"{"transport":"resetBefore"}"#),
            (.neverAccept(seconds: 5), #"{"transport":{"fault":"neverAccept","seconds":5}}"#),
            (.mvpd("down"), #"{"mvpd":"down"}"#), (.failure("degraded"), #"{"failure":"degraded"}"#),
        ])
    func action(_ action: ControlRule.Action, _ text: String) async throws {
        let sent = try await sent { try await $0.addRule(ControlRule(action)) }
        #expect(sent == "POST rules {\"match\":{},\"action\":\(text)}")
    }

    @Test("Rules of a file are sent one by one", arguments: ["[{a: 1}, {b: 2}]", "{ rules: [{a: 1}, {b: 2}] }"])
    func rules(text: String) async throws {
        let transport = Canned(status: 201, #"{"id": "rule-1", "hits": 0, "warnings": ["w"]}"#)
        let added = try await SimulatorControlClient(url: "http://s.test", transport: transport).addRules(text)
        #expect(added.map(\.id) == ["rule-1", "rule-1"] && added.map(\.warnings) == [["w"], ["w"]])
        #expect(transport.requests.map { String(decoding: $0.body, as: UTF8.self) } == [#"{"a":1}"#, #"{"b":2}"#])
    }

    @Test("A login names the device or the code, and nothing unknown") func login() async throws {
        let code = try await sent { try await $0.logIn(user: nil, mvpd: "TempPass", at: .code("Q7")) }
        #expect(code == #"POST login {"mvpd":"TempPass","code":"Q7"}"#)
        let device = try await sent {
            try await $0.logIn(user: "user", mvpd: "Adobe", requestor: "REF", at: .device("d"))
        }
        #expect(device == #"POST login {"requestor":"REF","mvpd":"Adobe","user":"user","device":"d"}"#)
    }

    @Test("An order for a token without a device is for a browser") func mint() async throws {
        let order = MintOrder("authn", requestor: "REF", mvpd: "Adobe", user: "user", state: "expired")
        let sent = try await sent { _ = try await $0.mint(order) }
        #expect(
            sent == """
                POST tokens/mint {"kind":"authn","state":"expired","requestor":"REF","mvpd":"Adobe","user":"user","web":true}
                """)
    }

    @Test("A query has its conditions, the position and the number") func query() async throws {
        var query = ExchangeQuery(operation: .authorizeDevice, resource: "a b")
        query.status = "4xx"
        query.others = [("faulted", "true")]
        let transport = Canned(status: 200, #"{"exchanges": [], "evicted": 7}"#)
        let page = try await SimulatorControlClient(url: "http://s.test", transport: transport)
            .exchanges(query, after: "x-1", limit: 5)
        #expect(page.evicted == 7 && page.exchanges.isEmpty)
        #expect(
            transport.requests.first?.url
                == "http://s.test/_sim/exchanges?operation=AuthorizeDevice&resource=a+b&status=4xx&faulted=true"
                + "&after=x-1&limit=5")
    }

    @Test("An exchange has what the journal knows, and a later version's operation keeps its name") func exchange()
        async throws
    {
        let text = """
            {"exchanges": [{"id": "k3m9qt-1", "state": "complete", "time": "2031-05-14T08:30:00.250Z", "method": "POST",
            "path": "/adobe-services/authorizeDevice", "operation": "AuthorizeDevice", "family": "legacy", "status": 200,
            "outcome": "denied", "reason": "noAuthZ", "requestor": "REF", "mvpd": "Adobe", "device": "d",
            "resources": ["news"], "subscriber": "user", "flow": "f-1", "rules": ["rule-1"],
            "delivery": {"result": "reset", "headSent": true, "contentBytes": 3, "contentLength": 512}},
            {"id": "k3m9qt-2", "state": "inFlight", "operation": "BrewCoffee"}]}
            """
        let transport = Canned(status: 200, text)
        let page = try await SimulatorControlClient(url: "http://s.test", transport: transport).exchanges()
        let first = try #require(page.exchanges.first)
        #expect(first.operation == .authorizeDevice && first.status == 200 && !first.isInFlight && !first.isControl)
        #expect([first.outcome, first.reason, first.requestor, first.mvpd] == ["denied", "noAuthZ", "REF", "Adobe"])
        #expect([first.device, first.subscriber, first.flow] == ["d", "user", "f-1"])
        #expect(first.resources == ["news"] && first.rules == ["rule-1"] && first.record["path"] == first.path)
        let second = try #require(page.exchanges.last)
        #expect(second.isInFlight && second.operation == nil && second.operationName == "BrewCoffee")
        #expect(second.status == nil && second.delivery == nil)
        let delivery = try #require(first.delivery)
        #expect(delivery.result == "reset" && delivery.isHeadSent)
        #expect(delivery.contentBytes == 3 && delivery.contentLength == 512)
    }

    @Test("An explanation has its checks in their order, with their values as text") func explanation() async throws {
        let text = """
            {"exchange": "k3m9qt-1", "operation": "AuthorizeDevice", "status": 401, "outcome": "refused",
            "reason": "token expired", "rule": "rule-1", "sentence": "Why.", "checks": [
            {"check": "requestor", "passed": true, "decided": false, "values": {"requestor": "REF", "known": true}},
            {"check": "token expiry", "passed": false, "decided": true, "values": {"now": "…Z"}, "sentence": "So."}]}
            """
        let transport = Canned(status: 200, text)
        let control = SimulatorControlClient(url: "http://s.test", transport: transport)
        let explanation = try await control.explanation("k3m9qt-1", secrets: .masked)
        #expect(
            transport.requests.last?.url == "http://s.test/_sim/exchanges/k3m9qt-1/explanation?secrets=masked")
        #expect(explanation.exchange == "k3m9qt-1" && explanation.operationName == "AuthorizeDevice")
        #expect(explanation.status == 401 && explanation.outcome == "refused" && explanation.reason == "token expired")
        #expect(explanation.rule == "rule-1" && explanation.sentence == "Why.")
        #expect(explanation.checks.map(\.name) == ["requestor", "token expiry"])
        #expect(
            explanation.checks[0].values == ["requestor": "REF", "known": "true"] && explanation.checks[0].hasPassed)
        #expect(explanation.deciding == [explanation.checks[1]] && explanation.deciding[0].sentence == "So.")
        #expect(explanation.record["status"] == "401")
    }

    @Test("All pages of a kind of records are read") func pages() async throws {
        let transport = Pages([
            #"{"sessions": [{"id": "a", "mvpd": "Adobe", "passive": false}], "next": "a"}"#,
            #"{"sessions": [{"id": "b"}]}"#,
        ])
        let records = try await SimulatorControlClient(url: "http://s.test", transport: transport)
            .state("sessions", where: [("user", "child")])
        #expect(records.map(\.id) == ["a", "b"])
        #expect(records[0]["passive"] == "false" && records[0].members.map(\.name) == ["id", "mvpd", "passive"])
        #expect(
            transport.urls == [
                "http://s.test/_sim/state/sessions?limit=1000&user=child",
                "http://s.test/_sim/state/sessions?limit=1000&after=a&user=child",
            ])
    }

    /// Returns the request that a call sends: method, path below `/_sim/` and content.
    private func sent(_ call: (SimulatorControlClient) async throws -> some Any) async throws -> String {
        let transport = Canned(status: 200, "{}")
        _ = try await call(SimulatorControlClient(url: "http://s.test", transport: transport))
        let request = try #require(transport.requests.last)
        #expect(request.fields["Content-Type"] == "application/json")
        let path = request.url.dropFirst("http://s.test/_sim/".count)
        return "\(request.method) \(path) \(String(decoding: request.body, as: UTF8.self))"
    }
}
