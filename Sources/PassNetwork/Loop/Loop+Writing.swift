import PassCrypto
import PassHTTP

/// The answers for one connection in the loop's output, kept there so that the answers of several connections are sent
/// in a row.
struct CollectedAnswers {
    let connection: Connection
    /// The offset in the output at which the answers end; they begin where the previous ones end.
    let end: Int
    let restartsDeadline: Bool
}

extension Loop {
    /// The most connections whose answers are collected, so that no peer waits long while others' answers are made.
    private static let mostCollected = 16
    /// The number of collected bytes at which the answers are sent, so that no peer waits for a long output.
    private static let mostCollectedBytes = 16_384

    /// The number of bytes at the start of the output that belong to collected answers.
    var collectedBytes: Int { collected.last?.end ?? 0 }

    /// Collects the answers that were written for the connection, to be sent by the end of the loop's turn.
    ///
    /// Sending an answer may wake the client, which costs more than the sending itself. Clients that wait for several
    /// answers, such as a browser or a test with many connections, are woken once by answers that are sent in a row.
    func collect(_ connection: Connection, restartsDeadline: Bool) {
        guard output.count > collectedBytes else {
            finishTurn(connection, restartsDeadline: restartsDeadline)
            return
        }
        collected.append(
            CollectedAnswers(connection: connection, end: output.count, restartsDeadline: restartsDeadline))
        if collected.count >= Self.mostCollected || output.count >= Self.mostCollectedBytes { sendCollected() }
    }

    /// Sends the collected answers.
    func sendCollected() {
        guard !collected.isEmpty else { return }
        var start = 0
        for answers in collected {
            let bytes = start..<answers.end
            start = answers.end
            guard isOpen(answers.connection) else { continue }
            send(UnsafeRawBufferPointer(rebasing: output.bytes[bytes]), to: answers.connection)
            finishTurn(answers.connection, restartsDeadline: answers.restartsDeadline)
        }
        collected.removeAll(keepingCapacity: true)
        output.removeAll()
    }

    /// Sends the collected answers if the last of them is for the connection, which is about to be read from again.
    func sendCollected(of connection: Connection) {
        if collected.last?.connection === connection { sendCollected() }
    }

    /// Updates the connection's deadline and state after its answers were sent.
    private func finishTurn(_ connection: Connection, restartsDeadline: Bool) {
        if isOpen(connection), !connection.hasUnsent { updateDeadline(connection, restart: restartsDeadline) }
        settle(connection)
    }

    /// Sends the bytes that were written for the connection but not collected.
    func flush(_ connection: Connection) {
        let start = collectedBytes
        guard output.count > start else { return }
        send(UnsafeRawBufferPointer(rebasing: output.bytes[start...]), to: connection)
        output.truncate(to: start)
    }

    /// Sends the bytes, and keeps those that the peer doesn't take.
    private func send(_ bytes: UnsafeRawBufferPointer, to connection: Connection) {
        if connection.hasUnsent {
            removeSent(connection)
            connection.unsent.append(contentsOf: bytes)
        } else if let sent = write(connection, bytes), sent < bytes.count {
            connection.unsent = Array(bytes[sent...])
            connection.unsentStart = 0
            connection.takenAtDeadlineStart = taken(connection)
            // Making the answers may have taken a while since `now` was read, which must not shorten the peer's
            // deadline.
            now = MonotonicClock.milliseconds
        }
    }

    /// Removes the bytes of `unsent` that the peer has taken, once they are more than half of the array.
    ///
    /// Otherwise the array would grow during a long stream, since there may always be unsent bytes.
    private func removeSent(_ connection: Connection) {
        guard connection.unsentStart > connection.unsent.count / 2 else { return }
        connection.unsent.removeFirst(connection.unsentStart)
        connection.takenAtDeadlineStart -= connection.unsentStart
        connection.unsentStart = 0
    }

    /// Sends bytes that the peer didn't take before.
    func sendUnsent(_ connection: Connection) {
        let sent = connection.unsent.withUnsafeBytes { bytes in
            write(connection, UnsafeRawBufferPointer(rebasing: bytes[connection.unsentStart...]))
        }
        guard let sent else { return }
        connection.unsentStart += sent
        if connection.unsentStart == connection.unsent.count {
            connection.unsent = []
            connection.unsentStart = 0
            deadlines.cancel(connection.slot)
            if connection.outgoing != nil { reportSent(connection) }
        } else {
            restartWriteDeadlineIfTaken(connection)
        }
    }

    /// Restarts the write deadline if the peer has taken enough bytes since the deadline began.
    ///
    /// The poller's events don't show this: the system reports that more can be sent only after the peer has taken much
    /// of what the system holds, up to a megabyte.
    ///
    /// - Returns: whether the deadline was restarted.
    @discardableResult
    func restartWriteDeadlineIfTaken(_ connection: Connection) -> Bool {
        let taken = taken(connection)
        guard taken - connection.takenAtDeadlineStart >= shared.limits.writeBytes else { return false }
        connection.takenAtDeadlineStart = taken
        deadlines.restart(connection.slot, .write, now: now)
        return true
    }

    /// Returns how many bytes of the current answers the peer's system has acknowledged.
    ///
    /// The number may be negative while bytes of earlier answers are still unacknowledged.
    private func taken(_ connection: Connection) -> Int {
        connection.unsentStart - Sockets.unacknowledged(connection.token.descriptor)
    }

    /// Writes bytes to the connection, through TLS if it has a session.
    ///
    /// - Returns: how many bytes the system took; `nil` when the connection had to be closed.
    private func write(_ connection: Connection, _ bytes: UnsafeRawBufferPointer) -> Int? {
        var sent = 0
        while sent < bytes.count {
            let rest = UnsafeRawBufferPointer(rebasing: bytes[sent...])
            guard let tls = connection.tls else {
                switch Sockets.send(connection.token.descriptor, rest) {
                case .bytes(let count): sent += count
                case .wouldBlock, .end: return sent
                case .failed:
                    dispose(connection)
                    return nil
                }
                continue
            }
            connection.writeWantsRead = false
            switch tls.write(rest) {
            case .bytes(let count): sent += count
            case .wantWrite: return sent
            case .wantRead:
                connection.writeWantsRead = true
                return sent
            case .closed:
                dispose(connection)
                return nil
            case .failed(let error):
                fail(connection, error)
                return nil
            }
        }
        return sent
    }
}
