import PassCore
import PassHarness

/// How many whole logins a second a backend answers, a few users at a time.
enum FlowRate {
    private static let users = 4

    /// - Parameter url: a backend, the simulator or another that answers like it.
    static func measure(url: String, seconds: Int) async throws -> Figures {
        let start = ContinuousClock.now
        let end = start + .seconds(seconds)
        let flows = try await withThrowingTaskGroup(of: Int.self) { group in
            for _ in 0..<users {
                group.addTask {
                    let transport = SocketTransport()
                    var count = 0
                    while ContinuousClock.now < end {
                        try await LoginFlow.run(at: url, transport: transport)
                        count += 1
                    }
                    return count
                }
            }
            return try await group.reduce(0, +)
        }
        let elapsed = (ContinuousClock.now - start) / .seconds(1)
        return [("flows", .number(Double(flows))), ("rate", .number(Double(flows) / elapsed))]
    }
}
