import PassCore
import PassNetwork

/// The log lines for connections that never send a complete request, so that a client's mistake is visible.
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
        case .tooManyConnections(let peer): (peer, "refused: there are too many connections")
        case .tooManyConnectionsOfPeer(let peer): (peer, "refused: this address has too many connections")
        case .tooMuchWork(let peer): (peer, "refused: the queue of requests is full (limits.queuedWork)")
        case .tooMuchHeld(let peer):
            (peer, "refused or reset: unfinished requests and unsent answers have reached limits.bufferedBytes")
        case .outOfDescriptors: (nil, "a connection was closed at once: the process has no free file descriptors")
        }
    }
}
