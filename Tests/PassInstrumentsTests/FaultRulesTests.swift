import PassHTTP
import PassInstruments
import Testing

@Suite("The faults of one namespace")
struct FaultRulesTests {
    private func delay(_ milliseconds: Int) -> FaultEffect { .delay(milliseconds: milliseconds) }

    private func taken(_ rules: FaultRules, _ operation: String) -> Int? {
        if case .delay(let milliseconds) = rules.take(operation) { milliseconds } else { nil }
    }

    @Test("A fault takes effect as often as it says, and then there is none")
    func times() {
        let rules = FaultRules()
        #expect(rules.isEmpty)
        rules.add(delay(1), to: "Session", times: 2)
        #expect(!rules.isEmpty)
        #expect(taken(rules, "Authorize") == nil)
        #expect((0..<3).map { _ in taken(rules, "Session") } == [1, 1, nil])
        #expect(rules.isEmpty)
    }

    @Test("Faults of one operation follow each other; one that lasts gives way to the next")
    func sequence() {
        let rules = FaultRules()
        rules.add(delay(1), to: "Session", times: 1)
        rules.add(delay(2), to: "Session", times: nil)
        #expect((0..<3).map { _ in taken(rules, "Session") } == [1, 2, 2])
        rules.add(delay(3), to: "Session", times: 1)
        #expect((0..<2).map { _ in taken(rules, "Session") } == [3, nil])
    }

    @Test("An operation's own fault goes before that of all operations")
    func every() {
        let rules = FaultRules()
        rules.add(delay(1), to: FaultRules.everyOperation, times: nil)
        rules.add(delay(2), to: "Session", times: 1)
        #expect((0..<2).map { _ in taken(rules, "Session") } == [2, 1])
        #expect(taken(rules, "Authorize") == 1)
    }

    @Test("Removing one operation's faults leaves the others, and removing all leaves none")
    func removal() {
        let rules = FaultRules()
        rules.add(delay(1), to: "Session", times: nil)
        rules.add(delay(2), to: "Authorize", times: nil)
        rules.remove("Session")
        #expect(taken(rules, "Session") == nil && taken(rules, "Authorize") == 2)
        rules.removeAll()
        #expect(rules.isEmpty && taken(rules, "Authorize") == nil)
    }
}
