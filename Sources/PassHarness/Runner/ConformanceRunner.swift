public import AccessEnabler
import PassCore
import PassSimulator

/// Runs scenarios through the AccessEnabler against a backend, each on a stage of its own.
///
/// ```swift
/// let results = try await ConformanceRunner().run()
/// print(TableReport(results).text)
/// ```
public struct ConformanceRunner: Sendable {
    public enum Target: Sendable, Hashable {
        /// A simulator that the runner starts in this process, and stops.
        case embedded
        /// Another backend: its URL, with or without `/adobe-services`, and what to trust there as PEM text.
        case url(String, certificateAuthority: String?)
    }

    public var target: Target
    /// Which scenarios to run; none means all.
    public var filters: [Glob]
    /// Makes the embedded backend's identifiers, and the names of namespaces, repeat from run to run.
    public var seed: UInt64?
    /// How many scenarios run at a time, at least 1.
    public var parallel: Int
    /// Real time for one scenario.
    public var limit: Duration
    /// Who plays; `nil` is the usual cast of the target.
    public var cast: Cast?
    /// Put between every scenario's devices and the backend, such as a proxy that tampers.
    public var between: @Sendable (any HTTPTransport) -> any HTTPTransport = { $0 }

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

    /// How far a run has come.
    public struct Progress: Sendable {
        public var finished: Int
        /// How many of those failed.
        public var failed: Int
        public var total: Int
        public var last: ScenarioResult

        /// Where another tenth of twenty or more is finished and more is to come: `43 of 216, 1 failed`.
        public var milestone: String? {
            guard total >= 20, finished < total, finished * 10 / total > (finished - 1) * 10 / total else { return nil }
            return "\(finished) of \(total)" + (failed > 0 ? ", \(failed) failed" : "")
        }
    }

    /// Those of the scenarios that the filters let through.
    public func selection(of scenarios: [Scenario]) -> [Scenario] {
        filters.isEmpty ? scenarios : scenarios.filter { scenario in filters.contains { $0.matches(scenario) } }
    }

    /// Runs them, and returns how each ended, in their order.
    ///
    /// - Parameter progress: called after each, one at a time.
    /// - Throws: `SimulatorError` when the embedded backend can't start, `TransportError` when the other doesn't answer.
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

    /// Two scenarios of one number still get a World each.
    private static func namespace(_ prefix: String, _ index: Int, _ scenario: Scenario) -> String {
        let number = scenario.number.lowercased().filter { $0.isASCII && ($0.isLetter || $0.isNumber) }
        return "\(prefix)-\(number.prefix(20))-\(index)"
    }
}
