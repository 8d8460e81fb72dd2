import Synchronization

@testable import AccessEnabler

/// A platform that a test holds in its hands, with the activity that tells when all is at rest.
struct TestPlatform {
    let activity = Activity()
    let transport = HeldTransport()
    let clock = HandClock()
    let logger = RecordingLogger()
    let main = SwitchedMainExecutor()
    var userAgent: (any UserAgent)?
    var executor: any CallbackExecutor = InlineCallbackExecutor()

    var platform: Platform {
        var platform = Platform(
            transport: transport, clock: clock, storage: EmptyStorage(), device: StaticDevice(identifier: "device"),
            app: AppIdentity(bundleID: "com.x.y.AppA", teamID: "TEAM1", redirectURL: "adbe.abc://adobe.com"),
            userAgent: userAgent, mainExecutor: main, callbackExecutor: executor, logger: logger)
        platform.activity = activity
        return platform
    }

    func accessEnabler(_ version: SDKVersion = SDKVersion(3, 9)) -> AccessEnabler {
        AccessEnabler("statement.jwt", profile: CompatibilityProfile(version), platform: platform)
    }
}

/// Answers when the test says so; a cancelled request ends at once.
final class HeldTransport: HTTPTransport {
    private struct State {
        var requests: [TransportRequest] = []
        var answers: [@Sendable (Result<TransportResponse, TransportError>) -> Void] = []
        var cancelled = 0
    }

    private let state = Mutex(State())

    var requests: [TransportRequest] { state.withLock { $0.requests } }
    var cancelled: Int { state.withLock { $0.cancelled } }

    func send(_ request: TransportRequest) async throws(TransportError) -> TransportResponse {
        let (answers, answer) = AsyncStream.makeStream(of: Result<TransportResponse, TransportError>.self)
        state.withLock { state in
            state.requests.append(request)
            state.answers.append { answer.yield($0) }
        }
        for await answer in answers { return try answer.get() }
        state.withLock { $0.cancelled += 1 }
        throw .cancelled
    }

    /// Answers the oldest request.
    func answer(status: Int) {
        state.withLock { $0.answers.removeFirst() }(.success(TransportResponse(status: status)))
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

    private let state = Mutex(State())

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
    private let written = Mutex<[String]>([])
    var errors: [String] { written.withLock { $0 } }

    func log(_ category: LogCategory, _ line: String) {
        if category == .error { written.withLock { $0.append(line) } }
    }
}

final class SwitchedMainExecutor: MainExecutor {
    private let isOn = Mutex(true)
    private let asked = Mutex(0)
    var questions: Int { asked.withLock { $0 } }

    func isCurrent() -> Bool {
        asked.withLock { $0 += 1 }
        return isOn.withLock { $0 }
    }
}

/// Keeps each medium in memory.
struct EmptyStorage: TokenStorageProvider {
    final class Medium: TokenStorage {
        private let bytes = Mutex<[UInt8]?>(nil)
        func access<Value>(_ body: (inout [UInt8]?) throws -> Value) throws -> Value {
            var copy = bytes.withLock { $0 }
            let value = try body(&copy)
            let changed = copy
            bytes.withLock { $0 = changed }
            return value
        }
    }

    private let media = (0...StoreGeneration.allCases.count).map { _ in Medium() }

    func shared(_ generation: StoreGeneration) -> any TokenStorage { media[generation.rawValue + 1] }
    var own: any TokenStorage { media[0] }
}

/// Writes down what it is told.
final class RecordingDelegate: EntitlementDelegate, EntitlementStatus {
    private let told = Mutex<[String]>([])
    var calls: [String] { told.withLock { $0 } }
    private func tell(_ line: String) { told.withLock { $0.append(line) } }

    func setRequestorComplete(_ status: Int32) { tell("requestor \(status)") }
    func setAuthenticationStatus(_ status: Int32, errorCode: String) { tell("authentication \(status) \(errorCode)") }
    func displayProviderDialog(_ mvpds: [MVPD]) { tell("picker \(mvpds.map(\.id))") }
    func navigate(toUrl url: String) { tell("navigate \(url)") }
    func setToken(_ token: String, forResource resource: String) { tell("token \(token) \(resource)") }
    func tokenRequestFailed(_ resource: String, errorCode: String, errorDescription: String) {
        tell("no token \(resource) \(errorCode)")
    }
    func preauthorizedResources(_ resources: [String]) { tell("preauthorized \(resources)") }
    func selectedProvider(_ mvpd: MVPD?) { tell("selected \(mvpd?.id ?? "none")") }
    func setMetadataStatus(
        _ metadata: Any?, encrypted: Bool, forKey key: Int32, andArguments arguments: [String: Any]
    ) {
        let text = metadata as? String ?? (metadata as? [String: Any])?.keys.sorted().joined() ?? "none"
        tell("metadata \(key) \(text) \(arguments["opCode"] as? Int64 ?? -1)")
    }
    func status(_ statusDictionary: [String: Any]) { tell("status \(statusDictionary["errorId"] ?? "")") }
}
