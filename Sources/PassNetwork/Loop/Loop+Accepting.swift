import PassHTTP
import Synchronization

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

extension Loop {
    /// The most connections accepted in one turn; others wait for the next turn, so that open ones are served in
    /// between.
    private static let maximumAccepts = 64
    /// The most rejected connections that stay open so that their peers can read the 503; the others close at once.
    static let maximumRejected = 64
    /// The time for which the loop stops accepting when no descriptor is free.
    private static let pauseMilliseconds: Int64 = 100

    /// Accepts the connections that wait at a listener, as many as one turn allows.
    func acceptAll(_ listener: Listener) {
        for _ in 0..<Self.maximumAccepts {
            switch listener.accept() {
            case .success(let (descriptor, peer)):
                admit(descriptor, peer, listener)
            case .failure(let error):
                switch error.number {
                // The peer gave up, or a signal arrived: the next connection may be fine.
                case ECONNABORTED, EINTR, EPROTO: continue
                case EMFILE, ENFILE, ENOBUFS, ENOMEM:
                    shedConnection(listener)
                    return
                default: return
                }
            }
        }
    }

    /// Watches the listeners again after a pause in accepting.
    func resumeAccepting() {
        acceptsAgainAt = nil
        openSpareDescriptor()
        for listener in listeners {
            let token = PollToken(descriptor: listener.descriptor, generation: 0)
            poller.remove(token, .readable)
            // A listener that can't be watched would be lost to this loop, so the loop tries again later.
            if (try? poller.addShared(token)) == nil {
                acceptsAgainAt = now + Self.pauseMilliseconds
            }
        }
    }

    /// Opens the spare descriptor unless it is open.
    func openSpareDescriptor() {
        if spareDescriptor < 0 { spareDescriptor = open("/dev/null", O_RDONLY | O_CLOEXEC) }
    }

    /// Frees the spare descriptor to accept and close a waiting connection, or else pauses accepting.
    ///
    /// A connection that stays unaccepted would wake the loop again and again.
    private func shedConnection(_ listener: Listener) {
        shared.log?(.outOfDescriptors)
        if spareDescriptor >= 0 {
            close(spareDescriptor)
            spareDescriptor = -1
            if case .success(let (descriptor, _)) = listener.accept() { close(descriptor) }
            openSpareDescriptor()
            if spareDescriptor >= 0 { return }
        }
        for listener in listeners {
            poller.remove(PollToken(descriptor: listener.descriptor, generation: 0), .readable)
        }
        acceptsAgainAt = now + Self.pauseMilliseconds
    }

    private func admit(_ descriptor: Int32, _ peer: SocketAddress, _ listener: Listener) {
        let peerAddress = peer.host
        Sockets.prepareConnection(descriptor)
        shared.acceptedConnections.add(1, ordering: .relaxed)
        let excess = Excess(
            ofAll: shared.openConnections.add(1, ordering: .relaxed).newValue - shared.maximumConnections,
            ofPeer: shared.peers.enter(peerAddress))
        lastGeneration = lastGeneration == .max ? 1 : lastGeneration + 1
        let token = PollToken(descriptor: descriptor, generation: lastGeneration)
        let isRejectedAtOnce = excess.count > Self.maximumRejected
        if isRejectedAtOnce || (try? poller.add(token, .readable)) == nil {
            if isRejectedAtOnce { rejectAtOnce(descriptor, peerAddress, excess) }
            shared.openConnections.subtract(1, ordering: .relaxed)
            shared.peers.leave(peerAddress)
            close(descriptor)
            return
        }
        let info = HTTPConnectionInfo(
            peerAddress: peerAddress, peerPort: UInt16(exactly: peer.port),
            localAddress: listener.addressText)
        let connection = Connection(token: token, info: info)
        while connections.count <= connection.slot { connections.append(nil) }
        connections[connection.slot] = connection
        connectionCount += 1
        deadlines.restart(connection.slot, .idle, now: now)
        if excess.count > 0 { reject(connection, excess) }
    }

    /// The number of connections by which a new one exceeds the limits.
    private struct Excess {
        /// The excess over the limit of the whole server; negative or 0 while there is room.
        let ofAll: Int
        /// The excess over the limit of the peer; 0 while there is room.
        let ofPeer: Int

        var count: Int { max(ofAll, ofPeer) }
    }

    /// Answers a connection above the limits with 503, and gives its peer time to read the answer.
    private func reject(_ connection: Connection, _ excess: Excess) {
        writeRejection(connection.info.peerAddress, excess)
        connection.stage = .open
        connection.isEnding = true
        flush(connection)
        settle(connection)
    }

    /// Answers a connection above the limits with 503, for a caller that closes it at once.
    ///
    /// Input that has arrived is read first, since closing with unread bytes would send a reset. Later input isn't
    /// waited for.
    private func rejectAtOnce(_ descriptor: Int32, _ peerAddress: String, _ excess: Excess) {
        writeRejection(peerAddress, excess)
        _ = Sockets.receive(descriptor, into: scratch)
        _ = Sockets.send(descriptor, output.bytes)
        output.removeAll()
    }

    private func writeRejection(_ peerAddress: String, _ excess: Excess) {
        let isPeers = excess.ofAll <= 0
        shared.log?(
            isPeers
                ? .tooManyConnectionsOfPeer(peerAddress: peerAddress) : .tooManyConnections(peerAddress: peerAddress))
        let holder = isPeers ? "Your address" : "The server"
        var response = HTTPResponse(.serviceUnavailable, text: "\(holder) has reached its limit of open connections.\n")
        response.fields.append(.retryAfter, "1")
        HTTPResponseSerializer(method: .get, version: .http11, keepsAlive: false)
            .write(response, dates, into: &output)
    }
}
