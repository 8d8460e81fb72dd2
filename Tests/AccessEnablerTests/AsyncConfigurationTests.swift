import PassCore
import Testing

@testable import AccessEnabler

@Suite("Configuring with a scripted service", .timeLimit(.minutes(10)))
struct AsyncConfigurationTests {
    private let bench = TestPlatform()

    init() {
        bench.transport.follow { Self.access($0) }
    }

    private static func access(_ request: TransportRequest) -> String? {
        if request.url.hasSuffix("/o/client/register") { return #"{"client_id":"id","client_secret":"secret"}"# }
        if request.url.hasSuffix("/o/client/token") {
            return #"{"access_token":"access","token_type":"bearer","expires_in":21600,"created_at":1936771200000}"#
        }
        return nil
    }

    @Test("A configuration that succeeds returns, and one that fails throws the reason")
    func outcomes() async throws {
        let enabler = bench.accessEnabler()
        var held = bench.transport.held.makeAsyncIterator()
        let well = Task { try await enabler.configure(requestor: "REF") }
        #expect(await held.next()?.url.hasSuffix("/config/REF") == true)
        bench.transport.answer(configXML(["M1"]))
        try await well.value
        let badly = Task { try await enabler.configure(requestor: "REF") }
        _ = await held.next()
        bench.transport.answer(status: 503)
        await #expect(
            throws: AccessEnablerError.configurationFailed([AdvancedStatus(id: "CFG503", level: .error)])
        ) { try await badly.value }
    }

    @Test("A newer configuration replaces one that is under way, whose caller is told at once")
    func superseded() async throws {
        let enabler = bench.accessEnabler()
        var held = bench.transport.held.makeAsyncIterator()
        let older = Task { try await enabler.configure(requestor: "REF") }
        _ = await held.next()
        let newer = Task { try await enabler.configure(requestor: "REF2") }
        #expect(await held.next()?.url.hasSuffix("/config/REF2") == true)
        await #expect(throws: AccessEnablerError.superseded) { try await older.value }
        bench.transport.answer(configXML(["M1"]))
        bench.transport.answer(configXML(["M2"]))
        try await newer.value
    }

    @Test("An AccessEnabler that is released cancels the request that it waits for")
    func releasedDuringRequest() async {
        var enabler: AccessEnabler? = bench.accessEnabler()
        var held = bench.transport.held.makeAsyncIterator()
        enabler?.setRequestor("REF")
        _ = await held.next()
        await bench.activity.settled()
        enabler = nil
        for await _ in bench.transport.cancelled { break }
        await bench.activity.settled()
    }

    @Test("On the main actor a configuration is on the main thread, and elsewhere it isn't")
    func mainActor() async {
        var bench = bench
        bench.mainExecutor = MainQueueExecutor()
        let enabler = bench.accessEnabler()
        await Self.configureOnMain(enabler)
        #expect(bench.logger.errors == [])
        await Task.detached { _ = try? await enabler.configure(requestor: "") }.value
        #expect(bench.logger.errors.count == 1)
    }

    @MainActor private static func configureOnMain(_ enabler: AccessEnabler) async {
        do {
            try await enabler.configure(requestor: "")
            Issue.record("there is no requestor without a name")
        } catch {}
    }

    @Test("A change of requestor ends a running login; the next login is for the new requestor")
    func otherRequestor() async throws {
        let enabler = bench.accessEnabler()
        bench.transport.follow { request in
            if request.url.hasSuffix("/config/REF") { return configXML(["M1"]) }
            if request.url.hasSuffix("/config/REF2") { return configXML(["M2"]) }
            return Self.access(request)
        }
        try await enabler.configure(requestor: "REF")
        let (asked, ask) = AsyncStream.makeStream(of: [String].self)
        var pickers = asked.makeAsyncIterator()
        let login = Task { try await enabler.authenticate(picker: Self.endlessPicker(ask)) }
        #expect(await pickers.next() == ["M1"])
        try await enabler.configure(requestor: "REF")
        try await enabler.configure(requestor: "REF2")
        await #expect(throws: AccessEnablerError.superseded) { try await login.value }
        let next = Task { try await enabler.authenticate(picker: Self.endlessPicker(ask)) }
        #expect(await pickers.next() == ["M2"])
        next.cancel()
        await #expect(throws: AccessEnablerError.cancelled) { try await next.value }
    }

