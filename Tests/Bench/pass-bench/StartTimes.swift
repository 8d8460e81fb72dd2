import PassCore
import PassSimulator

/// `Simulator.start()` in a process that runs already, as each test of a suite does it.
enum StartTimes {
    private static let starts = 20

    static func measure() async throws -> Figures {
        let first = try await start()
        var times: [Double] = []
        for _ in 0..<starts { times.append(try await start()) }
        return [
            ("firstStartMillis", .number(first)), ("startMillis", .number(times.median)),
            ("starts", .number(Double(starts))),
        ]
    }

    private static func start() async throws -> Double {
        var simulator: Simulator?
        let time = try await Stopwatch.milliseconds { simulator = try await Simulator.start() }
        await simulator?.stop()
        return time
    }
}
