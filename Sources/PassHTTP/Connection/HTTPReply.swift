import Synchronization

/// A handle through which one answer is given later, from any thread.
///
/// A reply that is released without an answer answers with 503, so no client waits forever. An answer for a client that
/// has gone is dropped.
package final class HTTPReply: Sendable {
    private let deliver: @Sendable (HTTPResponse) -> Void
    private let interruption: HTTPInterruption
    private let isSent = Atomic(false)

    /// Creates a reply.
    ///
    /// - Parameters:
    ///   - interruption: the signal that the server raises if it stops waiting for the answer.
    ///   - deliver: called once, with the answer, on the thread that calls `send`.
    package init(_ interruption: HTTPInterruption, deliver: @escaping @Sendable (HTTPResponse) -> Void) {
        self.interruption = interruption
        self.deliver = deliver
    }

    deinit {
        var missing = HTTPResponse(
            .serviceUnavailable,
            text: "The server produced no answer to this request. Try again.\n")
        missing.fields.append(.retryAfter, "1")
        send(missing)
    }

    /// Gives the answer; only the first call counts.
    package func send(_ response: HTTPResponse) {
        guard !isSent.exchange(true, ordering: .relaxed) else { return }
        interruption.forgetHandler()
        deliver(response)
    }

    /// Returns a reply that applies `change` to its answer and passes the result on to this reply.
    package func changed(_ change: @escaping @Sendable (HTTPResponse) -> HTTPResponse) -> HTTPReply {
        HTTPReply(interruption) { [self] in send(change($0)) }
    }

    /// Has `handler` called, once, when the client has gone or the server stops before the answer is given.
    ///
    /// The handler may run on a loop, so it must return within microseconds. It must not be the only holder of the
    /// reply: reply and handler would hold each other, and neither would be released.
    package func whenInterrupted(_ handler: @escaping HTTPInterruption.Handler) {
        interruption.whenRaised(handler)
    }
}
