import PassCore

/// A signal to the maker of a later answer or of a stream that its client has gone or the server stops.
package final class HTTPInterruption: Sendable {
    package enum Cause: Hashable, Sendable {
        /// The client has gone, or wants no content (HEAD): nothing that is sent reaches it.
        case clientGone
        /// The server stops. What is sent soon still reaches the client; what comes too late doesn't.
        case serverStopping
    }

    package typealias Handler = @Sendable (Cause) -> Void

    private enum State {
        case waiting(Handler?)
        case interrupted(Cause)
    }

    private let state = Guarded(State.waiting(nil))

    package init() {}

    /// Has `handler` called once: when the signal is raised, or immediately if it has already been raised.
    ///
    /// The handler replaces an earlier one. It may run on a loop, so it must return within microseconds.
    package func whenRaised(_ handler: @escaping Handler) {
        let cause = state.withLock { state -> Cause? in
            if case .interrupted(let cause) = state { return cause }
            state = .waiting(handler)
            return nil
        }
        if let cause { handler(cause) }
    }

    /// Raises the signal; only the first call counts.
    package func raise(_ cause: Cause) {
        let handler = state.withLock { state -> Handler? in
            guard case .waiting(let handler) = state else { return nil }
            state = .interrupted(cause)
            return handler
        }
        handler?(cause)
    }

    /// Forgets the handler, and everything that it holds, because the answer is complete.
    func forgetHandler() {
        let handler = state.withLock { state -> Handler? in
            guard case .waiting(let handler) = state else { return nil }
            state = .waiting(nil)
            return handler
        }
        // The release of what the handler holds may run any code, so it must come after the lock. Without this call the
        // compiler releases the handler inside the lock.
        withExtendedLifetime(handler) {}
    }
}
