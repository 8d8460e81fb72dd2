/// A handler that answers requests; the server calls it on a loop, so it must return within microseconds.
package protocol HTTPResponder: AnyObject, Sendable {
    /// Returns the answer to a request, or the work that produces it.
    func respond(to request: HTTPRequest) -> HTTPAnswer

    /// Decides whether to accept a request's content; called only if the head arrives before the end of the content.
    ///
    /// - Parameter head: the request without its content.
    func admit(_ head: HTTPRequest) -> HTTPAdmission
}

extension HTTPResponder {
    /// Accepts any content that the server's limits allow.
    package func admit(_ head: HTTPRequest) -> HTTPAdmission { .content(atMost: .max) }
}

/// A decision about a request whose head has arrived before its content.
package enum HTTPAdmission: Sendable {
    /// The content is read; content with more bytes is answered with 413.
    case content(atMost: Int)
    /// The content isn't read: this is the final answer, and the connection ends with it.
    case refuse(HTTPResponse)
}

/// An answer, or the work that produces it without blocking the loop.
package enum HTTPAnswer: Sendable {
    case ready(HTTPResponse)
    /// Work that signs, reads files or otherwise takes more than a few microseconds; the server runs it on a worker.
    ///
    /// Clients take turns on the workers. Clients with the same address in the same namespace (`in`) share one turn.
    ///
    /// The closure is called once. When too much work is waiting, its parameter is a refusal: the closure then returns
    /// that answer, with what the responder adds to it, and does nothing else. Otherwise the parameter is `nil`.
    case work(in: String = "", @Sendable (_ refusal: HTTPResponse?) -> HTTPResponse)
    /// An answer that another part of the program gives later; no thread waits for it.
    ///
    /// The server calls the closure at once, on the loop. The answer is given up when the client ends its sending.
    case later(@Sendable (HTTPReply) -> Void)
    /// A response whose body is written piece by piece, from any thread, after the head and the `body` of the given
    /// response.
    ///
    /// The server calls the closure at once, on the loop. The stream is given up when the client ends its sending.
    case stream(HTTPResponse, @Sendable (HTTPBodyStream) -> Void)
}
