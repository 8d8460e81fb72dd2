import Dispatch
import FoundationEssentials
import PassCore
import Testing

@testable import AccessEnabler

@Suite("The driver")
struct DriverTests {
    private let events: [AccessEnablerEvent] = [
        .setRequestorComplete(1), .status(AdvancedStatus(id: "N000", level: .error)),
        .setAuthenticationStatus(0, errorCode: USER_NOT_AUTHENTICATED_ERROR), .displayProviderDialog([]),
        .navigateToUrlUseSVC("https://sp.example/", useSVC: true), .setToken("media", forResource: "R"),
        .tokenRequestFailed("R", errorCode: "E", errorDescription: ""), .preauthorizedResources(["A", "B"]),
        .selectedProvider(nil),
        .setMetadataStatus(["MPAA": "PG"], encrypted: false, forKey: 3, andArguments: ["opCode": 3]),
    ]

    @Test("Delegates and every event stream get the same callbacks in the same order")
    func oneOrder() async {
        let bench = TestPlatform()
        let enabler = bench.accessEnabler()
        let delegate = RecordingDelegate()
        enabler.delegate = delegate
        enabler.statusDelegate = delegate
        let streams = [enabler.events(), enabler.events()]
        for event in events { await enabler.driver.carryOut(.callback(event)) }
        await bench.activity.settled()
        #expect(
            delegate.calls == [
                "requestor 1", "status N000", "authentication 0 User Not Authenticated Error", "picker []",
                "navigate https://sp.example/", "token media R", "no token R E", #"preauthorized ["A", "B"]"#,
                "selected none", "metadata 3 MPAA 3",
            ])
        enabler.driver.close()
        for stream in streams {
            var seen: [AccessEnablerEvent] = []
            for await event in stream { seen.append(event) }
            #expect(seen == events)
        }
    }

    @Test("A delegate that was released is left alone")
    func releasedDelegate() async {
        let bench = TestPlatform()
        let enabler = bench.accessEnabler()
        var delegate: RecordingDelegate? = RecordingDelegate()
        enabler.delegate = delegate
        enabler.statusDelegate = delegate
        weak let held = delegate
        delegate = nil
        #expect(held == nil)
        for event in events { await enabler.driver.carryOut(.callback(event)) }
        await bench.activity.settled()
        #expect(enabler.delegate == nil)
        #expect(enabler.statusDelegate == nil)
    }

    @Test("Callbacks of several threads are made one at a time", arguments: [false, true])
    func oneAtATime(isSerialQueue: Bool) async {
        var bench = TestPlatform()
        if isSerialQueue { bench.executor = SerialCallbackExecutor() }
        let enabler = bench.accessEnabler()
        let delegate = CountingDelegate()
        enabler.delegate = delegate
        await withTaskGroup { group in
            for _ in 0..<8 {
                group.addTask {
                    for _ in 0..<100 { enabler.driver.callbacks.make(.setRequestorComplete(1), isStatusCheck: false) }
                }
            }
        }
        await bench.activity.settled()
        #expect(delegate.total == 800)
        #expect(!delegate.hasOverlapped)
    }

    @Test(
        "A released AccessEnabler cancels its request, alarm and browser, and leaks nothing",
        .timeLimit(.minutes(10)))
    func release() async {
        let (letGo, signal) = AsyncStream.makeStream(of: Void.self)
        var bench = TestPlatform()
        bench.userAgent = EndlessBrowser(signal)
        var enabler: AccessEnabler? = bench.accessEnabler()
        bench.userAgent = nil
        let stream = enabler?.events()
        weak let driver = enabler?.driver
        weak let callbacks = enabler?.driver.callbacks
        await driver?.carryOut(
            .request(RequestID(number: 1), TransportRequest(url: "https://sp.example/"), sharesCookies: false))
        await driver?.carryOut(.setAlarm(.poll, afterMillis: 10_000))
        await driver?.carryOut(
            .follow(BrowsingID(number: 2), url: "https://sp.example/", until: "x:", isVisible: false))
        #expect(bench.clock.alarms == 1)
        enabler = nil
        await bench.activity.settled()
        for await _ in letGo {}
        #expect(bench.clock.alarms == 0)
        #expect(callbacks == nil)
        if let stream { for await _ in stream { Issue.record("nothing was to come") } }
    }

    @Test("Stores that block their drivers don't block other tasks", .timeLimit(.minutes(10)))
    func waitingStores() async {
        let bench = TestPlatform()
        let gate = Gate()
        var platform = bench.platform
        // More than there are threads that tasks share.
        let number = ProcessInfo.processInfo.activeProcessorCount + 1
        let enablers = (0..<number).map { _ in
            platform.storage = GatedStorageProvider(gate)
            return AccessEnabler(platform: platform)
        }
        for await _ in gate.arrivals.prefix(number) {}
        await Task.detached {}.value
        gate.open()
        await bench.activity.settled()
        #expect(enablers.count == number)
    }

    @Test("A replaced alarm doesn't fire, and one that fires posts before the clock goes on")
    func alarms() async {
        let bench = TestPlatform()
        let enabler = bench.accessEnabler()
        await enabler.driver.carryOut(.setAlarm(.poll, afterMillis: 10_000))
        await enabler.driver.carryOut(.setAlarm(.poll, afterMillis: 20_000))
        #expect(bench.clock.alarms == 1)
        bench.clock.advance(byMillis: 10_000)
        #expect(bench.clock.alarms == 1)
        await enabler.driver.carryOut(.cancelAlarm(.poll))
        #expect(bench.clock.alarms == 0)
        await bench.activity.settled()
    }
}

