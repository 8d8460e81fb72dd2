import PassDomain
import PassHTTP
import PassInstruments
import Testing

@Suite("The faults of one namespace")
struct FaultRulesTests {
    private func delay(_ milliseconds: Int) -> FaultEffect { .delay(milliseconds: milliseconds) }

    private func taken(_ rules: FaultRules, _ operation: Operation) -> Int? {
        if case .delay(let milliseconds) = rules.take(operation) { milliseconds } else { nil }
    }

    @Test("A fault takes effect as often as it says, and then there is none")
    func times() {
        let rules = FaultRules()
        #expect(rules.isEmpty)
        rules.add(delay(1), to: .session, times: 2)
        #expect(!rules.isEmpty)
        #expect(taken(rules, .authorize) == nil)
        #expect((0..<3).map { _ in taken(rules, .session) } == [1, 1, nil])
        #expect(rules.isEmpty)
    }

    @Test("Faults of one operation follow each other; one that lasts gives way to the next")
    func sequence() {
        let rules = FaultRules()
        rules.add(delay(1), to: .session, times: 1)
        rules.add(delay(2), to: .session, times: nil)
        #expect((0..<3).map { _ in taken(rules, .session) } == [1, 2, 2])
        rules.add(delay(3), to: .session, times: 1)
        #expect((0..<2).map { _ in taken(rules, .session) } == [3, nil])
    }

    @Test("An operation's own fault goes before that of all operations")
    func every() {
        let rules = FaultRules()
        rules.add(delay(1), to: nil, times: nil)
        rules.add(delay(2), to: .session, times: 1)
        #expect((0..<2).map { _ in taken(rules, .session) } == [2, 1])
        #expect(taken(rules, .authorize) == 1)
    }

    @Test("Removing one operation's faults leaves the others, and removing all leaves none")
    func removal() {
        let rules = FaultRules()
        rules.add(delay(1), to: .session, times: nil)
        rules.add(delay(2), to: .authorize, times: nil)
        rules.remove(.session)
        #expect(taken(rules, .session) == nil && taken(rules, .authorize) == 2)
        rules.removeAll()
        #expect(rules.isEmpty && taken(rules, .authorize) == nil)
    }
}
