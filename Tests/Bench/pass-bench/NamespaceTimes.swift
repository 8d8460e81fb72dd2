import PassCore
import PassSimulator

/// Making namespaces and resetting them, empty ones and one that remembers a suite's worth of logins.
enum NamespaceTimes {
    private static let namespaces = 100
    private static let sessions = 1_000

    static func measure() async throws -> Figures {
        let simulator = try await Simulator.start()
        var create: [Double] = []
        var reset: [Double] = []
        var resetFilled: [Double] = []
        for number in 0..<namespaces {
            var world = simulator.world
            create.append(try Stopwatch.threadMicroseconds { world = try simulator.world(named: "suite-\(number)") })
            reset.append(Stopwatch.threadMicroseconds { world.reset() })
            try SyntheticSessions.fill(world, with: sessions)
            resetFilled.append(Stopwatch.threadMicroseconds { world.reset() })
        }
        await simulator.stop()
        return [
            ("createMillis", .number(create.median / 1000)), ("resetMillis", .number(reset.median / 1000)),
            ("resetFilledMillis", .number(resetFilled.median / 1000)),
        ]
    }
}
