import PassSimulator
import PassTesting
import Testing

/// The same tests run against a simulator in this process and against one that is reached by its address only.
@Suite("Explanations in tests of apps")
struct SimulationExplanationTests {
    @Test("The explanation of a refusal names the rule", arguments: [false, true])
    func rule(isRemote: Bool) async throws {
        try await run(isRemote) { simulation in
            try await simulation.fail(.authorizeDevice, of: "news*", with: .failure(.notAuthorized("Not today.")))
            let app = try await simulation.app()
            try await app.logIn()
            await app.expectDenied("news-1", saying: "Not today.")
            await app.expectAuthorized("sports")
            let calls = try await simulation.journal.exchanges(ExchangeQuery(operation: .authorizeDevice))
            try #require(calls.count == 2)
            let denied = try await simulation.journal.explanation(of: calls[0])
            let rules = try await simulation.control.rules()
            #expect(denied.rule == rules.first?.id && denied.deciding.map(\.name) == ["rule"], "\(denied.sentence)")
            let permitted = try await simulation.journal.explanation(of: calls[1])
            #expect(permitted.rule == nil && permitted.deciding.map(\.name) == ["MVPD decision"])
            #expect(permitted.deciding.first?.values["resource"] == "sports")
        }
    }

    private func run(_ isRemote: Bool, _ body: (Simulation) async throws -> Void) async throws {
        guard isRemote else { return try await withSimulator { try await body($0) } }
        let simulator = try await Simulator.start()
        do {
            try await withSimulator(.at(simulator.url)) { try await body($0) }
        } catch {
            await simulator.stop()
            throw error
        }
        await simulator.stop()
    }
}
