import PassCore

/// The part of a login or logout that the app or a browser performs, as one `async` call sees it.
///
/// At most one step runs at a time: the next step, or the end, cancels it.
final class Interaction: Sendable {
    enum Step: Sendable {
        case choose([MVPD])
        case browse(String, isSecure: Bool)
        case ended(End)
    }

    enum End: Sendable {
        /// The status that ended the interaction; `notConfigured` if it never began.
        case status(AuthenticationStatus)
        /// Another requestor was configured during the interaction.
        case superseded
        case cancelled
    }

    /// The stage of the interaction: waiting for its turn, in its turn, or ended.
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

    /// Creates an interaction that waits for its turn.
    ///
    /// - Parameter onEnd: called once, when the interaction has had its turn and is over.
    init(isLogin: Bool, onEnd: @escaping @Sendable () -> Void) {
        (steps, next) = AsyncStream.makeStream(of: Step.self)
        self.isLogin = isLogin
        self.onEnd = onEnd
    }

    var isOver: Bool { stage.withLock { $0 == .over } }

    /// Begins the interaction's turn: runs `call`, or calls `onEnd` at once if the interaction has already ended.
    func begin(_ call: () -> Void) {
        let isOver = stage.withLock { stage in
            guard stage == .fresh else { return true }
            stage = .begun
            call()
            return false
        }
        if isOver { onEnd() }
    }

    /// Runs `call` if the interaction is still in its turn.
    ///
    /// A late result of a picker or a browser is ignored, so that it doesn't affect a later login.
    func perform(_ call: () -> Void) {
        stage.withLock { stage in
            if stage == .begun { call() }
        }
    }

    /// Ends the interaction, and runs `call` if its turn has begun; does nothing if the interaction is already over.
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

    /// Turns callbacks into steps, and ends the interaction when the user's status arrives.
    ///
    /// - Returns: whether the interaction is over.
    @Sendable func observe(_ occurrence: Occurrence) -> Bool {
        if isOver { return true }
        switch occurrence {
        case .event(.displayProviderDialog(let mvpds), _): next.yield(.choose(mvpds))
        case .event(.navigateToUrl(let url), _): next.yield(.browse(url, isSecure: false))
        case .event(.navigateToUrlUseSVC(let url, let isSecure), _): next.yield(.browse(url, isSecure: isSecure))
        case .event(.setAuthenticationStatus(let status, let code), let isStatusCheck):
            // A `checkAuthentication` that finds the user not logged in doesn't end a running login.
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
