import PassHarness
import PassSimulator
import Testing

@Suite("The stage of a scenario")
struct StageTests {
    @Test("A scenario begins at a whole second, with all its clocks alike, whenever its backend was started")
    func wholeSecond() async throws {
        let simulator = try await Simulator.start(.scenarios())
        let world = try simulator.world(named: "stage")
        world.freeze()
        world.set(toMillis: 1_936_773_000_999)
        let stage = Stage(.embedded(simulator, world), cast: .embedded)
        let other = try stage.otherWorld("other")
        #expect(world.nowMillis == 1_936_773_000_000)
        #expect(other.nowMillis == 1_936_773_000_000)
        #expect(stage.phone.clock.nowMillis == 1_936_773_000_000)
        await simulator.stop()
    }
}
