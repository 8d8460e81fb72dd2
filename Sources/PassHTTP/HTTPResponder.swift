/// What answers requests; the server shell calls it on a loop, so it must return within microseconds.
package protocol HTTPResponder: AnyObject, Sendable {
    func respond(to request: HTTPRequest) -> HTTPAnswer
}

/// An answer, or how to get one without holding up the loop.
package enum HTTPAnswer: Sendable {
    case ready(HTTPResponse)
    /// Work that signs, reads files or otherwise takes more than some microseconds; the server runs it on a worker.
    case work(@Sendable () -> HTTPResponse)
}
