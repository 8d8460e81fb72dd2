import PassCore
import PassNetwork

/// The log lines for connections that never bring a whole request, so that a client's mistake isn't silent.
extension RequestLog {
    /// Writes the line for an event of a connection.
    ///
    /// Example: `2031-05-14T08:30:00.250Z 127.0.0.1 - refused: The request has no Host field. (byte 0, status 400)`
    func write(_ event: HTTPServerEvent, at time: Timestamp) {
        let (peer, sentence) = Self.words(event)
        write(Note(time: time, peer: peer, sentence: sentence))
    }

    private static func words(_ event: HTTPServerEvent) -> (peer: String?, sentence: String) {
        switch event {
        case .refused(let error, let peer): (peer, "refused: \(error)")
        case .tlsFailed(let reason, let peer): (peer, "TLS failed: \(reason)")
        case .tooManyConnections(let peer): (peer, "turned away: there are too many connections")
        case .tooManyConnectionsOfPeer(let peer): (peer, "turned away: this address has too many connections")
        case .tooMuchWork(let peer): (peer, "turned away: too much work waits")
        case .tooMuchHeld(let peer):
            (peer, "reset: unfinished requests and unsent answers take as much memory as they may")
        case .outOfDescriptors: (nil, "a connection was closed unheard: no descriptors are left")
        }
    }
}
