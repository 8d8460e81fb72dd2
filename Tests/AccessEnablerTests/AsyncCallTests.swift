import PassCore
import Testing

@testable import AccessEnabler

/// While a configuration is under way the calls are held, so the callbacks are those that the test makes.
@Suite("The documented calls as async functions", .timeLimit(.minutes(10)))
struct AsyncCallTests {
    private let executor = WatchedExecutor()
    private let bench: TestPlatform
    private let enabler: AccessEnabler

    init() {
        var bench = TestPlatform()
        bench.executor = executor
        self.bench = bench
        enabler = bench.accessEnabler()
        enabler.setRequestor("REF")
    }

    /// Returns when that many pieces of work have run since the configuration was announced.
    private func ran(_ number: Int) async { await executor.ran(number + 1) }

    private func make(_ event: AccessEnablerEvent, isStatusCheck: Bool = false) {
        enabler.driver.callbacks.make(event, isStatusCheck: isStatusCheck)
    }

    @Test("A media token goes to the caller that asked for its resource, and to the earlier of two callers first")
    func tokens() async throws {
        let enabler = enabler
        let first = Task { try await enabler.mediaToken(for: "R") }
        await ran(1)
        let second = Task { try await enabler.mediaToken(for: "R") }
        make(.setToken("other", forResource: "S"))
        make(.setToken("one", forResource: "R"))
        #expect(try await first.value == "one")
        await ran(4)
        make(.tokenRequestFailed("R", errorCode: USER_NOT_AUTHORIZED_ERROR, errorDescription: "No."))
        await #expect(
            throws: AccessEnablerError.notAuthorized(errorCode: USER_NOT_AUTHORIZED_ERROR, description: "No.")
        ) { try await second.value }
    }

    @Test("The answer for a cancelled caller isn't given to the next one")
    func cancelledToken() async throws {
        let enabler = enabler
        let first = Task { try await enabler.mediaToken(for: "R") }
        await ran(1)
        first.cancel()
        await #expect(throws: AccessEnablerError.cancelled) { try await first.value }
        let second = Task { try await enabler.mediaToken(for: "R") }
        make(.setToken("first's", forResource: "R"))
        await ran(3)
        make(.setToken("second's", forResource: "R"))
        #expect(try await second.value == "second's")
    }

    @Test("One status answers every caller that waits for it")
    func statuses() async {
        let enabler = enabler
        let first = Task { await enabler.authenticationStatus() }
        let second = Task { await enabler.authenticationStatus() }
        await ran(2)
        make(.setAuthenticationStatus(1, errorCode: ""))
        #expect(await first.value == .authenticated)
        #expect(await second.value == .authenticated)
    }

    @Test("Metadata goes to the caller with the same arguments, and lists of resources in the order of the calls")
    func arguments() async {
        let enabler = enabler
        let zip = Task { await enabler.metadata(.user("zip")) }
        await ran(1)
        let list = Task { await enabler.preauthorized(["A", "B"], cache: false) }
        await ran(2)
        make(.setMetadataStatus("other", encrypted: false, forKey: 3, andArguments: ["opCode": 3]))
        make(.preauthorizedResources(["B"]))
        make(
            .setMetadataStatus(
                "94110", encrypted: false, forKey: 3, andArguments: ["opCode": 3, "user_metadata_name": "zip"]))
        #expect(await zip.value == "94110")
        #expect(await list.value == ["B"])
    }

    @Test("A login asks the picker and the browser in turn, and a status check in between doesn't end it")
    func login() async throws {
        let (enabler, agent) = (enabler, ScriptedBrowser(end: "adobepass://ios.app?x=1"))
        let (asked, ask) = AsyncStream.makeStream(of: [MVPD].self)
        let login = Task {
            try await enabler.authenticate(
                picker: { mvpds in
                    ask.yield(mvpds)
                    return mvpds.first
                }, userAgent: agent)
        }
        await ran(1)
        make(.displayProviderDialog([MachineBench.provider]))
        #expect(await asked.first { _ in true } == [MachineBench.provider])
        make(.setAuthenticationStatus(0, errorCode: USER_NOT_AUTHENTICATED_ERROR), isStatusCheck: true)
        make(.navigateToUrl("https://sp.example/authenticate"))
        #expect(
            await agent.opened.first { _ in true } == "https://sp.example/authenticate until adobepass://ios.app false")
        make(.setAuthenticationStatus(1, errorCode: ""))
        try await login.value
    }

    @Test("The secure browser ends at the URL that the app sets")
    func secureBrowser() async throws {
        let (enabler, agent) = (enabler, ScriptedBrowser(end: nil))
        enabler.svcRedirectURL = "adbe.own://adobe.com"
        let login = Task { try await enabler.authenticate(picker: { _ in nil }, userAgent: agent) }
        await ran(1)
        make(.navigateToUrlUseSVC("https://sp.example/", useSVC: true))
        #expect(await agent.opened.first { _ in true } == "https://sp.example/ until adbe.own://adobe.com true")
        make(.setAuthenticationStatus(0, errorCode: PROVIDER_NOT_SELECTED_ERROR))
        await #expect(throws: AccessEnablerError.notAuthenticated(errorCode: PROVIDER_NOT_SELECTED_ERROR)) {
            try await login.value
        }
        enabler.svcRedirectURL = nil
        #expect(enabler.svcRedirectURL == "adbe.abc://adobe.com")
    }

    @Test("A cancelled login stops its browser and makes room for the next one")
    func cancelledLogin() async throws {
        let enabler = enabler
        let login = Task { try await enabler.authenticate { _ in nil } }
        await ran(1)
        login.cancel()
        await #expect(throws: AccessEnablerError.cancelled) { try await login.value }
        let next = Task { try await enabler.authenticate { _ in nil } }
        await ran(2)
        make(.setAuthenticationStatus(1, errorCode: ""))
        try await next.value
    }

    @Test("A login that is cancelled in its browser stops the browser, and its later result is ignored")
    func cancelledBrowser() async {
        let (enabler, agent) = (enabler, LingeringBrowser())
        let login = Task { try await enabler.authenticate(picker: { _ in nil }, userAgent: agent) }
        await ran(1)
        make(.navigateToUrl("https://sp.example/authenticate"))
        for await _ in agent.opened { break }
        login.cancel()
        await #expect(throws: AccessEnablerError.cancelled) { try await login.value }
        for await _ in agent.cancelled { break }
        await bench.activity.settled()
        #expect(!bench.logger.errors.contains { $0.contains("handleExternalURL") })
    }

    @Test("A logout ends the login whose picker is open, and those that wait behind it")
    func logoutDuringLogin() async {
        let (enabler, agent) = (enabler, ScriptedBrowser(end: "adobepass://ios.app"))
        let (asked, ask) = AsyncStream.makeStream(of: Void.self)
        let picking = Task {
            try await enabler.authenticate { _ in
                ask.yield()
                await untilCancelled()
                return nil
            }
        }
        await ran(1)
        make(.displayProviderDialog([MachineBench.provider]))
        for await _ in asked { break }
        let waiting = Task { try await enabler.authenticate { _ in nil } }
        while enabler.logins.withLock({ $0.count }) < 2 { await Task.yield() }
        let logout = Task { await enabler.logout(using: agent) }
        for login in [picking, waiting] {
            await #expect(throws: AccessEnablerError.notAuthenticated(errorCode: USER_NOT_AUTHENTICATED_ERROR)) {
                try await login.value
            }
        }
        await ran(3)
        make(.navigateToUrl("https://sp.example/logout"))
        #expect(await agent.opened.first { _ in true } == "https://sp.example/logout until adobepass://ios.app false")
        make(.setAuthenticationStatus(0, errorCode: USER_NOT_AUTHENTICATED_ERROR))
        await logout.value
    }

    @Test("A call that the version doesn't have is refused")
    func unknown() async {
        let enabler = TestPlatform().accessEnabler(SDKVersion(1, 2))
        await #expect(throws: AccessEnablerError.unknownCall(SDKVersion(1, 2))) {
            try await enabler.preauthorize(PreauthorizeRequest.Builder().build())
        }
        await #expect(throws: AccessEnablerError.unknownCall(SDKVersion(1, 2))) {
            try await enabler.configure(requestor: "REF")
        }
        await #expect(throws: AccessEnablerError.unknownCall(SDKVersion(1, 2))) {
            try await enabler.mediaToken(for: "R", data: [:])
        }
        #expect(await enabler.preauthorized(["R"]) == [])
    }
}

/// Ends every way at once.
private final class ScriptedBrowser: AccessEnabler.UserAgent {
    let opened: AsyncStream<String>
    private let open: AsyncStream<String>.Continuation
    private let end: String?

    init(end: String?) {
        (opened, open) = AsyncStream.makeStream(of: String.self)
        self.end = end
    }

    func follow(_ url: String, until end: String, isVisible: Bool) async -> String? {
        open.yield("\(url) until \(end) \(isVisible)")
        return self.end
    }

    func cookies(for url: String) async -> String? { nil }
}

/// Comes to the end only when it is told to stop.
private final class LingeringBrowser: AccessEnabler.UserAgent {
    let opened: AsyncStream<Void>
    let cancelled: AsyncStream<Void>
    private let open: AsyncStream<Void>.Continuation
    private let cancel: AsyncStream<Void>.Continuation

    init() {
        (opened, open) = AsyncStream.makeStream(of: Void.self)
        (cancelled, cancel) = AsyncStream.makeStream(of: Void.self)
    }

    func follow(_ url: String, until end: String, isVisible: Bool) async -> String? {
        open.yield()
        await untilCancelled()
        cancel.yield()
        return end
    }

    func cookies(for url: String) async -> String? { nil }
}
