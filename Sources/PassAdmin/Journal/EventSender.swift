import PassCore
import PassHTTP

/// Sends the events of a subscription to its client, each piece after the client's system has taken the one before it.
///
/// So the events of a slow client wait in the subscription, which bounds and drops them.
final class EventSender: Sendable {
    private struct State {
        /// What is sent; `nil` before the beginning and after the end.
        var subscription: EventSubscription?
        var isSending = false
        /// Whether there may be more to send when the piece on its way is sent.
        var hasMore = false
        var isOver = false
    }

    private let stream: HTTPBodyStream
    private let ended: @Sendable () -> Void
    private let state = Guarded(State())

    /// - Parameter ended: called once, when nothing more is sent.
    init(_ stream: HTTPBodyStream, ended: @escaping @Sendable () -> Void) {
        self.stream = stream
        self.ended = ended
        stream.whenInterrupted { [self] _ in end() }
    }

    /// Sends what the subscription has, and from now on what it gets.
    func begin(_ subscription: EventSubscription) {
        let isOver = state.withLock { state in
            if !state.isOver { state.subscription = subscription }
            return state.isOver
        }
        if isOver { subscription.cancel() } else { sendMore() }
    }

    /// Sends what the subscription has, as soon as the piece on its way is sent.
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

    /// Takes note that a piece is sent.
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
