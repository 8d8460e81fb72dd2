package import PassHTTP

/// What happens to connections below the level of requests, for a log.
package enum HTTPServerEvent: Sendable {
    /// A request was answered without its responder, because it broke a rule or took too long.
    case refused(HTTPSyntaxError, peerAddress: String)
    /// The handshake or the TLS connection failed.
    case tlsFailed(String, peerAddress: String)
    /// A connection was turned away because there are too many.
    case tooManyConnections(peerAddress: String)
    /// A connection was turned away because its peer has too many.
    case tooManyConnectionsOfPeer(peerAddress: String)
    /// A request was turned away because too much work waits.
    case tooMuchWork(peerAddress: String)
    /// A connection was reset because all connections hold as many bytes as they may, and an answer couldn't be said.
    case tooMuchHeld(peerAddress: String)
    /// The process or the system has no descriptors left; the connection was closed unheard.
    case outOfDescriptors
}
