import PassCore

/// A signal to the code that makes a later answer or a stream: its client has gone, or the server is stopping.
package final class HTTPInterruption: Sendable {
    package enum Cause: Hashable, Sendable {
        /// The client has gone, or wants no content (HEAD): nothing that is sent reaches it.
        case clientGone
        /// The server is stopping. Only what is sent before the server's time for stopping is over reaches the client.
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
        // Releasing what the handler holds may run any code, so it must happen after the lock is released. Without this
        // call, the compiler releases the handler while the lock is held.
        withExtendedLifetime(handler) {}
    }
}
