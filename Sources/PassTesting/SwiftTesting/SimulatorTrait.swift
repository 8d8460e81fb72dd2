import PassCore
import Synchronization
public import Testing

/// Gives a test, or each test of a suite, a simulator of its own; see `Trait.simulator(_:configuration:)`.
public struct SimulatorTrait: TestTrait, SuiteTrait, TestScoping {
    /// Tells two traits apart which say the same.
    private final class Identity: Sendable {}

    private let identity = Identity()
    private let place: SimulatorPlace
    private let configuration: String?

    init(_ place: SimulatorPlace, configuration: String?) {
        self.place = place
        self.configuration = configuration
    }

    /// Suites hand it down to their tests, and to the suites in them.
    public var isRecursive: Bool { true }

    /// Each case of a test gets a simulator of its own; of several traits the innermost one counts.
    public func scopeProvider(for test: Test, testCase: Test.Case?) -> SimulatorTrait? {
        guard testCase != nil else { return nil }
        let innermost = test.traits.lazy.compactMap { $0 as? SimulatorTrait }.last
        return innermost.map { $0.identity === identity } ?? true ? self : nil
    }

    public func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
        let simulation = try await Simulation.start(place, configuration: configuration, title: test.name)
        let hasIssue = Atomic(false)
        let handler = IssueHandlingTrait.compactMapIssues { issue in
            guard !hasIssue.exchange(true, ordering: .relaxed) else { return issue }
            var issue = issue
            issue.comments.append(Comment(rawValue: simulation.exchangeList))
            return issue
        }
        do {
            try await Simulation.$running.withValue(simulation) {
                try await handler.provideScope(for: test, testCase: testCase, performing: function)
            }
        } catch {
            // The issue is recorded further out, where nobody can add a comment to it.
            if !hasIssue.exchange(true, ordering: .relaxed) {
                StandardStream.error.write("\(test.name): \(error)\n\(simulation.exchangeList)\n")
            }
            simulation.attachExchanges(at: test.sourceLocation)
            await simulation.end()
            throw error
        }
        if hasIssue.load(ordering: .relaxed) { simulation.attachExchanges(at: test.sourceLocation) }
        await simulation.end()
    }
}

extension Trait where Self == SimulatorTrait {
    /// A simulator of its own for the test, or for each test of the suite: the demo world.
    ///
    /// ```swift
    /// @Test(.simulator) func theViewerSignsIn() async throws {
    ///     let simulation = try Simulation.current
    /// ```
    ///
    /// When the test has an issue, the recorded exchanges are listed with the first one and attached in full; with
    /// `swift test --attachments-path FOLDER` they become files.
    public static var simulator: SimulatorTrait { simulator() }

    /// The same elsewhere, or with other settings.
    ///
    /// - Parameters:
    ///   - place: in this process, `.own` or `.shared`; over the network, `.at(url)` or `.environment`.
    ///   - configuration: settings in the form of a configuration file (JSON5), laid over the demo world; not over the network.
    public static func simulator(_ place: SimulatorPlace = .own, configuration: String? = nil) -> SimulatorTrait {
        SimulatorTrait(place, configuration: configuration)
    }
}
