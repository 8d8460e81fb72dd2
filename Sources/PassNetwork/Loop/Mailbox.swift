import PassCore

/// The only way into a loop from other threads: messages protected by a lock, and a signal that wakes the loop.
///
/// The signal is raised once for all messages until the loop takes them, so a batch costs one system call. A message
/// that can wait doesn't raise the signal if the loop has announced a visit: that it will soon take the messages
/// without being woken.
final class Mailbox<Message: Sendable>: Sendable {
    private struct State {
        var messages: [Message] = []
        var isRaised = false
        /// Whether the loop has announced that it will soon take the messages without being woken.
        var isVisitAnnounced = false
        /// The signal that wakes the loop; `nil` after `close`, which releases it.
        ///
        /// If a call of `post` still uses the signal at that time, the descriptor closes when the call ends.
        var signal: WakeSignal?
    }

    /// The descriptor that becomes readable when messages arrive; `clearSignal` makes it unreadable again.
    let descriptor: Int32
    private let state: Guarded<State>

    init() throws(SystemError) {
        let signal = try WakeSignal()
        descriptor = signal.descriptor
        state = Guarded(State(signal: signal))
    }

    /// Hands a message to the loop; a message that comes after `close` is dropped.
    ///
    /// - Parameter canWait: whether the message can wait for a visit that the loop has announced, and so needn't raise
    ///   the signal.
    func post(_ message: Message, canWait: Bool = false) {
        let signal = state.withLock { state -> WakeSignal? in
            guard let signal = state.signal else { return nil }
            state.messages.append(message)
            guard !state.isRaised, !(canWait && state.isVisitAnnounced) else { return nil }
            state.isRaised = true
            return signal
        }
        // The signal is raised without the lock: the loop wakes at once, often in place of this thread, and would have
        // to wait for the lock. The reference keeps the descriptor open, so it can't belong to anything else by now.
        signal?.raise()
    }

    /// Announces that the loop will soon take the messages; until it does, messages that can wait raise no signal.
    ///
    /// - Returns: `false` when there are messages already.
    func announceVisit() -> Bool {
        state.withLock { state in
            guard state.messages.isEmpty else { return false }
            state.isVisitAnnounced = true
            return true
        }
    }

    /// Makes the descriptor unreadable again.
    ///
    /// The loop calls this method when the descriptor is readable, before it takes the messages.
    func clearSignal() {
        state.withLock { $0.signal?.clear() }
    }

    /// Takes all messages, in the order in which they arrived.
    func takeAll() -> [Message] {
        state.withLock { state in
            state.isRaised = false
            state.isVisitAnnounced = false
            let messages = state.messages
            state.messages = []
            return messages
        }
    }

    /// Drops the messages that are waiting, and accepts no more.
    func close() {
        state.withLock { $0 = State() }
    }
}
