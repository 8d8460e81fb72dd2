import AccessEnabler
import PassSimulator
import PassTesting
import Synchronization
import Testing

@Suite("The clock of a test's devices", .simulator)
struct SimulationClockTests {
    @Test("An alarm rings once, as soon as the World is advanced to its time, and not before")
    func rings() throws {
        let simulation = try Simulation.current
        let bell = Bell()
        let alarm = simulation.platform().clock.wake(afterMillis: 3_600_000) { bell.ring() }
        try simulation.world.freeze()
        try simulation.world.advance(by: .seconds(3_590))
        #expect(bell.count == 0)
        try simulation.world.advance(by: .seconds(10))
        #expect(bell.count == 1)
        try simulation.world.advance(by: .seconds(3_600))
        #expect(bell.count == 1)
        alarm.cancel()
    }

    @Test("An alarm that was cancelled or released doesn't ring")
    func cancelled() throws {
        let simulation = try Simulation.current
        let bell = Bell()
        let clock = simulation.platform().clock
        let alarm = clock.wake(afterMillis: 1_000_000) { bell.ring() }
        alarm.cancel()
        _ = clock.wake(afterMillis: 1_000_000) { bell.ring() }
        try simulation.world.advance(by: .seconds(2_000))
        #expect(bell.count == 0)
    }

    @Test("A stopped clock blocks no app: alarms ring after real time, too")
    func standsStill() async throws {
        let simulation = try Simulation.current
        try simulation.world.freeze()
        let (rings, bell) = AsyncStream.makeStream(of: Void.self)
        let alarm = simulation.platform().clock.wake(afterMillis: 1) { bell.yield() }
        for await _ in rings { break }
        alarm.cancel()
    }

    private final class Bell: Sendable {
        private let rung = Atomic(0)

        var count: Int { rung.load(ordering: .relaxed) }

        func ring() { rung.add(1, ordering: .relaxed) }
    }
}
