import Foundation
import PassTesting
import Testing

/// One simulator for all of them, and in it a namespace for each; they run at the same time.
@Suite(.simulator(.shared)) struct SharedTests {
    @Test(arguments: ["Adobe", "AcmeCable", "MetaCable", "OAuthTV", "TownCable"])
    func everyProviderLetsTheUserIn(mvpd: String) async throws {
        let simulation = try Simulation.current
        let app = try await simulation.app()
        await app.expectLoggedOut()
        try await app.logIn(at: mvpd)
        await app.expectAuthorized("TEST_RESOURCE")
        simulation.expectCalled(.authorizeDevice, times: 1)
    }

    @Test func aClockIsTurnedForThisTestAlone() async throws {
        let simulation = try Simulation.current
        let app = try await simulation.app()
        try await app.logIn()
        try simulation.world.advance(by: .seconds(400 * 86_400))
        await app.expectLoggedOut()
    }
}

/// Over the network, e.g. `pass-simulator exec -- swift test`.
@Test(
    .simulator(.environment), .enabled(if: ProcessInfo.processInfo.environment["PASS_SIMULATOR_URL"] != nil))
func aSubscriberWatchesOverTheNetwork() async throws {
    let app = try await Simulation.current.app()
    try await app.logIn()
    let token = try await app.mediaToken(for: "TEST_RESOURCE")
    try await Simulation.current.expectPlays(token, "TEST_RESOURCE")
}

/// Without a trait, in any framework.
@Test func aSubscriberWatchesFromAnotherProcess() async throws {
    try await withSimulator { server in
        try await withSimulator(.at(server.url)) { simulation in
            let app = try await simulation.app()
            try await app.logIn()
            await app.expectAuthorized("TEST_RESOURCE")
            #expect(simulation.exchanges.contains { $0.path == "/adobe-services/authorizeDevice" })
        }
    }
}
