import AccessEnabler
import Dispatch

/// Runs an app's callbacks on a queue of its own, and counts them as activity.
struct CountedCallbackExecutor: CallbackExecutor {
    private let queue = DispatchQueue(label: "pass-simulator.callbacks")
    let activity: Activity

    func execute(_ work: @escaping @Sendable () -> Void) {
        activity.begin()
        queue.async {
            work()
            activity.end()
        }
    }
}

/// Says that every call comes from the main thread, or none.
struct ClaimedMainExecutor: MainExecutor {
    let claim: @Sendable () -> Bool

    func isCurrent() -> Bool { claim() }
}

struct ClosureLogger: EntitlementLogger {
    let take: @Sendable (LogCategory, String) -> Void

    func log(_ category: LogCategory, _ line: String) { take(category, line) }
}

struct RecordingPresenter: SecureBrowserPresenter {
    let show: @Sendable (String) -> Void

    func present(_ url: String) { show(url) }
}
