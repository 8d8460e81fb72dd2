import PassCore
import PassHTTP

/// Sends the events of a subscription to its client, each piece only after the system has taken the previous one.
///
/// The events of a slow client therefore wait in the subscription, which limits their number and drops the rest.
final class EventSender: Sendable {
    private struct State {
        /// The subscription whose events are sent; `nil` before the start and after the end.
        var subscription: EventSubscription?
        var isSending = false
        /// Whether to ask the subscription for more text after the piece that is being sent.
        var hasMore = false
        var isOver = false
    }

    private let stream: HTTPBodyStream
    private let ended: @Sendable () -> Void
    private let state = Guarded(State())

    /// Creates a sender for a client's stream.
    ///
    /// - Parameter ended: called once, when the stream ends.
    init(_ stream: HTTPBodyStream, ended: @escaping @Sendable () -> Void) {
        self.stream = stream
        self.ended = ended
        stream.whenInterrupted { [self] _ in end() }
    }

    /// Sends the events that wait in the subscription, and from now on each new one.
    func begin(_ subscription: EventSubscription) {
        let isOver = state.withLock { state in
            if !state.isOver { state.subscription = subscription }
            return state.isOver
        }
        if isOver { subscription.cancel() } else { sendMore() }
    }

    /// Sends the events that wait in the subscription, after the piece that is being sent.
    func sendMore() {
        let begins = state.withLock { state in
            guard !state.isSending, state.subscription != nil else {
                state.hasMore = true
                return false
            }
            state.isSending = true
            return true
        }
        if begins { sendNext() }
    }

    private func sendNext() {
        let subscription = state.withLock { state in
            state.hasMore = false
            return state.subscription
        }
        guard let bytes = subscription?.take() else { return }
        if bytes.isEmpty { return complete() }
        if !stream.write(bytes, whenSent: { [self] in complete() }) { end() }
    }

    /// Records that a piece has been sent, and sends the next one.
    private func complete() {
        let goesOn = state.withLock { state in
            state.isSending = state.hasMore
            return state.isSending
        }
        if goesOn { sendNext() }
    }

    /// Ends the stream.
    func end() {
        let (subscription, isFirst) = state.withLock { state in
            defer { (state.subscription, state.isOver) = (nil, true) }
            return (state.subscription, !state.isOver)
        }
        guard isFirst else { return }
        subscription?.cancel()
        stream.end()
        ended()
    }
}
