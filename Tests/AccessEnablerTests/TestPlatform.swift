import AccessEnablerOpenSSL
import PassCore

@testable import AccessEnabler

/// A platform that a test holds in its hands, with the activity that tells when all is at rest.
struct TestPlatform {
    let activity: Activity
    let transport: HeldTransport
    let clock = HandClock()
    let logger = RecordingLogger()
    let main = SwitchedMainExecutor()
    let storage = MemoryStorageProvider()
    var userAgent: (any AccessEnabler.UserAgent)?
    var executor: any CallbackExecutor = InlineCallbackExecutor()
    /// `main` when there is none.
    var mainExecutor: (any MainExecutor)?

    init() {
        activity = Activity()
        transport = HeldTransport(activity)
    }

    var platform: AccessEnabler.Platform {
        var platform = AccessEnabler.Platform(
            transport: transport, clock: clock, storage: storage, device: StaticDevice(identifier: "device"),
            app: AccessEnabler.AppIdentity(
                bundleID: "com.x.y.AppA", teamID: "TEAM1", redirectURL: "adbe.abc://adobe.com"),
            hasher: OpenSSLHasher(), xmlReader: ExpatXMLReader(), userAgent: userAgent,
            mainExecutor: mainExecutor ?? main, callbackExecutor: executor, logger: logger)
        platform.activity = activity
        return platform
    }

    func accessEnabler(_ version: SDKVersion = SDKVersion(3, 9)) -> AccessEnabler {
        AccessEnabler("statement.jwt", profile: CompatibilityProfile(version), platform: platform)
    }
}

/// Returns when the task is cancelled.
func untilCancelled() async {
    let (stream, end) = AsyncStream.makeStream(of: Never.self)
    for await _ in stream {}
    end.finish()
}

/// Answers by a script, and what that leaves out when the test says so; a cancelled request ends at once.
final class HeldTransport: HTTPTransport {
    private struct State {
        var script: @Sendable (TransportRequest) -> String? = { _ in nil }
        var answers: [@Sendable (TransportResponse) -> Void] = []
    }

    private let activity: Activity
    private let state = Guarded(State())
    /// The requests that wait for the test.
    let held: AsyncStream<TransportRequest>
    private let hold: AsyncStream<TransportRequest>.Continuation
    /// One for each request that was cancelled while it waited.
    let cancelled: AsyncStream<Void>
    private let cancel: AsyncStream<Void>.Continuation

    init(_ activity: Activity) {
        self.activity = activity
        (held, hold) = AsyncStream.makeStream(of: TransportRequest.self)
        (cancelled, cancel) = AsyncStream.makeStream(of: Void.self)
    }

    /// - Parameter script: a body that is answered with 200.
    func follow(_ script: @escaping @Sendable (TransportRequest) -> String?) { state.withLock { $0.script = script } }

    func send(_ request: TransportRequest) async throws(AccessEnabler.TransportError) -> TransportResponse {
        let script = state.withLock { $0.script }
        if let body = script(request) { return TransportResponse(status: 200, body: Array(body.utf8)) }
        let (answers, answer) = AsyncStream.makeStream(of: TransportResponse.self)
        state.withLock { $0.answers.append { answer.yield($0) } }
        activity.pause()
        hold.yield(request)
        for await answer in answers { return answer }
        activity.resume()
        cancel.yield()
        throw .cancelled
    }

    /// Answers the oldest request.
    func answer(status: Int = 200, _ body: String = "") {
        activity.resume()
        state.withLock { $0.answers.removeFirst() }(TransportResponse(status: status, body: Array(body.utf8)))
    }
}

/// Tells of each piece of work that it has run.
final class WatchedExecutor: CallbackExecutor {
    private let inline = InlineCallbackExecutor()
    private let count = Guarded((run: 0, waiting: [(at: Int, continuation: CheckedContinuation<Void, Never>)]()))

    func execute(_ work: @escaping @Sendable () -> Void) {
        inline.execute(work)
        let reached = count.withLock { count in
            count.run += 1
            defer { count.waiting.removeAll { $0.at <= count.run } }
            return count.waiting.filter { $0.at <= count.run }
        }
        for waiting in reached { waiting.continuation.resume() }
    }

