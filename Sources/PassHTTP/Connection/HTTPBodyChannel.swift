import PassCore

/// A bounded queue of bytes from the writer of a streamed body to its connection.
package final class HTTPBodyChannel: Sendable {
    /// The way in which a body ends.
    package enum End: Hashable, Sendable {
        /// All of the body was written.
        case complete
        /// The writer gave up, or the client took too little.
        case broken
    }

    private struct State {
        /// The bytes that were written but that the connection hasn't taken from the channel.
        var waiting: [UInt8] = []
        /// The number of bytes that the connection has taken but the peer hasn't.
        var unsent = 0
        var end: End?
        /// Whether the connection takes nothing more.
        var isClosed = false
        /// Whether the connection was woken and hasn't called `take` since.
        var isAwake = false
        /// The functions to call when all bytes are sent.
        var whenSent: [@Sendable () -> Void] = []

        /// Returns whether the connection must be woken; `true` only once between two calls of `take`.
        mutating func needsWake() -> Bool {
            defer { isAwake = true }
            return !isAwake
        }
    }

    /// The signal that the server raises if the client goes or the server stops before the body has ended.
    package let interruption = HTTPInterruption()
    private let limit: Int
    private let wake: @Sendable () -> Void
    private let state = Guarded(State())

    /// Creates an empty channel.
    ///
    /// - Parameters:
    ///   - limit: the most bytes that may be written but not sent.
    ///   - wake: called on the writer's thread when the connection is to call `take`.
    package init(limit: Int, wake: @escaping @Sendable () -> Void) {
        self.limit = limit
        self.wake = wake
    }

    /// Adds bytes of the body; returns `false` if they can't be sent.
    func write(_ bytes: [UInt8], _ whenSent: (@Sendable () -> Void)?) -> Bool {
        let (isTaken, wakes) = state.withLock { state in
            guard !state.isClosed, state.end == nil else { return (false, false) }
            if bytes.count > limit - state.waiting.count - state.unsent {
                state.end = .broken
            } else {
                state.waiting += bytes
                if let whenSent { state.whenSent.append(whenSent) }
            }
            return (state.end == nil, state.needsWake())
        }
        if wakes { wake() }
        return isTaken
    }

    /// Ends the body; only the first call counts.
    func end(_ end: End) {
        let wakes = state.withLock { state in
            guard !state.isClosed, state.end == nil else { return false }
            state.end = end
            return state.needsWake()
        }
        if wakes { wake() }
    }

    /// Takes the bytes to send now, and the way in which the body ends after these bytes; `end` is `nil` if more may
    /// follow.
    package func take() -> (bytes: [UInt8], end: End?) {
        state.withLock { state in
            let bytes = state.waiting
            state.waiting = []
            state.unsent += bytes.count
            state.isAwake = false
            return (bytes, state.end)
        }
    }

    /// Called by the connection with the number of bytes that the peer hasn't taken, when that may have changed.
    package func update(unsent: Int) {
        let callbacks = state.withLock { state -> [@Sendable () -> Void] in
            state.unsent = unsent
            guard unsent == 0, state.waiting.isEmpty, !state.whenSent.isEmpty else { return [] }
            defer { state.whenSent = [] }
            return state.whenSent
        }
        for callback in callbacks { callback() }
    }

    /// Called when the connection takes nothing more: the body has ended, or the client is gone.
    ///
    /// - Parameter cause: the reason, which is passed to the writer's handler; `nil` if the body is complete.
    package func close(because cause: HTTPInterruption.Cause? = nil) {
        let left = state.withLock { state in
            defer {
                state = State()
                state.isClosed = true
            }
            return state
        }
        // The release of a callback may release the stream, which then calls `end`, which needs the lock. Without this
        // call, the compiler releases the callbacks while the lock is held.
        withExtendedLifetime(left) {}
        if let cause { interruption.raise(cause) } else { interruption.forgetHandler() }
    }
}
