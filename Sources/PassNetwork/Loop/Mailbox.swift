import PassCore

/// The one way into a loop from other threads: messages behind a lock, and a signal that wakes the loop.
///
/// The signal is raised once for all messages until the loop takes them, so a batch costs one system call; and not at all for
/// messages that can wait while the loop has announced that it is about to look.
final class Mailbox<Message: Sendable>: Sendable {
    private struct State {
        var messages: [Message] = []
        var isRaised = false
        /// Whether the loop looks within a moment without being woken.
        var isVisitAnnounced = false
        /// `nil` after `close`, which lets go of it; the last `post` under way gives its descriptor back.
        var signal: WakeSignal?
    }

    /// Readable when there are messages; `lower` ends that.
    let descriptor: Int32
    private let state: Guarded<State>

    init() throws(SystemError) {
        let signal = try WakeSignal()
        descriptor = signal.descriptor
        state = Guarded(State(signal: signal))
    }

    /// Hands a message over; one that comes after `close` is dropped.
    ///
    /// - Parameter canWait: whether it is soon enough when the loop looks for it by itself, if it announced that.
    func post(_ message: Message, canWait: Bool = false) {
        let signal = state.withLock { state -> WakeSignal? in
            guard let signal = state.signal else { return nil }
            state.messages.append(message)
            guard !state.isRaised, !(canWait && state.isVisitAnnounced) else { return nil }
            state.isRaised = true
            return signal
        }
        // Not under the lock: the loop wakes at once, often in this thread's stead, and would have to wait for it. The reference
        // keeps the descriptor open, so that it can't be another's by now.
        signal?.raise()
    }

    /// Announces that the loop looks within a moment, until it does: messages that can wait raise no signal meanwhile.
    ///
    /// - Returns: `false` when there are messages already.
    func announceVisit() -> Bool {
        state.withLock { state in
            guard state.messages.isEmpty else { return false }
            state.isVisitAnnounced = true
            return true
        }
    }

    /// Ends that the descriptor is readable; to be called when it is, before the messages are taken.
    func lower() {
        state.withLock { $0.signal?.clear() }
    }

    /// Takes all messages, in the order in which they came.
    func takeAll() -> [Message] {
        state.withLock { state in
            state.isRaised = false
            state.isVisitAnnounced = false
            let messages = state.messages
            state.messages = []
            return messages
        }
    }

    /// Takes no more messages and forgets those that wait.
    func close() {
        state.withLock { $0 = State() }
    }
}
