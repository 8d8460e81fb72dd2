import PassCore
import PassCrypto
import PassHTTP
import Synchronization

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

extension Loop {
    func connection(_ token: PollToken) -> Connection? {
        let slot = Int(token.descriptor)
        guard slot < connections.count, let connection = connections[slot], connection.token == token else {
            return nil
        }
        return connection
    }

    func isOpen(_ connection: Connection) -> Bool {
        connections[connection.slot] === connection
    }

    /// Does what the poller says can be done.
    func handle(_ connection: Connection, _ events: PollEvents) {
        if events.contains(.broken) {
            dispose(connection)
            return
        }
        switch connection.stage {
        case .handshaking:
            continueHandshake(connection)
        case .lingering:
            discardInput(connection)
        case .deciding, .open:
            if connection.hasUnsent {
                sendUnsent(connection)
                if connection.hasUnsent { settle(connection) } else { resume(connection) }
            } else if connection.takesInput {
                read(connection)
            } else {
                // Taken out only now that bytes, or their end, wait: most clients send nothing while they await an answer.
                watch(connection, [])
            }
        }
    }

    /// Goes on after an answer or a pause: first with what was read before, then with what has come meanwhile.
    func resume(_ connection: Connection) {
        guard isOpen(connection) else { return }
        if !connection.hasUnsent {
            let bytes = connection.stash
            connection.stash = []
            bytes.withUnsafeBytes { process(connection, $0) }
        } else {
            flush(connection)
            settle(connection)
        }
        guard isOpen(connection), let tls = connection.tls, tls.pending > 0 else { return }
        sendCollected(of: connection)
        if isOpen(connection), connection.takesInput { read(connection) }
    }

    /// Brings what is watched for, the deadline and the connection's end into line with its state.
    func settle(_ connection: Connection) {
        guard isOpen(connection) else { return }
        if !account(connection) {
            overflow(connection)
            guard isOpen(connection) else { return }
        }
        if connection.isEnding, !connection.hasUnsent, connection.stage == .open || connection.stage == .deciding {
            end(connection)
            return
        }
        if connection.hasUnsent {
            watch(connection, connection.writeWantsRead ? .readable : .writable)
            deadlines.begin(connection.slot, .write, now: now)
        } else if connection.takesInput {
            // Not for both: bytes that can't be read before TLS has written would wake the loop over and over.
            watch(connection, connection.readWantsWrite ? .writable : .readable)
        }
    }

    func watch(_ connection: Connection, _ interest: PollEvents) {
        guard connection.interest != interest else { return }
        if (try? poller.update(connection.token, from: connection.interest, to: interest)) == nil {
            dispose(connection)
            return
        }
        connection.interest = interest
    }

    func expire(_ connection: Connection, _ kind: DeadlineLists.Kind) {
        switch kind {
        case .handshake, .linger:
            dispose(connection)
        case .write:
            if restartWriteDeadlineIfTaken(connection) { return }
            // Frees what the system holds for the peer, and tells it that the answer isn't whole.
            Sockets.resetOnClose(connection.token.descriptor)
            dispose(connection)
        case .idle, .head, .content:
            switch connection.machine.expire() {
            case .refuse(let error): refuse(connection, error)
            case .close: connection.isEnding = true
            case .read, .admit, .sendContinue, .deliver, .wait, .tunnel: break
            }
            flush(connection)
            settle(connection)
        }
    }

    /// The server stops: a connection without a request closes, another one ends with its answer.
    func drain(_ connection: Connection) {
        switch connection.stage {
        case .handshaking, .lingering:
            dispose(connection)
        case .deciding, .open:
            connection.machine.drain()
            // A request may have come that the loop hasn't seen.
            if connection.takesInput { read(connection) }
            if isOpen(connection), connection.takesInput, connection.machine.waiting == .nextRequest {
                dispose(connection)
            }
        }
    }

    /// Everything is sent: close, in stages where the peer may still be sending.
    private func end(_ connection: Connection) {
        connection.tls?.shutdown()
        if connection.inputEnded || connection.machine.endIsExpected && connection.stash.isEmpty {
            dispose(connection)
            return
        }
        Sockets.endSending(connection.token.descriptor)
        connection.stage = .lingering
        connection.stash = []
        watch(connection, .readable)
        deadlines.start(connection.slot, .linger, now: now)
    }

    private func discardInput(_ connection: Connection) {
        switch Sockets.receive(connection.token.descriptor, into: scratch) {
        case .bytes, .wouldBlock: break
        case .end, .failed: dispose(connection)
        }
    }

    func dispose(_ connection: Connection) {
        guard isOpen(connection) else { return }
        connection.tls?.shutdown()
        deadlines.cancel(connection.slot)
        poller.remove(connection.token, connection.interest)
        connections[connection.slot] = nil
        connectionCount -= 1
        shared.openConnections.subtract(1, ordering: .relaxed)
        shared.peers.leave(connection.info.peerAddress)
        if connection.charged > 0 { shared.buffered.giveBack(connection.charged) }
        connection.charged = 0
        // The session is freed before the descriptor can be given out again.
        connection.tls = nil
        close(connection.token.descriptor)
        if delays.count > 2 * connectionCount + 64 { delays.keep { self.connection($0) != nil } }
    }
}
