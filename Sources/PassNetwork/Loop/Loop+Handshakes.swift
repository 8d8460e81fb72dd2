import PassCrypto
import PassHTTP

/// The deliberate fault that leaves TLS handshakes unanswered, like a server that accepts no connections.
extension Loop {
    /// The most bytes of a ClientHello that are examined.
    private static let longestHello = 16_384
    /// The milliseconds after which a ClientHello that has arrived only in part is examined again.
    private static let helloPause: Int64 = 20

    /// Leaves later handshakes of the connection's client unanswered for that time, if the connection uses TLS.
    func holdHandshakes(like connection: Connection, milliseconds: Int) {
        guard connection.tls != nil, milliseconds > 0 else { return }
        shared.unaccepted.add(
            UnacceptedClients.Client(connection.info.peerAddress, serverName: connection.info.serverName),
            until: now + Int64(min(milliseconds, 600_000)), now: now)
    }

    /// Leaves the connection unread while the handshakes of its client are to stay unanswered.
    ///
    /// The client's bytes stay in the system's buffer, as on a connection that no program has accepted. The connection
    /// has no deadline during the wait.
    ///
    /// - Returns: whether the connection is left unread.
    func holdHandshake(_ connection: Connection) -> Bool {
        let hello = UnsafeMutableRawBufferPointer(rebasing: scratch[..<min(scratch.count, Self.longestHello)])
        guard drainDeadline == nil, case .bytes(let count) = Sockets.peek(connection.token.descriptor, into: hello)
        else {
            return false
        }
        let pause: Int64
        switch ClientHelloName.read(UnsafeRawBufferPointer(rebasing: hello[..<count])) {
        case .incomplete where count < hello.count && shared.unaccepted.holds(connection.info.peerAddress, now: now):
            pause = Self.helloPause
        case .incomplete: return false
        case .name(let name):
            let client = UnacceptedClients.Client(connection.info.peerAddress, serverName: name)
            guard let due = shared.unaccepted.end(of: client, now: now) else { return false }
            pause = due - now
        }
        connection.slow = .unaccepted
        deadlines.cancel(connection.slot)
        watch(connection, connection.idleInterest)
        if isOpen(connection) { wake(connection, after: pause) }
        return true
    }

    /// Watches the connection for input again; the next read holds it back once more if its client must wait longer.
    func acceptAgain(_ connection: Connection) {
        connection.slow = nil
        deadlines.restart(connection.slot, .idle, now: now)
        watch(connection, .readable)
    }
}
