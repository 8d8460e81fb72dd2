public import AccessEnabler
import PassCore
import PassSimulator

/// Runs scenarios through the AccessEnabler against a backend, each scenario on its own stage.
///
/// ```swift
/// let results = try await ConformanceRunner().run()
/// print(TableReport(results).text)
/// ```
public struct ConformanceRunner: Sendable {
    /// The backend that scenarios run against.
    public enum Target: Sendable, Hashable {
        /// A simulator that the runner starts and stops in this process.
        case embedded
        /// Another backend: its URL, with or without `/adobe-services`, and the certificates to trust there (PEM text).
        case url(String, certificateAuthority: String?)
    }

    /// The backend to test.
    public var target: Target
    /// The patterns that select scenarios by number, chapter, group or title; an empty list selects all scenarios.
    public var filters: [Glob]
    /// The seed that makes the embedded backend's identifiers and the names of namespaces repeat from run to run.
    public var seed: UInt64?
    /// The number of scenarios that run at a time, at least 1.
    public var parallel: Int
    /// The limit for one scenario, in real time.
    public var limit: Duration
    /// The IDs that play the scenarios' roles; `nil` is the target's default cast.
    public var cast: Cast?
    /// Wraps the transport between each scenario's devices and the backend, e.g. in a proxy that tampers with messages.
    public var between: @Sendable (any HTTPTransport) -> any HTTPTransport = { $0 }

    /// Creates a runner; `between` can be set afterwards.
    public init(
        target: Target = .embedded, filters: [Glob] = [], seed: UInt64? = nil, parallel: Int = 4,
        limit: Duration = .seconds(20), cast: Cast? = nil
    ) {
        self.target = target
        self.filters = filters
        self.seed = seed
        self.parallel = parallel
        self.limit = limit
        self.cast = cast
    }

    /// The progress of a run.
    public struct Progress: Sendable {
        /// The number of finished scenarios.
        public var finished: Int
        /// The number of finished scenarios that failed.
        public var failed: Int
        /// The number of scenarios in the run.
        public var total: Int
        /// The result of the scenario that finished last.
        public var last: ScenarioResult

        /// The progress in words, e.g. `43 of 216, 1 failed`, or `nil` when there is nothing to announce.
        ///
        /// A run of at least 20 scenarios announces each finished tenth except the last.
        public var milestone: String? {
            guard total >= 20, finished < total, finished * 10 / total > (finished - 1) * 10 / total else { return nil }
            return "\(finished) of \(total)" + (failed > 0 ? ", \(failed) failed" : "")
        }
    }

    /// Returns the scenarios that match at least one filter, or all of them if there are no filters.
    public func selection(of scenarios: [Scenario]) -> [Scenario] {
        filters.isEmpty ? scenarios : scenarios.filter { scenario in filters.contains { $0.matches(scenario) } }
    }

    /// Runs the selected scenarios, and returns their results in the order of `scenarios`.
    ///
    /// - Parameter progress: called after each scenario, never concurrently.
    /// - Throws: `SimulatorError` if the embedded backend can't start, `TransportError` if the backend at the target's
    ///   URL doesn't answer.
    public func run(
        _ scenarios: [Scenario] = ScenarioSuite.all, progress: @Sendable (Progress) -> Void = { _ in }
    ) async throws -> [ScenarioResult] {
        let chosen = selection(of: scenarios)
        switch target {
        case .embedded:
            let simulator = try await Simulator.start(.scenarios(seed: seed))
            let results: [ScenarioResult]
            do {
                results = try await run(chosen, progress: progress) { index, scenario in
                    let world = try simulator.world(named: Self.namespace("s", index, scenario))
                    return Stage(
                        .embedded(simulator, world), cast: cast ?? .embedded, salt: world.name, between: between)
                }
            } catch {
                await simulator.stop()
                throw error
            }
            await simulator.stop()
            return results
        case .url(let url, let authority):
            let place = try await ForeignBackend(url, certificateAuthority: authority)
            let identifiers: any IdentifierSource =
                seed.map { SeededIdentifierSource(seed: $0) } ?? SystemIdentifierSource()
            let run = Hex.encode(identifiers.bytes(4))
            return try await self.run(chosen, progress: progress) { index, scenario in
                let name = Self.namespace("harness-\(run)", index, scenario)
                return Stage(
                    .foreign(
                        serviceProvider: place.serviceProvider(namespace: name), certificateAuthority: authority),
                    cast: cast ?? .demo, salt: name, between: between)
            }
        }
    }

    private func run(
        _ scenarios: [Scenario], progress: @Sendable (Progress) -> Void,
        stage: @Sendable (Int, Scenario) throws -> Stage
    ) async throws -> [ScenarioResult] {
        var results: [Int: ScenarioResult] = [:]
        var failed = 0
        try await withThrowingTaskGroup(of: (Int, ScenarioResult).self) { group in
            var waiting = scenarios.enumerated().makeIterator()
            func startNext() throws {
                guard let (index, scenario) = waiting.next() else { return }
                let run = ScenarioRun(scenario: scenario, stage: try stage(index, scenario), limit: limit)
                group.addTask { (index, await run.result()) }
            }
            for _ in 0..<max(1, parallel) { try startNext() }
            while let (index, result) = try await group.next() {
                results[index] = result
                if result.status == .failed { failed += 1 }
                progress(
                    Progress(finished: results.count, failed: failed, total: scenarios.count, last: result))
                try startNext()
            }
        }
        return scenarios.indices.compactMap { results[$0] }
    }

    /// Returns the name of a scenario's namespace. The index makes it unique even if two scenarios have the same
    /// number.
    private static func namespace(_ prefix: String, _ index: Int, _ scenario: Scenario) -> String {
        let number = scenario.number.lowercased().filter { $0.isASCII && ($0.isLetter || $0.isNumber) }
        return "\(prefix)-\(number.prefix(20))-\(index)"
    }
}
