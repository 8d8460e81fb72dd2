import PassCore
import PassHarness
import PassTesting
import Testing

@Suite("The verdict on this project's own clients")
struct VerdictTests {
    private static let redirectURL = "https://site.example/done"

    @Test("The AccessEnabler obeys the published rules", .simulator(.verdict)) func accessEnabler() async throws {
        let simulation = try Simulation.current
        let app = try await simulation.app()
        try await app.logIn(at: "Adobe")
        _ = try await app.mediaToken(for: "TEST_RESOURCE")
        _ = try await app.mediaToken(for: "TEST_RESOURCE")
        await app.logOut()
        let verdict = try await simulation.control.verdict()
        #expect(verdict.outcome == .passed)
        #expect(verdict.rules.filter { $0.outcome == .failed }.map(\.id) == [])
        let passed = Set(verdict.rules.filter { $0.outcome == .passed }.map(\.id))
        #expect(passed.isSuperset(of: ["R-01", "R-07", "R-81", "R-83", "R-85", "R-86", "R-88"]), "\(passed.sorted())")
    }

    @Test("The client of REST API v2 obeys the rules for apps", .simulator(.verdict)) func restV2()
        async throws
    {
        let simulation = try Simulation.current
        let client = try await simulation.restV2Client()
        let known = try await client.profiles()
        #expect(known.isEmpty)
        let session = try await client.createSession(
            mvpd: "Adobe", domainName: "site.example", redirectURL: Self.redirectURL)
        let browser = simulation.browser(user: "user", password: "password")
        let login = try #require(client.loginURL(of: session))
        _ = try await browser.run(login, until: [Self.redirectURL])
        let code = try #require(session.code)
        let profile = try await client.profile(code: code)
        #expect(profile != nil)
        _ = try await client.preauthorize(["A", "B"], at: "Adobe")
        _ = try await client.authorize(["TEST_RESOURCE"], at: "Adobe")
        let logout = try await client.logout(mvpd: "Adobe", redirectURL: Self.redirectURL)
        let end = try #require(logout.url)
        _ = try await browser.run(end, until: [Self.redirectURL])
        let verdict = try await simulation.control.verdict()
        // The client leaves device information to its user, who sets `fields`.
        #expect(verdict.rules.filter { $0.outcome == .failed }.map(\.id) == ["R-16"])
        let passed = Set(verdict.rules.filter { $0.outcome == .passed }.map(\.id))
        #expect(
            passed.isSuperset(of: ["R-12", "R-13", "R-29", "R-41", "R-42", "R-47", "R-51", "R-52"]),
            "\(passed.sorted())")
    }

    @Test("A broken rule is an issue with the requests and advice; a rule can be excluded") func broken()
        async throws
    {
        let told = try await issues(.simulator(.verdict))
        try #require(told.count == 1)
        #expect(told[0].contains("R-47 BROKEN (must)") && told[0].contains("To do: Authorize the one resource"))
        let allowed = try await issues(.simulator(.verdict(except: "R-47")))
        #expect(allowed == [])
    }

    /// Returns the issues of a test whose client asks for two resources at once.
    private func issues(_ trait: SimulatorTrait) async throws -> [String] {
        let test = try #require(Test.current)
        let comments = Guarded<[String]>([])
        let outside = IssueHandlingTrait.compactMapIssues { issue in
            comments.withLock { $0.append(issue.comments.first?.rawValue ?? "") }
            return nil
        }
        try await outside.provideScope(for: test, testCase: Test.Case.current) {
            try await trait.provideScope(for: test, testCase: Test.Case.current) {
                let client = try await Simulation.current.restV2Client()
                _ = try? await client.authorize(["A", "B"], at: "Adobe")
            }
        }
        return comments.withLock(\.self)
    }
}