/// Keeps whoever comes until it is opened.
private final class Gate: Sendable {
    private let semaphore = DispatchSemaphore(value: 0)
    let arrivals: AsyncStream<Void>
    private let arrive: AsyncStream<Void>.Continuation

    init() { (arrivals, arrive) = AsyncStream.makeStream(of: Void.self) }

    func pass() {
        arrive.yield()
        semaphore.wait()
        semaphore.signal()
    }

    func open() { semaphore.signal() }
}

/// Media in memory behind a gate.
private struct GatedStorageProvider: TokenStorageProvider {
    private struct Medium: TokenStorage {
        let storage: any TokenStorage
        let gate: Gate

        func access<Value>(_ body: (inout [UInt8]?) throws -> Value) throws -> Value {
            gate.pass()
            return try storage.access(body)
        }
    }

    let gate: Gate
    private let media = MemoryStorageProvider()

    init(_ gate: Gate) { self.gate = gate }

    func shared(_ generation: StoreGeneration) -> any TokenStorage {
        Medium(storage: media.shared(generation), gate: gate)
    }
    var own: any TokenStorage { Medium(storage: media.own, gate: gate) }
}

/// Notices when it is called while it is being called.
private final class CountingDelegate: EntitlementDelegate, Sendable {
    private let state = Guarded((inside: 0, total: 0, hasOverlapped: false))
    var total: Int { state.withLock { $0.total } }
    var hasOverlapped: Bool { state.withLock { $0.hasOverlapped } }

    func setRequestorComplete(_ status: Int32) {
        state.withLock { state in
            state.inside += 1
            state.total += 1
            if state.inside > 1 { state.hasOverlapped = true }
        }
        state.withLock { $0.inside -= 1 }
    }
    func setAuthenticationStatus(_ status: Int32, errorCode: String!) {}
    func displayProviderDialog(_ mvpds: [Any]!) {}
    func navigate(toUrl url: String!) {}
    func setToken(_ token: String!, forResource resource: String!) {}
    func tokenRequestFailed(_ resource: String!, errorCode: String!, errorDescription: String!) {}
    func preauthorizedResources(_ resources: [Any]!) {}
    func selectedProvider(_ mvpd: MVPD!) {}
    func setMetadataStatus(
        _ metadata: Any!, encrypted: Bool, forKey key: Int32, andArguments arguments: [AnyHashable: Any]!
    ) {}
}

/// Follows until it is cancelled; its stream ends when it is released.
private final class EndlessBrowser: AccessEnabler.UserAgent {
    private let signal: AsyncStream<Void>.Continuation
    init(_ signal: AsyncStream<Void>.Continuation) { self.signal = signal }
    deinit { signal.finish() }

    func follow(_ url: String, until end: String, isVisible: Bool) async -> String? {
        let (stream, end) = AsyncStream.makeStream(of: Never.self)
        for await _ in stream {}
        end.finish()
        return nil
    }
    func cookies(for url: String) async -> String? { nil }
}
