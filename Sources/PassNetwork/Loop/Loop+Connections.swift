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
    /// Returns the connection that the token names; `nil` if it is gone.
    func connection(_ token: PollToken) -> Connection? {
        let slot = Int(token.descriptor)
        guard slot < connections.count, let connection = connections[slot], connection.token == token else {
            return nil
        }
        return connection
    }

    /// Whether the connection is still in the loop's table, and so hasn't been closed.
    func isOpen(_ connection: Connection) -> Bool {
        connections[connection.slot] === connection
    }

    /// Handles the events that the poller reports for a connection.
    func handle(_ connection: Connection, _ events: PollEvents) {
        if events.contains(.broken), case .handshaking = connection.stage {
            endBrokenHandshake(connection)
            return
        }
        if events.contains(.broken) || events.contains(.ended) && connection.slow?.endsWithPeer == true {
            dispose(connection)
            return
        }
        switch connection.stage {
        case .handshaking:
            continueHandshake(connection)
        case .lingering:
            discardInput(connection)
        case .detectingTLS, .open:
            if connection.hasUnsent {
                sendUnsent(connection)
                if connection.hasUnsent { settle(connection) } else { resume(connection) }
            } else if connection.takesInput {
                read(connection)
            } else {
                // The connection takes no input now, so the loop stops watching for it. That costs a system call, which
                // is made only when input has arrived or ended: most clients send nothing while they wait for an
                // answer.
                watch(connection, connection.idleInterest)
            }
        }
    }

    /// Continues the connection after an answer or a pause: first with bytes that were read before, then with new ones.
    func resume(_ connection: Connection) {
        guard isOpen(connection) else { return }
        if !connection.hasUnsent {
            let bytes = connection.pendingInput
            connection.pendingInput = []
            bytes.withUnsafeBytes { process(connection, $0) }
        } else {
            flush(connection)
            settle(connection)
        }
        guard isOpen(connection), let tls = connection.tls, tls.pending > 0 else { return }
        sendCollected(of: connection)
        if isOpen(connection), connection.takesInput { read(connection) }
    }

    /// Brings the watched events, the deadline and the connection's end into line with the connection's state.
    func settle(_ connection: Connection) {
        guard isOpen(connection) else { return }
        if !updateCharge(connection) {
            overflow(connection)
            guard isOpen(connection) else { return }
        }
        if connection.slow != nil { updateStream(connection) }
        if connection.isEnding, !connection.hasUnsent, connection.stage == .open || connection.stage == .detectingTLS {
            end(connection)
            return
        }
        if connection.hasUnsent {
            watch(connection, connection.idleInterest.union(connection.writeWantsRead ? .readable : .writable))
            deadlines.startUnlessRunning(connection.slot, .write, now: now)
        } else if connection.takesInput {
            // Only one of the two events is watched: bytes that can't be read before TLS has written would wake the
            // loop over and over.
            watch(connection, connection.readWantsWrite ? .writable : .readable)
        } else if case let interest = connection.idleInterest, !interest.isEmpty {
            watch(connection, interest)
        }
    }

    /// Changes the events for which the poller watches a connection; a failure closes the connection.
    func watch(_ connection: Connection, _ interest: PollEvents) {
        guard connection.interest != interest else { return }
        if (try? poller.update(connection.token, from: connection.interest, to: interest)) == nil {
            dispose(connection)
            return
        }
        connection.interest = interest
    }

    /// Handles the expiry of a deadline.
    func expire(_ connection: Connection, _ kind: DeadlineLists.Kind) {
        switch kind {
        case .handshake, .linger:
            dispose(connection)
        case .write:
            if restartWriteDeadlineIfTaken(connection) { return }
            reset(connection)
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

    /// Prepares a connection for the server's stop: it closes after its current answer, or now if there is no request.
    func drain(_ connection: Connection) {
        if case .unaccepted = connection.slow {
            dispose(connection)
            return
        }
        switch connection.stage {
        case .handshaking, .lingering:
            dispose(connection)
        case .detectingTLS, .open:
            connection.machine.drain()
            drainAnswer(connection)
            // A request that the loop hasn't seen may have arrived.
            if connection.takesInput { read(connection) }
            if isOpen(connection), connection.takesInput, connection.machine.waiting == .nextRequest {
                dispose(connection)
            }
        }
    }

    /// Closes a connection after everything is sent, in stages if the peer may still be sending.
    func end(_ connection: Connection) {
        if connection.endsByReset {
            endByReset(connection)
            return
        }
        if connection.outgoing != nil, !reportBeforeEnd(connection) { return }
        connection.tls?.shutdown()
        if connection.inputEnded || connection.machine.endIsExpected && connection.pendingInput.isEmpty {
            dispose(connection)
            return
        }
        Sockets.endSending(connection.token.descriptor)
        connection.stage = .lingering
        connection.pendingInput = []
        watch(connection, .readable)
        deadlines.restart(connection.slot, .linger, now: now)
    }

    private func discardInput(_ connection: Connection) {
        switch Sockets.receive(connection.token.descriptor, into: scratch) {
        case .bytes, .wouldBlock: break
        case .end:
            // A reset still waits until the peer's system has received everything, or for the deadline.
            if case .resetting? = connection.slow { watch(connection, []) } else { dispose(connection) }
        case .failed: dispose(connection)
        }
    }

    /// Closes a connection at once, with a reset.
    ///
    /// The reset frees what the system holds for the peer, and tells the peer that the answer is truncated.
    func reset(_ connection: Connection) {
        // A TLS session would send close_notify, which makes the end look orderly.
        connection.tls = nil
        Sockets.resetOnClose(connection.token.descriptor)
        dispose(connection)
    }

    /// Closes a connection at once and releases everything that it holds.
    func dispose(_ connection: Connection) {
        guard isOpen(connection) else { return }
        // The delivery of an answer is reported before the peer can see the connection's end.
        if connection.outgoing != nil { reportEnd(connection) }
        connection.tls?.shutdown()
        deadlines.cancel(connection.slot)
        poller.remove(connection.token, connection.interest)
        connections[connection.slot] = nil
        connectionCount -= 1
        shared.openConnections.subtract(1, ordering: .relaxed)
        shared.peers.leave(connection.info.peerAddress)
        if connection.charged > 0 { shared.buffered.giveBack(connection.charged) }
        connection.charged = 0
        // The TLS session is freed before the descriptor is closed, after which the system may reuse it.
        connection.tls = nil
        // The code that makes a later answer is told before the peer can see the connection's end.
        if connection.slow != nil { giveUpAnswer(connection) }
        close(connection.token.descriptor)
        if delays.count > 2 * connectionCount + 64 { delays.keep { self.connection($0) != nil } }
    }
}
