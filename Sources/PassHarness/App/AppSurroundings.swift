import AccessEnabler
import Dispatch

/// An executor that runs an app's callbacks on its own queue and counts them as activity.
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

/// An executor that claims that every call comes from the main thread, or that none does.
struct ClaimedMainExecutor: MainExecutor {
    let claim: @Sendable () -> Bool

    func isCurrent() -> Bool { claim() }
}

/// A logger that passes each line to a closure.
struct ClosureLogger: EntitlementLogger {
    let take: @Sendable (AccessEnabler.LogCategory, String) -> Void

    func log(_ category: AccessEnabler.LogCategory, _ line: String) { take(category, line) }
}

/// A presenter that shows nothing and passes each URL to a closure.
struct RecordingPresenter: SecureBrowserPresenter {
    let show: @Sendable (String) -> Void

    func present(_ url: String) { show(url) }
}
