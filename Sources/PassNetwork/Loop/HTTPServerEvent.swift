package import PassHTTP

/// An event on a connection that the responder doesn't see, to be logged.
package enum HTTPServerEvent: Sendable {
    /// A request was answered without its responder, because it was malformed, exceeded a limit or took too long.
    case refused(HTTPSyntaxError, peerAddress: String)
    /// The handshake or the TLS connection failed.
    case tlsFailed(String, peerAddress: String)
    /// A connection was rejected because the server has too many connections.
    case tooManyConnections(peerAddress: String)
    /// A connection was rejected because its peer has too many connections.
    case tooManyConnectionsOfPeer(peerAddress: String)
    /// A request was rejected because too much work is waiting.
    case tooMuchWork(peerAddress: String)
    /// A connection was reset because all connections together hold as many bytes as they may, and no answer could be
    /// sent.
    case tooMuchHeld(peerAddress: String)
    /// The process or the system has no descriptors or memory left.
    ///
    /// A waiting connection is closed unanswered, or waits longer.
    case outOfDescriptors
}
