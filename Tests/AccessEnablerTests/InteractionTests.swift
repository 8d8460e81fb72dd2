import PassCore
import Testing

@testable import AccessEnabler

@Suite("Interactions")
struct InteractionTests {
    /// What an interaction did, in order.
    private final class Record: Sendable {
        private let lines = Guarded<[String]>([])

        var all: [String] { lines.withLock { $0 } }
        func note(_ line: String) { lines.withLock { $0.append(line) } }
    }

    @Test("An interaction that ended before its turn doesn't begin, and passes its turn on")
    func endedEarly() {
        let record = Record()
        let interaction = Interaction(isLogin: true) { record.note("end") }
        interaction.end(.cancelled) { record.note("cancel") }
        #expect(record.all.isEmpty)
        interaction.begin { record.note("begin") }
        #expect(record.all == ["end"])
        #expect(interaction.isOver)
    }

    @Test("An interaction acts only in its turn, and ends once")
    func turn() {
        let record = Record()
        let interaction = Interaction(isLogin: true) { record.note("end") }
        interaction.perform { record.note("early") }
        interaction.begin { record.note("begin") }
        interaction.perform { record.note("choice") }
        interaction.end(.cancelled) { record.note("cancel") }
        interaction.end(.cancelled) { record.note("again") }
        interaction.perform { record.note("late") }
        #expect(record.all == ["begin", "choice", "cancel", "end"])
    }
}
