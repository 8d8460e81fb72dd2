import PassCore
import PassDomain
import Testing

@testable import PassInstruments

@Suite("Names of rules, and counts that are taken back")
struct RuleEntryTests {
    private func session(_ milliseconds: Int, times: Int? = nil) -> Rule {
        var action = RuleAction()
        action.delay = .fixed(milliseconds)
        return Rule(match: RuleMatch(operation: .session), action: action, times: times)
    }

    @Test("A rule of the configuration gets no name of another rule, and one with its name replaces it")
    func configuredNames() {
        let rules = Rules()
        rules.configure([session(1)])
        _ = rules.add(session(2))
        rules.configure([])
        #expect(rules.all.map(\.rule.id) == ["rule-2"])
        let stored = Rules()
        stored.restore(rules.snapshots)
        stored.configure([session(3)])
        #expect(stored.all.map(\.rule.id) == ["rule-3", "rule-2"])
        var named = session(4)
        named.id = "rule-2"
        stored.configure([named])
        #expect(stored.all.map(\.rule) == [named])
    }

    @Test("A request on which the rule had no effect can be taken back")
    func uncounted() throws {
        let rules = Rules()
        _ = rules.add(session(1, times: 1))
        let candidates = try #require(rules.candidates(for: .session))
        func take() throws -> TakenRule? {
            try rules.take(candidates, now: Timestamp(seconds: 0), StatedFacts())
        }
        let first = try take()
        #expect(try take() == nil)
        try #require(first).uncount()
        #expect(rules.all.map(\.hits) == [0] && rules.all.map(\.matches) == [1])
        #expect(try take() != nil)
        #expect(try take() == nil)
    }
}
