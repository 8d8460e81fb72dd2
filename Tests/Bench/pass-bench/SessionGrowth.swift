import AccessEnabler
import PassCore
import PassHarness
import PassSimulator

/// What a request costs as the sessions grow that its World remembers; requests take the whole pipeline, without sockets.
///
/// The sizes take turns in short batches, so that a machine which changes its speed changes all of them.
enum SessionGrowth {
    private static let sizes = [10, 1_000, 100_000, 1_000_000]
    private static let operations = ["authorizeDevice", "deviceShortAuthorize"]
    private static let rounds = 15
    private static let signedBatch = 40
    private static let lookupBatch = 2_000

    struct Failure: Error, CustomStringConvertible {
        var description: String
    }

    static func measure() async throws -> Figures {
        var configuration = Configuration()
        configuration.limits.records = 2_000_000
        configuration.limits.storedBytes = 64 << 30
        configuration.journalExchanges = 0
        let simulator = try await Simulator.start(configuration)
        var stages: [Stage] = []
        for size in sizes { stages.append(try await Stage(size, simulator)) }

        for round in 0..<rounds {
            for index in stages.indices {
                let place = round.isMultiple(of: 2) ? index : stages.count - 1 - index
                try stages[place].measure(signed: signedBatch, lookups: lookupBatch)
            }
        }
        await simulator.stop()
        return stages.flatMap { stage in
            [
                ("signed\(stage.size)", .number(stage.signed.median)),
                ("lookup\(stage.size)", .number(stage.lookups.median)),
            ]
        }
    }

    /// One World with so many sessions, and the requests of a device that is really logged in there.
    private struct Stage {
        let size: Int
        let simulator: Simulator
        let world: SimulatedWorld
        let requests: [SimulatorRequest]
        /// Microseconds of CPU time per request.
        var signed: [Double] = []
        var lookups: [Double] = []
        /// Which session is looked up next: spread over all, so that few are in the processor's caches.
        private var next = 0

        init(_ size: Int, _ simulator: Simulator) async throws {
            self.size = size
            self.simulator = simulator
            world = try simulator.world(named: "sessions-\(size)")
            try SyntheticSessions.fill(world, with: size)
            let transport = KeepingTransport(over: SocketTransport())
            try await LoginFlow.run(at: world.url, transport: transport)
            requests = transport.exchanges.compactMap { exchange in
                let request = exchange.request
                guard SessionGrowth.operations.contains(where: request.url.hasSuffix) else { return nil }
                return SimulatorRequest(
                    request.method, request.url, fields: request.fields.map { ($0.name, $0.value) }, body: request.body)
            }
            guard requests.count == SessionGrowth.operations.count else {
                throw Failure(description: "the flow has \(requests.count) calls that sign")
            }
        }

        mutating func measure(signed count: Int, lookups lookupCount: Int) throws {
            let requests = requests
            signed.append(
                try Stopwatch.threadMicroseconds {
                    for _ in 0..<count { for request in requests { try ask(request) } }
                } / Double(count * requests.count))
            var session = next
            lookups.append(
                try Stopwatch.threadMicroseconds {
                    for _ in 0..<lookupCount {
                        session = (session + 7919) % size
                        let code = SyntheticSessions.code(session).string
                        try ask(SimulatorRequest("GET", "\(world.url)/reggie/v1/TEST_REQUESTOR/regcode/\(code)"))
                    }
                } / Double(lookupCount))
            next = session
        }

        private func ask(_ request: SimulatorRequest) throws {
            let response = simulator.respond(to: request)
            guard response.status == 200 else {
                throw Failure(description: "\(request.target) answered \(response.status): \(response.text)")
            }
        }
    }
}
