public import XCTest

/// An XCTest case each of whose tests has a simulator of its own.
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
/// A test that fails gets the recorded exchanges as an attachment; where XCTest has none, on Linux, standard error has a line for each
/// and the path of a file in the temporary directory with all of them in full.
open class SimulatorTestCase: XCTestCase {
    private var started: Simulation?

    /// Where the simulator of each test is: one of its own, unless this is overridden.
    open var simulatorPlace: SimulatorPlace { .own }

    /// Settings in the form of a configuration file (JSON5), laid over the demo world.
    open var simulatorConfiguration: String? { nil }

    /// The test's simulator, from `setUp` to `tearDown`; overriding methods call those of this class.
    public var simulation: Simulation {
        guard let started else {
            preconditionFailure("a test has its simulation from super.setUp() to super.tearDown()")
        }
        return started
    }

    open override func setUp() async throws {
        try await super.setUp()
        started = try await Simulation.start(simulatorPlace, configuration: simulatorConfiguration, title: name)
    }

    open override func tearDown() async throws {
        if let started {
            if let testRun, testRun.totalFailureCount > 0 { show(started) }
            self.started = nil
            await started.end()
        }
        try await super.tearDown()
    }
}
