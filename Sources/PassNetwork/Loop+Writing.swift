import PassCrypto
import PassHTTP

extension Loop {
    /// Sends what the loop's output holds for the connection, and keeps what the peer doesn't take.
    func flush(_ connection: Connection) {
        guard output.count > 0 else { return }
        if connection.hasUnsent {
            connection.unsent.append(contentsOf: output.bytes)
        } else if let sent = write(connection, output.bytes), sent < output.count {
            connection.unsent = Array(output.bytes[sent...])
            connection.unsentStart = 0
            connection.takenAtDeadlineStart = taken(connection)
            // The answers may have taken a while, which is not the peer's.
            now = MonotonicClock.milliseconds
        }
        output.removeAll()
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
