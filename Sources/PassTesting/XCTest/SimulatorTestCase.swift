public import XCTest

/// An XCTest case that gives each of its tests a simulator.
///
/// ```swift
/// final class SignInTests: SimulatorTestCase {
///     override var simulatorPlace: SimulatorPlace { .shared }
///
///     func testSignIn() async throws {
///         let app = MyApp(serviceProvider: simulation.serviceProvider)
///         // …
///     }
/// }
/// ```
///
/// A failing test gets the recorded exchanges and a capsule as attachments. On Linux, where XCTest has no attachments,
/// the test case prints a line for each exchange to standard error, and the paths of two temporary files: one has the
/// exchanges in full, the other is the capsule.
open class SimulatorTestCase: XCTestCase {
    private var started: Simulation?

    /// The place of each test's simulator; by default each test has a simulator of its own.
    open var simulatorPlace: SimulatorPlace { .own }

    /// The settings in the form of a configuration file (JSON5), which override the demo world; `nil` by default.
    open var simulatorConfiguration: String? { nil }

    /// The test's simulation, from `setUp` to `tearDown`.
    ///
    /// Overrides of `setUp` and `tearDown` must call `super`.
    public var simulation: Simulation {
        guard let started else {
            preconditionFailure("`simulation` exists only after super.setUp() and before super.tearDown()")
        }
        return started
    }

    open override func setUp() async throws {
        try await super.setUp()
        started = try await Simulation.start(simulatorPlace, configuration: simulatorConfiguration, title: name)
    }

    open override func tearDown() async throws {
        if let started {
            if let testRun, testRun.totalFailureCount > 0 { await show(started) }
            self.started = nil
            await started.end()
        }
        try await super.tearDown()
    }
}
