import PassCore
import Synchronization
public import Testing

/// A trait that gives a test, or each test of a suite, a simulator; see `Trait.simulator(_:configuration:)`.
public struct SimulatorTrait: TestTrait, SuiteTrait, TestScoping {
    /// An object that distinguishes traits with equal settings.
    private final class Identity: Sendable {}

    private let identity = Identity()
    private let place: SimulatorPlace
    private let configuration: String?
    /// The verdict that the test's requests must get; `nil` if they aren't judged.
    private let expectation: VerdictExpectation?

    init(_ place: SimulatorPlace, configuration: String?, expectation: VerdictExpectation? = nil) {
        self.place = place
        self.configuration = configuration
        self.expectation = expectation
    }

    /// Always `true`: suites pass the trait on to their tests and to the suites inside them.
    public var isRecursive: Bool { true }

    /// Returns the trait for each test case, so that each one has its own simulator, and `nil` for tests and suites.
    ///
    /// If several traits apply to a test, the innermost one counts.
    public func scopeProvider(for test: Test, testCase: Test.Case?) -> SimulatorTrait? {
        guard testCase != nil else { return nil }
        let innermost = test.traits.lazy.compactMap { $0 as? SimulatorTrait }.last
        return innermost.map { $0.identity === identity } ?? true ? self : nil
    }

    /// Runs a test case with its simulator, and adds the recorded exchanges if the test has an issue.
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
                try await handler.provideScope(for: test, testCase: testCase) {
                    try await function()
                    try await expectation?.check(simulation, at: test.sourceLocation)
                }
            }
        } catch {
            // The issue for this error is recorded outside of this scope, where no comment can be added to it.
            if !hasIssue.exchange(true, ordering: .relaxed) {
                StandardStream.error.write("\(test.name): \(error)\n\(simulation.exchangeList)\n")
            }
            await simulation.attachAll(at: test.sourceLocation)
            await simulation.end()
            throw error
        }
        if hasIssue.load(ordering: .relaxed) { await simulation.attachAll(at: test.sourceLocation) }
        await simulation.end()
    }
}

extension Trait where Self == SimulatorTrait {
    /// Gives the test, or each test of the suite, a simulator of its own with the demo world.
    ///
    /// ```swift
    /// @Test(.simulator) func theViewerSignsIn() async throws {
    ///     let simulation = try Simulation.current
    /// ```
    ///
    /// If the test has issues, the first issue lists the recorded exchanges, and the exchanges are attached in full.
    /// With `swift test --attachments-path FOLDER` attachments become files.
    public static var simulator: SimulatorTrait { simulator() }

    /// Gives the test, or each test of the suite, a simulator at the given place or with the given settings.
    ///
    /// - Parameters:
    ///   - place: in this process, `.own` or `.shared`; over the network, `.at(url)` or `.environment`.
    ///   - configuration: settings in the form of a configuration file (JSON5), which override the demo world or the
    ///     settings of a simulator elsewhere.
    public static func simulator(_ place: SimulatorPlace = .own, configuration: String? = nil) -> SimulatorTrait {
        SimulatorTrait(place, configuration: configuration)
    }

    /// Gives the test, or each test of the suite, a simulator, and judges the test's requests by the published rules.
    ///
    /// ```swift
    /// @Test(.simulator(.verdict)) func aSubscriberWatches() async throws {
    /// ```
    ///
    /// If the requests break a rule that clients must obey, the test gets an issue, which names the requests and says
    /// what to do.
    ///
    /// - Parameters:
    ///   - expectation: `.verdict`, or `.verdict(except:)` with the numbers of the rules to leave out.
    ///   - place: the place of the simulator.
    ///   - configuration: settings in the form of a configuration file (JSON5).
    public static func simulator(
        _ expectation: VerdictExpectation, _ place: SimulatorPlace = .own, configuration: String? = nil
    ) -> SimulatorTrait {
        SimulatorTrait(place, configuration: configuration, expectation: expectation)
    }
}
