import PassCrypto
import PassHTTP

extension Loop {
    /// The first byte of a TLS handshake record (RFC 8446, section 5.1); no HTTP method begins with it.
    private static let handshakeByte: UInt8 = 0x16
    /// The most calls of receive in a row for one connection, so that a fast sender doesn't keep the others waiting.
    private static let maximumReceives = 16

    /// Reads and processes the bytes that have arrived.
    func read(_ connection: Connection) {
        if connection.stage == .detectingTLS, !detectTLS(connection) { return }
        for _ in 0..<Self.maximumReceives {
            // A queued connection already has unanswered requests, which are answered before more bytes are read.
            guard isOpen(connection), connection.takesInput, !connection.isQueued else { break }
            let kept = connection.pendingInput.count
            if kept > 0 {
                connection.pendingInput.withUnsafeBytes { scratch.copyMemory(from: $0) }
                connection.pendingInput = []
            }
            let room = UnsafeMutableRawBufferPointer(rebasing: scratch[kept...])
            let (count, hasMore): (Int?, Bool)
            if let tls = connection.tls {
                (count, hasMore) = receive(connection, tls, room)
            } else {
                (count, hasMore) = receive(connection, room)
            }
            guard let count else { return }
            process(connection, UnsafeRawBufferPointer(rebasing: scratch[..<(kept + count)]))
            if !hasMore {
                acknowledgePart(connection)
                return
            }
            sendCollected(of: connection)
        }
        // The poller doesn't know of bytes that TLS has already taken from the socket.
        if isOpen(connection), connection.takesInput, let tls = connection.tls, tls.pending > 0 { enqueue(connection) }
        settle(connection)
    }

    /// Acknowledges at once the part of an incomplete request that has arrived.
    ///
    /// Many clients send head and content in two calls. Nagle's algorithm holds the second back until the first is
    /// acknowledged (RFC 1122, section 4.2.3.4), and the system would delay that acknowledgement by 40 milliseconds. A
    /// complete request needs no separate acknowledgement, because its answer carries one.
    private func acknowledgePart(_ connection: Connection) {
        guard isOpen(connection), connection.takesInput else { return }
        switch connection.machine.waiting {
        case .head, .content: Sockets.acknowledgeNow(connection.token.descriptor)
        case .nextRequest, .answer, .end: break
        }
    }

    /// Decides between TLS and plain HTTP by the first byte.
    ///
    /// The byte isn't consumed, so that OpenSSL gets the whole ClientHello.
    ///
    /// - Returns: whether plain HTTP can be read now.
    private func detectTLS(_ connection: Connection) -> Bool {
        var byte: UInt8 = 0
        switch Sockets.peek(connection.token.descriptor, &byte) {
        case .bytes where byte == Self.handshakeByte && shared.tls != nil:
            if shared.unaccepted.isEmpty || !holdHandshake(connection) { startHandshake(connection) }
            return false
        case .bytes:
            connection.stage = .open
            return true
        case .wouldBlock:
            settle(connection)
            return false
        case .end, .failed:
            dispose(connection)
            return false
        }
    }

    /// Receives bytes on a connection without TLS.
    ///
    /// - Returns: how many bytes arrived (`nil` if the connection is closed), and whether more bytes may already be there.
    private func receive(_ connection: Connection, _ room: UnsafeMutableRawBufferPointer) -> (Int?, Bool) {
        switch Sockets.receive(connection.token.descriptor, into: room) {
        case .bytes(let count):
            return (count, count == room.count)
        case .wouldBlock:
            return (0, false)
        case .end:
            connection.inputEnded = true
            connection.machine.endInput()
            return (0, false)
        case .failed:
            dispose(connection)
            return (nil, false)
        }
    }

    private func receive(
        _ connection: Connection, _ tls: TLSSession, _ room: UnsafeMutableRawBufferPointer
    ) -> (Int?, Bool) {
        var count = 0
        connection.readWantsWrite = false
        while count < room.count {
            switch tls.read(into: UnsafeMutableRawBufferPointer(rebasing: room[count...])) {
            case .bytes(let more):
                count += more
                // When the session has no bytes left, another read would only say so. The poller reports new bytes.
                if tls.pending == 0 { return (count, false) }
            case .wantRead:
                return (count, false)
            case .wantWrite:
                connection.readWantsWrite = true
                return (count, false)
            case .closed:
                connection.inputEnded = true
                connection.machine.endInput()
                return (count, false)
            case .failed(let error):
                fail(connection, error)
                return (nil, false)
            }
        }
        return (count, true)
    }

    func startHandshake(_ connection: Connection) {
        guard let context = shared.tls else { preconditionFailure("TLS is detected only where there is a context") }
        do {
            // A client that connects to an IP address can't name it in the ClientHello (RFC 6066, section 3).
            let (tunnelHost, descriptor) = (connection.info.tunnelHost, connection.token.descriptor)
            connection.tls = try TLSSession(accepting: context, descriptor: descriptor) {
                tunnelHost ?? SocketAddress.local(of: descriptor)?.host
            }
            connection.stage = .handshaking
            deadlines.restart(connection.slot, .handshake, now: now)
            continueHandshake(connection)
        } catch {
            fail(connection, error)
        }
    }

    /// Continues the TLS handshake as far as it can without waiting.
    func continueHandshake(_ connection: Connection) {
        guard let tls = connection.tls else { preconditionFailure("a handshake has a session") }
        switch tls.handshake() {
        case .done:
            let info = connection.info
            connection.info = HTTPConnectionInfo(
                scheme: .https, peerAddress: info.peerAddress, peerPort: info.peerPort,
                localAddress: info.localAddress, tunnelHost: info.tunnelHost, serverName: tls.serverName)
            connection.stage = .open
            deadlines.restart(connection.slot, .idle, now: now)
            settle(connection)
            // The first request often arrives together with the last bytes of the handshake.
            if isOpen(connection) { read(connection) }
        case .wantRead:
            watch(connection, .readable)
        case .wantWrite:
            watch(connection, .writable)
        case .closed:
            dispose(connection)
        case .failed(let error):
            fail(connection, error)
        }
    }

    /// Closes a connection that broke during its handshake, and logs the alert that the client sent, if there is one.
    ///
    /// A client that doesn't trust the certificate says so in an alert, then resets the connection.
    func endBrokenHandshake(_ connection: Connection) {
        if case .failed(let error)? = connection.tls?.handshake(), error.code != .connectionLost {
            fail(connection, error)
        } else {
            dispose(connection)
        }
    }

    /// Logs a failure of TLS and closes the connection.
    func fail(_ connection: Connection, _ error: CryptoError) {
        shared.log?(.tlsFailed(error.description, peerAddress: connection.info.peerAddress))
        dispose(connection)
    }
}