    private static func endlessPicker(
        _ ask: AsyncStream<[String]>.Continuation
    ) -> @Sendable ([MVPD]) async -> MVPD? {
        { mvpds in
            ask.yield(mvpds.map(\.id))
            await untilCancelled()
            return nil
        }
    }

    @Test("Without a configuration every call that needs one ends at once")
    func notConfigured() async {
        let enabler = bench.accessEnabler()
        await expectNotConfigured(enabler)
        await #expect(throws: AccessEnablerError.self) { try await enabler.configure(requestor: "") }
        await expectNotConfigured(enabler)
        #expect(bench.logger.errors.count == 10)
    }

    private func expectNotConfigured(_ enabler: AccessEnabler) async {
        #expect(await enabler.authenticationStatus() == .notConfigured)
        await #expect(throws: AccessEnablerError.notConfigured) { try await enabler.mediaToken(for: "R") }
        #expect(await enabler.preauthorized(["R"]) == [])
        #expect(await enabler.metadata(.authenticationExpiry) == nil)
        await #expect(throws: AccessEnablerError.notConfigured) { try await enabler.authenticate { _ in nil } }
        await enabler.logout()
    }

    @Test("A call that waits for a configuration ends with it if it fails, and is not made by the next one")
    func failingConfiguration() async throws {
        let enabler = bench.accessEnabler()
        let delegate = RecordingDelegate()
        enabler.delegate = delegate
        var held = bench.transport.held.makeAsyncIterator()
        enabler.setRequestor("REF")
        _ = await held.next()
        let status = Task { await enabler.authenticationStatus() }
        let login = Task { try await enabler.authenticate { _ in nil } }
        while enabler.logins.withLock({ $0.isEmpty }) { await Task.yield() }
        bench.transport.answer(status: 503)
        #expect(await status.value == .notConfigured)
        await #expect(throws: AccessEnablerError.notConfigured) { try await login.value }
        enabler.setRequestor("REF")
        _ = await held.next()
        let next = Task { await enabler.authenticationStatus() }
        bench.transport.answer(configXML(["M1"]))
        #expect(await next.value == .notAuthenticated(errorCode: USER_NOT_AUTHENTICATED_ERROR))
        await bench.activity.settled()
        #expect(
            delegate.calls == [
                "requestor 0", "requestor 1", "authentication 0 \(USER_NOT_AUTHENTICATED_ERROR)",
            ])
    }

    @Test("A login that was cancelled before the configuration ended doesn't begin")
    func cancelledBeforeConfiguration() async throws {
        let enabler = bench.accessEnabler()
        let delegate = RecordingDelegate()
        enabler.delegate = delegate
        var held = bench.transport.held.makeAsyncIterator()
        enabler.setRequestor("REF")
        _ = await held.next()
        let login = Task { try await enabler.authenticate { _ in nil } }
        while enabler.logins.withLock({ $0.isEmpty }) { await Task.yield() }
        login.cancel()
        await #expect(throws: AccessEnablerError.cancelled) { try await login.value }
        bench.transport.answer(configXML(["M1"]))
        await bench.activity.settled()
        #expect(delegate.calls == ["requestor 1"])
    }

    @Test("At most 256 callers wait for a configuration")
    func manyCallers() async throws {
        let enabler = bench.accessEnabler()
        var held = bench.transport.held.makeAsyncIterator()
        enabler.setRequestor("REF")
        _ = await held.next()
        let all = Task {
            await withTaskGroup(of: AuthenticationStatus.self) { group in
                for _ in 0..<260 { group.addTask { await enabler.authenticationStatus() } }
                var refused = 0
                for await status in group {
                    if status == .notConfigured { refused += 1 }
                    if refused == 4, status == .notConfigured { bench.transport.answer(configXML(["M1"])) }
                }
                return refused
            }
        }
        #expect(await all.value == 4)
    }
}
