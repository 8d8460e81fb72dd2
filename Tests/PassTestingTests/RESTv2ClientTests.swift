import PassHarness
import PassSimulator
import PassTesting
import Testing

@Suite("The client of REST API v2", .simulator)
struct RESTv2ClientTests {
    private static let redirectURL = "https://site.example/done"

    @Test("A user logs in, watches and logs out") func whole() async throws {
        let simulation = try Simulation.current
        let client = try await simulation.restV2Client()
        let session = try await client.createSession(
            mvpd: "Adobe", domainName: "site.example", redirectURL: Self.redirectURL)
        let code = try #require(session.code)
        #expect(try await client.profile(code: code) == nil)
        let browser = simulation.browser(user: "user", password: "password")
        let address = try #require(client.loginURL(of: session))
        _ = try await browser.run(address, until: [Self.redirectURL])
        let profile = try #require(try await client.profile(code: code))
        #expect(profile.type == "regular" && profile.mvpd == "Adobe" && profile.notAfter > profile.notBefore)
        #expect(try await client.profiles() == [profile])
        let decisions = try await client.authorize(["TEST_RESOURCE"], at: "Adobe")
        #expect(decisions.first?.authorized == true && decisions.first?.serializedToken != nil)
        let mixed = try await client.preauthorize(["A", "deny:B"], at: "Adobe")
        #expect(mixed.map(\.authorized) == [true, false])
        #expect(mixed[1].error?.code == "preauthorization_denied_by_mvpd")
        let logout = try await client.logout(mvpd: "Adobe", redirectURL: Self.redirectURL)
        #expect(logout.actionName == "logout")
        let end = try #require(logout.url)
        _ = try await browser.run(end, until: [Self.redirectURL])
        #expect(try await client.profile(mvpd: "Adobe") == nil)
        simulation.expectCalled(.createAuthenticationSession, times: 1)
    }

    @Test("A phone completes a login that a TV began") func twoDevices() async throws {
        let simulation = try Simulation.current
        let tv = try await simulation.restV2Client(deviceID: "tv")
        let phone = try await simulation.restV2Client(deviceID: "phone")
        let begun = try await tv.createSession()
        #expect(begun.actionName == "resume" && begun.missingParameters.count == 3)
        let code = try #require(begun.code)
        let session = try await phone.resumeSession(
            code, mvpd: "AcmeCable", domainName: "site.example", redirectURL: Self.redirectURL)
        let address = try #require(phone.loginURL(of: session))
        let browser = simulation.browser(user: "user", password: "password")
        _ = try await browser.run(address, until: [Self.redirectURL])
        #expect(try await tv.profile(code: code)?.mvpd == "AcmeCable")
        #expect(try await phone.profiles().isEmpty)
    }

    @Test("A refusal is an error with the service's code") func refusal() async throws {
        let client = try await Simulation.current.restV2Client()
        await #expect {
            try await client.authorize(["A"], at: "Adobe")
        } throws: { error in
            let refusal = error as? RESTv2Error
            return refusal?.status == 403 && refusal?.code == "authenticated_profile_missing"
                && refusal?.action == "authentication"
        }
    }

    @Test("A fault can produce any error of the table") func fault() async throws {
        let simulation = try Simulation.current
        let client = try await simulation.restV2Client()
        try simulation.world.fail(
            .retrieveProfiles, with: .failure(.enhancedError("invalid_configuration_platform")), times: 1)
        await #expect(throws: RESTv2Error.self) { try await client.profiles() }
        #expect(try await client.profiles().isEmpty)
        #expect(throws: SimulatorError.self) {
            try simulation.world.fail(.retrieveProfiles, with: .failure(.enhancedError("nothing")), times: 1)
        }
    }
}
