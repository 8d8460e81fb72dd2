import PassHTTP
import Synchronization

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

extension Loop {
    /// Connections accepted in one turn; more wait for the next, so that open ones are served in between.
    private static let maximumAccepts = 64
    /// Connections above the limit that are told so and may take their time to read it; more are told and closed at once.
    static let maximumTurnedAway = 64
    private static let pauseMilliseconds: Int64 = 100

    func acceptAll(_ listener: Listener) {
        for _ in 0..<Self.maximumAccepts {
            switch listener.accept() {
            case .success(let (descriptor, peer)):
                admit(descriptor, peer.host, listener)
            case .failure(let error):
                switch error.number {
                // The peer has given up, or a signal came: the next one may be fine.
                case ECONNABORTED, EINTR, EPROTO: continue
                case EMFILE, ENFILE, ENOBUFS, ENOMEM:
                    shedConnection(listener)
                    return
                default: return
                }
            }
        }
    }

    /// Watches the listeners again after a pause without descriptors.
    func resumeAccepting() {
        acceptsAgainAt = nil
        openSpareDescriptor()
        for listener in listeners {
            let token = PollToken(descriptor: listener.descriptor, generation: 0)
            poller.remove(token, .readable)
            // Without it the listener would be lost to this loop, so try again later.
            if (try? poller.addShared(token)) == nil {
                acceptsAgainAt = now + Self.pauseMilliseconds
            }
        }
    }

    func openSpareDescriptor() {
        if spareDescriptor < 0 { spareDescriptor = open("/dev/null", O_RDONLY | O_CLOEXEC) }
    }

    /// Accepts with the spare descriptor and closes at once; a waiting connection would otherwise wake the loop forever.
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

    private func admit(_ descriptor: Int32, _ peerAddress: String, _ listener: Listener) {
        Sockets.prepareConnection(descriptor)
        let excess = Excess(
            ofAll: shared.openConnections.add(1, ordering: .relaxed).newValue - shared.maximumConnections,
            ofPeer: shared.peers.enter(peerAddress))
        lastGeneration = lastGeneration == .max ? 1 : lastGeneration + 1
        let token = PollToken(descriptor: descriptor, generation: lastGeneration)
        let isTurnedAwayAtOnce = excess.count > Self.maximumTurnedAway
        if isTurnedAwayAtOnce || (try? poller.add(token, .readable)) == nil {
            if isTurnedAwayAtOnce { turnAwayAtOnce(descriptor, peerAddress, excess) }
            shared.openConnections.subtract(1, ordering: .relaxed)
            shared.peers.leave(peerAddress)
            close(descriptor)
            return
        }
        let connection = Connection(token: token, info: info(peerAddress, listener.address.description))
        while connections.count <= connection.slot { connections.append(nil) }
        connections[connection.slot] = connection
        connectionCount += 1
        deadlines.start(connection.slot, .idle, now: now)
        if excess.count > 0 { turnAway(connection, excess) }
    }

    /// By how many connections a new one is above the limits.
    private struct Excess {
        /// Negative or 0 while there is room.
        let ofAll: Int
        /// 0 while the peer has room.
        let ofPeer: Int

        var count: Int { max(ofAll, ofPeer) }
    }

    /// What a plain connection says of itself: the same object as for the last one where it says the same, since thousands
    /// of connections come from one machine.
    private func info(_ peerAddress: String, _ localAddress: String) -> HTTPConnectionInfo {
        if let lastInfo, lastInfo.peerAddress == peerAddress, lastInfo.localAddress == localAddress { return lastInfo }
        let info = HTTPConnectionInfo(peerAddress: peerAddress, localAddress: localAddress)
        lastInfo = info
        return info
    }

    private func turnAway(_ connection: Connection, _ excess: Excess) {
        writeRefusal(connection.info.peerAddress, excess)
        connection.stage = .open
        connection.isEnding = true
        flush(connection)
        settle(connection)
    }

    /// Takes what has come, since closing with unread bytes would send a reset, and what comes later isn't waited for.
    private func turnAwayAtOnce(_ descriptor: Int32, _ peerAddress: String, _ excess: Excess) {
        writeRefusal(peerAddress, excess)
        _ = Sockets.receive(descriptor, into: scratch)
        _ = Sockets.send(descriptor, output.bytes)
        output.removeAll()
    }

    private func writeRefusal(_ peerAddress: String, _ excess: Excess) {
        let isPeers = excess.ofAll <= 0
        shared.log?(
            isPeers
                ? .tooManyConnectionsOfPeer(peerAddress: peerAddress) : .tooManyConnections(peerAddress: peerAddress))
        let holder = isPeers ? "Your address" : "The server"
        var response = HTTPResponse(.serviceUnavailable, text: "\(holder) has as many connections as it may.\n")
        response.fields.append(.retryAfter, "1")
        HTTPResponseSerializer(method: .get, version: .http11, keepsAlive: false)
            .write(response, dates, into: &output)
    }
}
