/// What answers requests; the server shell calls it on a loop, so it must return within microseconds.
package protocol HTTPResponder: AnyObject, Sendable {
    func respond(to request: HTTPRequest) -> HTTPAnswer

    /// Says whether the content of a request is to be taken; asked only where the head came before the end of its content.
    ///
    /// - Parameter head: the request without its content.
    func admit(_ head: HTTPRequest) -> HTTPAdmission
}

extension HTTPResponder {
    /// Takes any content that the server's limits allow.
    package func admit(_ head: HTTPRequest) -> HTTPAdmission { .content(atMost: .max) }
}

/// A decision about a request whose head has come before its content.
package enum HTTPAdmission: Sendable {
    /// The content is read; with more bytes the answer is 413.
    case content(atMost: Int)
    /// The content isn't read: this is the final answer, and the connection ends with it.
    case refuse(HTTPResponse)
}

/// An answer, or how to get one without holding up the loop.
package enum HTTPAnswer: Sendable {
    case ready(HTTPResponse)
    /// Work that signs, reads files or otherwise takes more than some microseconds; the server runs it on a worker.
    ///
    /// Clients take turns there: each address, in each of the namespaces that are named here.
    case work(in: String = "", @Sendable () -> HTTPResponse)
}
