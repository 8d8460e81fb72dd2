import PassCrypto
import PassHTTP

/// Answers for one connection in the loop's output that wait for the answers of others, to be sent one after the other.
struct CollectedAnswers {
    let connection: Connection
    /// Where they end in the output; they begin where the ones before them end.
    let end: Int
    let restartsDeadline: Bool
}

extension Loop {
    /// How many connections' answers, and how many bytes of them, are collected: no peer waits long for those of others.
    private static let mostCollected = 16
    private static let mostCollectedBytes = 16_384

    /// How many bytes the output begins with that were collected.
    var collectedBytes: Int { collected.last?.end ?? 0 }

    /// Has the answers that were written for the connection sent at the end of the turn, and sees to the connection then.
    ///
    /// Each answer that is sent may wake its peer, which costs more than the sending. Clients that wait for several answers,
    /// as a browser's or a test's many connections do, are woken once by answers that are sent in a row.
    func collect(_ connection: Connection, restartsDeadline: Bool) {
        guard output.count > collectedBytes else {
            finishTurn(connection, restartsDeadline: restartsDeadline)
            return
        }
        collected.append(
            CollectedAnswers(connection: connection, end: output.count, restartsDeadline: restartsDeadline))
        if collected.count >= Self.mostCollected || output.count >= Self.mostCollectedBytes { sendCollected() }
    }

    /// Sends what was collected.
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

    /// Sends what was collected if the last of it is the connection's, which is about to be read from again.
    func sendCollected(of connection: Connection) {
        if collected.last?.connection === connection { sendCollected() }
    }

    private func finishTurn(_ connection: Connection, restartsDeadline: Bool) {
        if isOpen(connection), !connection.hasUnsent { updateDeadline(connection, restart: restartsDeadline) }
        settle(connection)
    }

    /// Sends what was written for the connection and isn't collected.
    func flush(_ connection: Connection) {
        let start = collectedBytes
        guard output.count > start else { return }
        send(UnsafeRawBufferPointer(rebasing: output.bytes[start...]), to: connection)
        output.removeAll(behind: start)
    }

    /// Sends the bytes, and keeps what the peer doesn't take.
    private func send(_ bytes: UnsafeRawBufferPointer, to connection: Connection) {
        if connection.hasUnsent {
            connection.unsent.append(contentsOf: bytes)
        } else if let sent = write(connection, bytes), sent < bytes.count {
            connection.unsent = Array(bytes[sent...])
            connection.unsentStart = 0
            connection.takenAtDeadlineStart = taken(connection)
            // The answers may have taken a while, which is not the peer's.
            now = MonotonicClock.milliseconds
        }
    }

    /// Sends on what the peer didn't take before.
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
        } else {
            restartWriteDeadlineIfTaken(connection)
        }
    }

    /// Starts the write deadline anew where the peer has taken enough since it began.
    ///
    /// The poller alone doesn't tell: the system waits until much of what it holds is taken, up to a megabyte, before it
    /// says that more can be sent.
    ///
    /// - Returns: whether it did.
    @discardableResult
    func restartWriteDeadlineIfTaken(_ connection: Connection) -> Bool {
        let taken = taken(connection)
        guard taken - connection.takenAtDeadlineStart >= shared.limits.writeBytes else { return false }
        connection.takenAtDeadlineStart = taken
        deadlines.start(connection.slot, .write, now: now)
        return true
    }

    /// How much of the unsent bytes the peer's system has; negative while it is still at what was sent before them.
    private func taken(_ connection: Connection) -> Int {
        connection.unsentStart - Sockets.unacknowledged(connection.token.descriptor)
    }

    /// - Returns: how many bytes the peer took; `nil` when the connection had to be closed.
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
