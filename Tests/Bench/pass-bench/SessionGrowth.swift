import AccessEnabler
import PassCore
import PassHarness
import PassSimulator

/// What a request costs as the sessions grow that its World remembers; requests take the whole pipeline, without sockets.
///
/// The sizes take turns in short batches, so that a machine which changes its speed changes all of them.
enum SessionGrowth {
    private static let sizes = [10, 1_000, 100_000, 1_000_000]
    /// With a store, each size takes its time to be filled.
    private static let storeSizes = [10, 1_000_000]
    private static let operations = ["authorizeDevice", "deviceShortAuthorize"]
    private static let rounds = 15
    private static let signedBatch = 40
    private static let lookupBatch = 2_000

    struct Failure: Error, CustomStringConvertible {
        var description: String
    }

    /// - Parameters:
    ///   - store: the file of an SQLite store, which may have the sessions of an earlier run, or the URL of a database of
    ///     Redis; `nil` for the memory store.
    ///   - cacheBytes: the size of the records that an SQLite store keeps in memory too; `nil` for the usual one.
    static func measure(store: String? = nil, cacheBytes: Int? = nil) async throws -> Figures {
        var configuration = Configuration()
        if let cacheBytes { configuration.storeCacheBytes = cacheBytes }
        // What a request waits for counts too where another process finds the records.
        var stopwatch: (() throws -> Void) throws -> Double = Stopwatch.threadMicroseconds
        if let database = store.flatMap({ Configuration.RedisDatabase($0) }) {
            configuration.store = .redis(database)
            stopwatch = Stopwatch.microseconds
        } else if let store {
            configuration.store = .sqlite(file: store)
            // Only the reading is measured, and the filling is long enough.
            configuration.storeDurability = .relaxed
        }
        configuration.limits.records = 2_000_000
        configuration.limits.storedBytes = 64 << 30
        configuration.journalExchanges = 0
        let simulator = try await Simulator.start(configuration)
        var stages: [Stage] = []
        for size in store == nil ? sizes : storeSizes { stages.append(try await Stage(size, simulator, stopwatch)) }

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
                ("recent\(stage.size)", .number(stage.recent.median)),
            ]
        }
    }

    /// One World with so many sessions, and the requests of a device that is really logged in there.
    private struct Stage {
        let size: Int
        let simulator: Simulator
        let world: SimulatedWorld
        let requests: [SimulatorRequest]
        private let stopwatch: (() throws -> Void) throws -> Double
        /// Microseconds per request, by the stopwatch.
        var signed: [Double] = []
        var lookups: [Double] = []
        var recent: [Double] = []
        /// Which session is looked up next: spread over all, so that few are in the processor's caches.
        private var next = 0

        init(
            _ size: Int, _ simulator: Simulator, _ stopwatch: @escaping (() throws -> Void) throws -> Double
        ) async throws {
            self.size = size
            self.stopwatch = stopwatch
            self.simulator = simulator
            world = try simulator.world(named: "sessions-\(SyntheticSessions.digits(size))")
            let isNew = try SyntheticSessions.fill(world, with: size)
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
            // What was put in now is also in memory, as far as that has room; what was there is so once it was found.
            if !isNew { for session in 0..<size { try find(session) } }
        }

        mutating func measure(signed count: Int, lookups lookupCount: Int) throws {
            let requests = requests
            signed.append(
                try stopwatch {
                    for _ in 0..<count { for request in requests { try ask(request) } }
                } / Double(count * requests.count))
            var session = next
            lookups.append(
                try look(lookupCount) { _ in
                    session = (session + 7919) % size
                    return session
                })
            next = session
            // Ten of them again and again, spread over all.
            recent.append(try look(lookupCount) { index in index % 10 * (size / 10) })
        }

        /// Returns the microseconds that it takes to find a code.
        private func look(_ count: Int, _ session: (_ index: Int) -> Int) throws -> Double {
            try stopwatch {
                for index in 0..<count { try find(session(index)) }
            } / Double(count)
        }

        private func find(_ session: Int) throws {
            let code = SyntheticSessions.code(session).string
            try ask(SimulatorRequest("GET", "\(world.url)/reggie/v1/TEST_REQUESTOR/regcode/\(code)"))
        }

        private func ask(_ request: SimulatorRequest) throws {
            let response = simulator.respond(to: request)
            guard response.status == 200 else {
                throw Failure(description: "\(request.target) answered \(response.status): \(response.text)")
            }
        }
    }
}
