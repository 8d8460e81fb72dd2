import PassTesting
import XCTest

/// The same with XCTest.
final class WatchXCTests: SimulatorTestCase {
    override var simulatorPlace: SimulatorPlace { .shared }
    override var simulatorConfiguration: String? { "{ requestors: { MY_NET: { mvpds: { AcmeCable: {} } } } }" }

    func testASubscriberWatches() async throws {
        let app = try await simulation.app("MY_NET")
        try await app.logIn(at: "AcmeCable")
        let token = try await app.mediaToken(for: "news")
        try await simulation.expectPlays(token, "news")
    }
}
