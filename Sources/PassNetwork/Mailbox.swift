import PassCore

/// The one way into a loop from other threads: messages behind a lock, and a signal that wakes the loop.
///
/// The signal is raised for the first message only, so a batch costs one system call.
final class Mailbox<Message: Sendable>: Sendable {
    private struct State {
        var messages: [Message] = []
        /// `nil` after `close`, which lets go of it; the last `post` under way gives its descriptor back.
        var signal: WakeSignal?
    }

    /// Readable while there are messages.
    let descriptor: Int32
    private let state: Guarded<State>

    init() throws(SystemError) {
        let signal = try WakeSignal()
        descriptor = signal.descriptor
        state = Guarded(State(signal: signal))
    }

    /// Hands a message over; one that comes after `close` is dropped.
    func post(_ message: Message) {
        let signal = state.withLock { state -> WakeSignal? in
            guard let signal = state.signal else { return nil }
            state.messages.append(message)
            return state.messages.count == 1 ? signal : nil
        }
        // Not under the lock: the loop wakes at once, often in this thread's stead, and would have to wait for it. The reference
        // keeps the descriptor open, so that it can't be another's by now.
        signal?.raise()
    }

    /// Takes all messages, in the order in which they came.
    func takeAll() -> [Message] {
        state.withLock { state in
            state.signal?.clear()
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
