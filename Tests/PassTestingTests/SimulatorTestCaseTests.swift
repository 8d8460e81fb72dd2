import AccessEnabler
import PassTesting
import XCTest

/// A test case has a simulator, as a user's would.
final class SimulatorTestCaseTests: SimulatorTestCase {
    func testOwnSimulator() async throws {
        let answer = try await Asking(simulation: simulation).configuration()
        XCTAssertEqual(answer.status, 200)
        XCTAssertEqual(simulation.name, "default")
        simulation.expectCalled(.retrieveConfiguration)
    }
}

/// The choices are properties to override.
final class SharedSimulatorTestCaseTests: SimulatorTestCase {
    override var simulatorPlace: SimulatorPlace { .shared }
    override var simulatorConfiguration: String? { "{ unknownRequestors: 'refuse' }" }

    func testNamespace() async throws {
        let answer = try await Asking(simulation: simulation).configuration(of: "NOBODY")
        XCTAssertNotEqual(answer.status, 200)
        XCTAssertNotEqual(simulation.name, "default")
    }
}
