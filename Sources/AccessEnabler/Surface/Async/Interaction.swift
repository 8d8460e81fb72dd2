import Synchronization

/// The part of a login or logout that the app or a browser does, as one `async` call sees it.
///
/// At most one step runs; the next one, and the end, cancel it.
final class Interaction: Sendable {
    enum Step: Sendable {
        case choose([MVPD])
        case browse(String, isSecure: Bool)
        case ended(AuthenticationStatus)
        case cancelled
    }

    private enum Stage {
        case fresh
        case begun
        case over
    }

    let steps: AsyncStream<Step>
    private let next: AsyncStream<Step>.Continuation
    private let stage = Mutex(Stage.fresh)
    private let onEnd: @Sendable () -> Void

    /// - Parameter onEnd: called once, when it had its turn and is over.
    init(onEnd: @escaping @Sendable () -> Void) {
        (steps, next) = AsyncStream.makeStream(of: Step.self)
        self.onEnd = onEnd
    }

    /// Has its turn: runs `call`, or ends at once when it was cancelled before.
    func begin(_ call: () -> Void) {
        let isOver = stage.withLock { stage in
            guard stage == .fresh else { return true }
            stage = .begun
            call()
            return false
        }
        if isOver { onEnd() }
    }

    /// Ends it, and runs `call` if it had its turn.
    func cancel(_ call: () -> Void) {
        let hadTurn = stage.withLock { stage in
            defer { stage = .over }
            if stage == .begun { call() }
            return stage == .begun
        }
        finish(.cancelled)
        if hadTurn { onEnd() }
    }

    private func finish(_ step: Step) {
        next.yield(step)
        next.finish()
    }

    /// Takes part in what comes until the user's status is told.
    ///
    /// - Returns: whether it is over.
    @Sendable func take(_ occurrence: Occurrence) -> Bool {
        if stage.withLock({ $0 == .over }) { return true }
        switch occurrence {
        case .event(.displayProviderDialog(let mvpds), _): next.yield(.choose(mvpds))
        case .event(.navigateToUrl(let url), _): next.yield(.browse(url, isSecure: false))
        case .event(.navigateToUrlUseSVC(let url, let isSecure), _): next.yield(.browse(url, isSecure: isSecure))
        case .event(.setAuthenticationStatus(let status, let code), let isStatusCheck):
            // A question in between that finds nobody doesn't end the login.
            if isStatusCheck, status != ACCESS_ENABLER_STATUS_SUCCESS { return false }
            let isFirst = stage.withLock { stage in
                defer { stage = .over }
                return stage == .begun
            }
            guard isFirst else { return true }
            finish(.ended(AuthenticationStatus(status, errorCode: code)))
            onEnd()
            return true
        case .event, .newConfiguration: break
        }
        return false
    }
}
