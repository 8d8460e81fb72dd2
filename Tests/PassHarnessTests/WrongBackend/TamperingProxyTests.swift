import PassHarness
import Testing

/// A conformance suite is worth what it notices: here the backend is wrong on purpose, in one thing at a time.
@Suite("Backends that do one thing wrong")
struct TamperingProxyTests {
    @Test("A wrong backend fails the scenarios that are about what it does wrong", arguments: Mutation.all)
    func noticed(mutation: Mutation) async throws {
        let concerned = ScenarioSuite.all.filter { mutation.noticedBy.contains($0.number) }
        try #require(!concerned.isEmpty && concerned.count == mutation.noticedBy.count)
        var runner = ConformanceRunner()
        runner.between = { TamperingProxy($0, mutation) }
        for result in try await runner.run(concerned) {
            guard case .failed = result.outcome else {
                Issue.record("scenario \(result.number) didn't notice: \(result.outcome)")
                continue
            }
        }
    }

    @Test("Behind a proxy that changes nothing every scenario passes")
    func unchanged() async throws {
        let nothing = Mutation("nothing", "*", noticedBy: []) { answer, _ in answer }
        // None of them takes long by itself, but all run at once, beside other tests and perhaps under a sanitizer.
        var runner = ConformanceRunner(limit: .seconds(180))
        runner.between = { TamperingProxy($0, nothing) }
        for result in try await runner.run() {
            #expect(result.outcome == .passed, "scenario \(result.number)")
        }
    }
}
