import PassCore

/// The part of a login or logout that the app or a browser does, as one `async` call sees it.
///
/// At most one step runs; the next one, and the end, cancel it.
final class Interaction: Sendable {
    enum Step: Sendable {
        case choose([MVPD])
        case browse(String, isSecure: Bool)
        case ended(End)
    }

    enum End: Sendable {
        /// `notConfigured`: it never began.
        case status(AuthenticationStatus)
        /// Another requestor was configured.
        case superseded
        case cancelled
    }

    private enum Stage {
        case fresh
        case begun
        case over
    }

    let steps: AsyncStream<Step>
    private let next: AsyncStream<Step>.Continuation
    private let stage = Guarded(Stage.fresh)
    private let isLogin: Bool
    private let onEnd: @Sendable () -> Void

    /// - Parameter onEnd: called once, when it had its turn and is over.
    init(isLogin: Bool, onEnd: @escaping @Sendable () -> Void) {
        (steps, next) = AsyncStream.makeStream(of: Step.self)
        self.isLogin = isLogin
        self.onEnd = onEnd
    }

    var isOver: Bool { stage.withLock { $0 == .over } }

    /// Has its turn: runs `call`, or ends at once when it was ended before.
    func begin(_ call: () -> Void) {
        let isOver = stage.withLock { stage in
            guard stage == .fresh else { return true }
            stage = .begun
            call()
            return false
        }
        if isOver { onEnd() }
    }

    /// Runs `call` while it lasts: what a picker or a browser brings afterwards isn't meant for a later login.
    func perform(_ call: () -> Void) {
        stage.withLock { stage in
            if stage == .begun { call() }
        }
    }

    /// Ends it, and runs `call` if it had its turn; nothing if it is over.
    func end(_ end: End, _ call: () -> Void = {}) {
        let last = stage.withLock { stage in
            defer { stage = .over }
            if stage == .begun { call() }
            return stage
        }
        guard last != .over else { return }
        next.yield(.ended(end))
        next.finish()
        if last == .begun { onEnd() }
    }

    /// Takes part in what comes until the user's status is told.
    ///
    /// - Returns: whether it is over.
    @Sendable func take(_ occurrence: Occurrence) -> Bool {
        if isOver { return true }
        switch occurrence {
        case .event(.displayProviderDialog(let mvpds), _): next.yield(.choose(mvpds))
        case .event(.navigateToUrl(let url), _): next.yield(.browse(url, isSecure: false))
        case .event(.navigateToUrlUseSVC(let url, let isSecure), _): next.yield(.browse(url, isSecure: isSecure))
        case .event(.setAuthenticationStatus(let status, let code), let isStatusCheck):
            // A question in between that finds nobody doesn't end the login.
            if isStatusCheck, status != ACCESS_ENABLER_STATUS_SUCCESS { return false }
            end(.status(AuthenticationStatus(status, errorCode: code)))
            return true
        case .newConfiguration(abandonsLogin: true) where isLogin:
            end(.superseded)
            return true
        case .notConfigured:
            end(.status(.notConfigured))
            return true
        case .event, .newConfiguration: break
        }
        return false
    }
}
