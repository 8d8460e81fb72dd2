import PassSimulator
import Testing

@Suite("An embedded World that many threads change at once")
struct WorldRaceTests {
    @Test("Requests go on while the clock, the configuration, faults and the journal change, and no change is lost")
    func changes() async throws {
        let simulator = try await Simulator.start()
        let world = simulator.world
        world.freeze()
        let before = world.nowMillis
        let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
            for number in 0..<40 {
                group.addTask {
                    world.advance(by: .seconds(1))
                    try world.configure("{ requestors: { R\(number): { name: 'Name \(number)' } } }")
                    try world.fail(.session, with: .status(503), times: 1)
                    return EmbeddedClient(simulator).get("/config/R\(number)").status
                }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(statuses == Array(repeating: 200, count: 40))
        #expect(world.nowMillis == before + 40_000)
        let client = EmbeddedClient(simulator)
        for number in 0..<40 { #expect(client.get("/config/R\(number)").text.contains(">Name \(number)<")) }
        #expect(
            (0..<41).map { _ in client.get("/session").status == 503 } == Array(repeating: true, count: 40) + [false])
        #expect(world.exchanges.count == 121)
        await simulator.stop()
    }
}
