import AccessEnabler
import Testing

@testable import PassHarness

@Suite("The platform of a scenario")
struct ScriptedPlatformSSOTests {
    private struct Nowhere: HTTPTransport {
        func send(_ request: TransportRequest) async throws(AccessEnabler.TransportError) -> TransportResponse {
            throw .unreachable("nowhere")
        }
    }

    private let activity = Activity()

    private func platform(_ script: ScriptedPlatformSSO.Script) -> ScriptedPlatformSSO {
        ScriptedPlatformSSO(
            script, browser: HeadlessUserAgent(transport: Nowhere(), credentials: nil), activity: activity)
    }

    @Test("A picker outside any stage waits for the user, too")
    func alone() async {
        let platform = ScriptedPlatformSSO()
        async let choice = platform.pick(providers: ["a"], featured: [])
        while !platform.choose(.unsupported) { await Task.yield() }
        #expect(await choice == .unsupported)
    }

    @Test("A picker stays open, and the device at rest, until the user chooses")
    func picker() async {
        let platform = platform(.init())
        activity.begin()
        let choice = Task {
            let choice = await platform.pick(providers: ["a", "b"], featured: ["b"])
            activity.end()
            return choice
        }
        await activity.settled()
        #expect(platform.pickers == [.init(providers: ["a", "b"], featured: ["b"])])
        platform.choose(.other)
        #expect(await choice.value == .other)
        #expect(!platform.choose(.unsupported))
        await activity.settled()
    }

    @Test("A picker that its app abandons is cancelled", arguments: [true, false])
    func cancelled(isOpen: Bool) async {
        let platform = platform(.init())
        activity.begin()
        let choice = Task {
            let choice = await platform.pick(providers: [], featured: [])
            activity.end()
            return choice
        }
        if isOpen { await activity.settled() }
        choice.cancel()
        #expect(await choice.value == .cancelled)
        await activity.settled()
    }

    @Test("A script may choose and answer at once, or give no answer")
    func scripted() async throws {
        var script = ScriptedPlatformSSO.Script(account: PlatformAccount(providerID: "a"))
        script.choice = .listed("a")
        script.samlResponse = "PGE+"
        let platform = platform(script)
        #expect(await platform.pick(providers: ["a"], featured: []) == .listed("a"))
        let account = try #require(try await platform.account())
        #expect(try await platform.samlResponse(to: "question", for: account) == "PGE+")
        platform.script.givesAnswers = false
        platform.script.accountFailure = "why"
        await #expect(throws: ScriptedPlatformSSO.Failure.self) {
            try await platform.samlResponse(to: "question", for: account)
        }
        await #expect(throws: ScriptedPlatformSSO.Failure(description: "why")) { try await platform.account() }
        #expect(platform.samlRequests == ["question", "question"])
        await #expect(throws: ScriptedPlatformSSO.Failure.self) {
            try await ScriptedPlatformSSO().samlResponse(to: "question", for: account)
        }
    }
}
