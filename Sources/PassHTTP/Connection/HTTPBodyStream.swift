/// The body of a response that is written piece by piece, from any thread.
///
/// The pieces are sent in the order of the calls. A stream that is released without `end` ends its connection with a
/// reset, so that the client doesn't take the body for complete.
package final class HTTPBodyStream: Sendable {
    private let channel: HTTPBodyChannel

    package init(_ channel: HTTPBodyChannel) {
        self.channel = channel
    }

    deinit {
        channel.end(.broken)
    }

    /// Writes a piece of the body.
    ///
    /// The client may get it together with other pieces. A client that takes too little is cut off: if the bytes that
    /// it hasn't taken would exceed `HTTPLimits.streamBytes`, the connection is reset. Therefore split a long body, and
    /// write each piece only after the previous one has been sent.
    ///
    /// - Parameter whenSent: called once, when the system has taken everything that has been written; not called if
    ///   the client goes, or the body ends, before that. The closure runs on a loop, so it must return within
    ///   microseconds.
    /// - Returns: `false` if the piece can't reach the client: because the client has gone, is too slow or wants no
    ///   content, or because the body has ended.
    @discardableResult
    package func write(_ bytes: [UInt8], whenSent: (@Sendable () -> Void)? = nil) -> Bool {
        channel.write(bytes, whenSent)
    }

    /// Ends the body; later calls of `write` have no effect.
    package func end() {
        channel.end(.complete)
    }

    /// Has `handler` called, once, when the client has gone or the server stops before the body has ended.
    ///
    /// The handler may run on a loop, so it must return within microseconds. It must not be the only holder of the
    /// stream: stream and handler would hold each other, and neither would be released. When the server stops, call
    /// `end` soon: if the body hasn't ended when the server's time for stopping is over, it is truncated.
    package func whenInterrupted(_ handler: @escaping HTTPInterruption.Handler) {
        channel.interruption.whenRaised(handler)
    }
}
