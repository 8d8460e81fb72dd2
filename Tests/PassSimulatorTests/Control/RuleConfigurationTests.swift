import PassAdmin
import PassCore
import PassHTTP
import PassInstruments
import PassTestSupport
import Testing

@testable import PassSimulator

@Suite("Rules of the configuration", .eachStore)
struct RuleConfigurationTests {
    private let denied = #"{match: {operation: "RetrieveConfiguration"}, action: {status: 503}, times: 1}"#
    private let config = "/adobe-services/config/TEST_REQUESTOR"

    @Test("Each namespace begins with the rules, and a reset brings them back")
    func start() throws {
        let rule = try Configuration.Rule(denied)
        let site = try TestSite { $0.rules = [rule] }
        for prefix in ["", "/_ns/other"] {
            #expect((0..<2).map { _ in site.get(prefix + config).status } == [.serviceUnavailable, .ok])
        }
        _ = site.send(site.request(.post, "/_sim/reset"))
        #expect((0..<2).map { _ in site.get(config).status } == [.serviceUnavailable, .ok])
    }

    @Test("Settings that are merged into those of a World replace its rules, and keep those that were added")
    func configured() throws {
        let site = try TestSite()
        try site.addRule(#"{"match": {"operation": "Session"}, "action": {"status": 500}}"#)
        try site.backend.worlds.change(.default, "{rules: [\(denied)]}")
        #expect((0..<2).map { _ in site.get(config).status } == [.serviceUnavailable, .ok])
        #expect(site.post("/adobe-services/session", []).status == .internalServerError)
        try site.backend.worlds.change(.default, "{denialStatus: 400}")
        #expect(site.get(config).status == .ok)
        try site.backend.worlds.change(.default, "{rules: []}")
        #expect(site.get("/_sim/rules").json["rules"]?.arrayValue?.count == 1)
    }

    @Test("A namespace is created with rules")
    func namespace() throws {
        let site = try TestSite()
        let body = #"{"configuration": {"rules": [{"action": {"status": 503}}]}}"#
        let answer = site.send(
            site.request(
                .put, "/_sim/namespaces/mine", [.contentType: "application/json"], body: Array(body.utf8)))
        #expect(answer.json["rules"] == .integer(1), "\(answer.text)")
        #expect(site.get("/_ns/mine" + config).status == .serviceUnavailable && site.get(config).status == .ok)
    }

    @Test("The printed configuration has the rules and is read back unchanged")
    func printed() throws {
        var configuration = Configuration()
        configuration.rules = [
            try Configuration.Rule(denied),
            try Configuration.Rule(
                #"{id: "slow", action: {delay: {uniformMs: [1, 2]}}, until: "2030-01-01T00:00:00Z"}"#),
        ]
        let text = Array(configuration.text.utf8)
        let read = try Configuration.load(arguments: ["--config", "x"], environment: [:], readFile: { _ in text })
        #expect(read.rules == configuration.rules)
    }

    @Test(
        "A mistake in a rule is reported with its position",
        arguments: [
            ("{rules: {}}", "must be a list of at most 1000 rules"),
            ("{rules: [{}]}", "rules[0].action is missing."),
            (
                "{rules: [{action: {status: 503}}, {action: {failur: 1}}]}",
                "rules[1].action.failur is unknown; the nearest one is failure."
            ),
            (
                "{rules: [{id: 'a', action: {status: 503}}, {id: 'a', action: {status: 500}}]}",
                "configuration:1:49: rules[1].id is the name of an earlier rule."
            ),
        ])
    func mistakes(_ text: String, _ sentence: String) {
        let error = #expect(throws: ConfigurationError.self) { try Configuration().overlaid(text) }
        #expect(error?.message.contains(sentence) == true, "\(error?.message ?? "")")
    }

    @Test("A text that isn't a rule is refused")
    func text() {
        #expect(throws: ConfigurationError.self) { try Configuration.Rule("{") }
        #expect(throws: SimulatorError.self) { try Configuration.Rule("{action: {status: 1}}") }
    }

    @Test(
        "The ready-made sets load, and their rules can take effect",
        arguments: ["mvpd-evening", "mobile-network", "every-refusal"])
    func sets(_ name: String) throws {
        let path = "\(Fixture.directory)/../Config/faults/\(name).json5"
        let configuration = try Configuration.load(
            arguments: ["--config", path], environment: [:],
            readFile: { _ in try Fixture.bytes("../Config/faults/\(name).json5") })
        #expect(!configuration.rules.isEmpty)
        for rule in configuration.rules.map(\.rule) {
            #expect(!rule.operations.isEmpty && rule.warnings(beside: [], now: TestSite.start).isEmpty, "\(rule.id)")
        }
    }

    @Test("The set of all refusals forces each failure that a rule can force, one after the other")
    func everyRefusal() throws {
        let text = String(decoding: try Fixture.bytes("../Config/faults/every-refusal.json5"), as: UTF8.self)
        let site = try TestSite()
        try site.backend.worlds.change(.default, text)
        let rules = try #require(site.get("/_sim/rules").json["rules"]?.arrayValue)
        for index in rules.indices {
            #expect(site.get(config, [], [:]).status.code < 600)
            let hits = site.get("/_sim/rules").json["rules"]?.arrayValue?.compactMap { $0["hits"]?.integerValue } ?? []
            #expect(hits.filter { $0 == 1 }.count == index + 1)
        }
        #expect(site.get(config).status == .ok)
    }
}
