import PassCore
import PassSimulator

/// `Simulator.start()` in a process that runs already, as each test of a suite does it.
enum StartTimes {
    private static let starts = 20

    static func measure() async throws -> Figures {
        let first = try await start()
        var times: [(wall: Double, processor: Double)] = []
        for _ in 0..<starts { times.append(try await start()) }
        return [
            ("firstStartMillis", .number(first.wall)), ("startMillis", .number(times.map(\.wall).median)),
            ("startProcessorMillis", .number(times.map(\.processor).median)),
        ]
    }

    private static func start() async throws -> (wall: Double, processor: Double) {
        var simulator: Simulator?
        let before = Stopwatch.processMilliseconds
        let time = try await Stopwatch.milliseconds { simulator = try await Simulator.start() }
        let processor = Stopwatch.processMilliseconds - before
        await simulator?.stop()
        return (time, processor)
    }
}
