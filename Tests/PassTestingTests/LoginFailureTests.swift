import AccessEnabler
import PassHarness
import PassSimulator
import PassTesting
import Testing

@Suite("Logins that fail", .simulator)
struct LoginFailureTests {
    @Test("The error contains the login page's message", arguments: [("user", "wrong"), ("nobody", "password")])
    func refused(user: String, password: String) async throws {
        let app = try await Simulation.current.app(user: user, password: password)
        let failure = try await #require(throws: LoginFailure.self) { try await app.logIn(at: "Adobe") }
        let reason = try #require(failure.reason as? UserAgentError)
        guard case .deadEnd(let page) = reason else { throw reason }
        #expect(page.hasPrefix("Error: Sign in"))
        #expect(page.hasSuffix(": The user name or password is wrong."))
        let text = "\(failure)"
        #expect(text.hasPrefix("\"\(user)\" can't log in at \"Adobe\". The browser got stuck on the page"))
        #expect(text.contains(page) && text.contains("/_sim/mvpd/Adobe/") && !text.contains("?"))
    }

    @Test("An error for a requestor without the MVPD lists those that it has") func unknownMVPD() async throws {
        let app = try await Simulation.current.app()
        let error = try await #require(throws: SimulationError.self) { try await app.logIn(at: "Nowhere") }
        #expect(error.message.contains("It has: Adobe,"))
    }

    @Test("A login that succeeds clears the failure of an earlier one") func again() async throws {
        let simulation = try Simulation.current
        let app = try await simulation.app()
        try simulation.world.fail(.authenticate, with: .status(503), times: 1)
        let failure = try await #require(throws: LoginFailure.self) { try await app.logIn() }
        #expect((failure.reason as? UserAgentError).map { "\($0)" }?.contains("503") == true)
        try await app.logIn()
        await app.expectLoggedIn()
    }
}