    /// Returns when that many pieces have run since the beginning.
    func ran(_ number: Int) async {
        await withCheckedContinuation { continuation in
            let isReached = count.withLock { count in
                if count.run < number { count.waiting.append((number, continuation)) }
                return count.run >= number
            }
            if isReached { continuation.resume() }
        }
    }
}

/// Stands still until the test moves it.
final class HandClock: EntitlementClock {
    private struct State {
        var nowMillis: Int64 = 1_936_771_200_000
        var alarms: [Int: (at: Int64, fire: @Sendable () -> Void)] = [:]
        var lastNumber = 0
    }

    private final class Alarm: ClockAlarm {
        private let onCancel: @Sendable () -> Void
        init(_ onCancel: @escaping @Sendable () -> Void) { self.onCancel = onCancel }
        func cancel() { onCancel() }
    }

    private let state = Guarded(State())

    var nowMillis: Int64 { state.withLock { $0.nowMillis } }
    /// How many alarms are set.
    var alarms: Int { state.withLock { $0.alarms.count } }

    func wake(afterMillis: Int64, _ fire: @escaping @Sendable () -> Void) -> any ClockAlarm {
        let number = state.withLock { state in
            state.lastNumber += 1
            state.alarms[state.lastNumber] = (state.nowMillis + afterMillis, fire)
            return state.lastNumber
        }
        return Alarm { [weak self] in self?.state.withLock { _ = $0.alarms.removeValue(forKey: number) } }
    }

    func advance(byMillis millis: Int64) {
        let due = state.withLock { state in
            state.nowMillis += millis
            let due = state.alarms.filter { $0.value.at <= state.nowMillis }.sorted { $0.value.at < $1.value.at }
            for (number, _) in due { state.alarms[number] = nil }
            return due.map(\.value.fire)
        }
        for fire in due { fire() }
    }
}

final class RecordingLogger: EntitlementLogger {
    private let written = Guarded<[String]>([])
    var errors: [String] { written.withLock { $0 } }

    func log(_ category: AccessEnabler.LogCategory, _ line: String) {
        if category == .error { written.withLock { $0.append(line) } }
    }
}

final class SwitchedMainExecutor: MainExecutor {
    private let isOn = Guarded(true)
    private let asked = Guarded(0)
    /// How often it was asked.
    var questions: Int { asked.withLock { $0 } }

    func leave() { isOn.withLock { $0 = false } }

    func isCurrent() -> Bool {
        asked.withLock { $0 += 1 }
        return isOn.withLock { $0 }
    }
}

/// Writes down what it is told.
final class RecordingDelegate: EntitlementDelegate, EntitlementStatus, Sendable {
    private let told = Guarded<[String]>([])
    var calls: [String] { told.withLock { $0 } }
    private func tell(_ line: String) { told.withLock { $0.append(line) } }

    func setRequestorComplete(_ status: Int32) { tell("requestor \(status)") }
    func setAuthenticationStatus(_ status: Int32, errorCode: String!) {
        tell("authentication \(status) \(errorCode ?? "")")
    }
    func displayProviderDialog(_ mvpds: [Any]!) { tell("picker \((mvpds as? [MVPD] ?? []).map(\.id))") }
    func navigate(toUrl url: String!) { tell("navigate \(url ?? "")") }
    func setToken(_ token: String!, forResource resource: String!) { tell("token \(token ?? "") \(resource ?? "")") }
    func tokenRequestFailed(_ resource: String!, errorCode: String!, errorDescription: String!) {
        tell("no token \(resource ?? "") \(errorCode ?? "")")
    }
    func preauthorizedResources(_ resources: [Any]!) { tell("preauthorized \(resources as? [String] ?? [])") }
    func selectedProvider(_ mvpd: MVPD!) { tell("selected \(mvpd?.id ?? "none")") }
    func setMetadataStatus(
        _ metadata: Any!, encrypted: Bool, forKey key: Int32, andArguments arguments: [AnyHashable: Any]!
    ) {
        let text = metadata as? String ?? (metadata as? [String: Any])?.keys.sorted().joined() ?? "none"
        tell("metadata \(key) \(text) \(arguments["opCode"] as? Int64 ?? -1)")
    }
    func status(_ statusDictionary: [AnyHashable: Any]!) { tell("status \(statusDictionary["errorId"] ?? "")") }
}
