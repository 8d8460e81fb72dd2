import AccessEnabler
import PassTesting
import Testing

@Test(.simulator) func aSubscriberWatches() async throws {
    let app = try await Simulation.current.app()
    try await app.logIn(at: "Adobe")
    let token = try await app.mediaToken(for: "TEST_RESOURCE")
    try await Simulation.current.expectPlays(token, "TEST_RESOURCE")
}

/// Every test of the suite has a simulator of its own.
@Suite(.simulator) struct WatchTests {
    @Test func theViewerReadsWhyNot() async throws {
        let app = try await Simulation.current.app(user: "denied")
        try await app.logIn(at: "AcmeCable")
        await app.expectDenied("news", saying: "Your package does not include this channel.")
    }

    @Test func aWrongPasswordLetsNobodyIn() async throws {
        let app = try await Simulation.current.app(password: "wrong")
        await #expect(throws: LoginFailure.self) { try await app.logIn(at: "Adobe") }
        await app.expectLoggedOut()
    }

    @Test func theSecondAuthorizationComesFromTheDevice() async throws {
        let simulation = try Simulation.current
        let app = try await simulation.app()
        try await app.logIn()
        simulation.clearExchanges()
        await app.expectAuthorized("news")
        await app.expectAuthorized("news")
        simulation.expectCalled(.authorizeDevice, times: 1)
        simulation.expectCalled(.deviceShortAuthorize, times: 2)
    }

    @Test func aBrokenServiceIsBrokenForAsLongAsTheTestSays() async throws {
        let simulation = try Simulation.current
        let app = try await simulation.app()
        try await app.logIn()
        try simulation.world.fail(.authorizeDevice, with: .failure(.notAuthorized("Not today.")), times: 1)
        await app.expectDenied("news", saying: "Not today.")
        await app.expectAuthorized("news")
    }

    @Test func appsOfOneDeviceShareALogin() async throws {
        let simulation = try Simulation.current
        let device = TestDevice()
        try await simulation.app("TEST_REQUESTOR", on: device).logIn(at: "MetaCable")
        let other = try await simulation.app("DEMO_NET", on: device)
        await other.expectLoggedIn()
    }

    /// The exchanges are attached to a test that fails; try `swift test --attachments-path FOLDER`.
    @Test func aFailureShowsWhatWasAsked() async throws {
        let app = try await Simulation.current.app()
        try await app.logIn()
        await withKnownIssue { await app.expectAuthorized("deny:news") }
    }
}

/// A configuration, as in a file that the server is started with.
@Test(.simulator(configuration: "{ ttl: { authenticationSeconds: 60 } }"))
func theViewerSignsInAgainWhenTheTokenIsOver() async throws {
    let simulation = try Simulation.current
    let app = try await simulation.app()
    try await app.logIn()
    await app.expectLoggedIn()
    try simulation.world.advance(by: .seconds(61))
    await app.expectLoggedOut()
    try await app.logIn()
    await app.expectLoggedIn()
}
