import PassHTTP

extension Loop {
    /// The time between two looks at whether the peer's system has received everything before a reset.
    private static let resetPause: Int64 = 2

    /// Takes the answer to the outstanding request, and writes it now or when its delay is over.
    func complete(_ connection: Connection, _ response: HTTPResponse) {
        if response.delivery.isImmediate {
            send(connection, response)
        } else {
            completeSpecially(connection, response)
        }
    }

    /// Writes the answer into the output, which the caller sends.
    private func send(_ connection: Connection, _ response: HTTPResponse) {
        connection.machine.answer(response, dates, into: &output)
    }

    /// Takes an answer that has a delay or a fault.
    @inline(never)
    private func completeSpecially(_ connection: Connection, _ response: HTTPResponse) {
        let delay = response.delivery.delayMilliseconds
        if delay != 0 {
            connection.slow = .delayed(response)
            wake(connection, after: Int64(min(max(0, delay), 600_000)))
        } else if let fault = response.delivery.fault {
            send(connection, response, with: fault)
        }
    }

    /// Goes on with the connection's answer after a pause.
    func continueAnswer(_ connection: Connection) {
        switch connection.slow {
        case .delayed(let response):
            connection.slow = nil
            if let fault = response.delivery.fault {
                send(connection, response, with: fault)
            } else {
                send(connection, response)
            }
            resume(connection)
        case .dribbled(let dribble):
            writeNext(dribble, to: connection)
            resume(connection)
        case .stalled: dispose(connection)
        case .resetting: resetWhenReceived(connection)
        case .later, .streamed, nil: break
        }
    }

    /// Writes the answer, or a part of it, with a deliberate fault.
    private func send(_ connection: Connection, _ response: HTTPResponse, with fault: TransportFault) {
        switch fault {
        case .reset(let part):
            write(part, of: response, to: connection)
            connection.endsByReset = true
            connection.machine.abandonAnswer()
        case .close(let part):
            write(part, of: response, to: connection)
            connection.machine.abandonAnswer()
        case .stall(let part):
            write(part, of: response, to: connection)
            if drainDeadline == nil {
                connection.slow = .stalled
                wake(connection, after: Int64(shared.limits.faultMilliseconds))
            } else {
                connection.machine.abandonAnswer()
            }
        case .dribble(let bytes, let milliseconds):
            let start = output.count
            write(.everything, of: response, to: connection)
            let dribble = Dribble(
                Array(output.bytes[start...]), pieceBytes: bytes, interval: milliseconds,
                limit: shared.limits.faultMilliseconds)
            output.truncate(to: start)
            writeNext(dribble, to: connection)
        case .wrongLength(let difference):
            write(.everything, of: response, to: connection, lengthDifference: difference)
            if difference > 0 { connection.machine.abandonAnswer() } else { connection.machine.finishAnswer() }
        case .garbage:
            output.append(response.body)
            connection.machine.abandonAnswer()
        }
    }

    /// Writes a part of the answer, which stays outstanding.
    private func write(
        _ part: TransportFault.Part, of response: HTTPResponse, to connection: Connection, lengthDifference: Int = 0
    ) {
        let start = output.count
        let count = response.body.count
        let length = max(0, count + min(lengthDifference, .max - count))
        let hasContent = connection.machine.beginAnswer(response, length: length, dates, into: &output)
        let head = output.count - start
        if hasContent { output.append(response.body) }
        output.truncate(to: start + part.length(head: head, all: output.count - start))
    }

    /// Writes the next piece of a dribbled answer, unless the peer hasn't taken the last one yet.
    private func writeNext(_ dribble: Dribble, to connection: Connection) {
        var dribble = dribble
        if !connection.hasUnsent { dribble.writeNext(into: &output) }
        if dribble.isComplete {
            connection.slow = nil
            connection.machine.finishAnswer()
        } else {
            connection.slow = .dribbled(dribble)
            wake(connection, after: dribble.interval)
        }
    }

    /// Ends the connection with a reset that destroys nothing of what was sent before.
    ///
    /// A reset makes the system drop the bytes that it still holds for the peer. So it waits until the peer's system
    /// has acknowledged them, at most as long as the peer has to read a last answer.
    func endByReset(_ connection: Connection) {
        connection.stage = .lingering
        connection.pendingInput = []
        connection.slow = .resetting
        Sockets.resetOnClose(connection.token.descriptor)
        connection.tls = nil
        deadlines.restart(connection.slot, .linger, now: now)
        resetWhenReceived(connection)
    }

    private func resetWhenReceived(_ connection: Connection) {
        if Sockets.unacknowledged(connection.token.descriptor) == 0 {
            dispose(connection)
        } else {
            watch(connection, .readable)
            wake(connection, after: Self.resetPause)
        }
    }

    /// Has `continueAnswer` called after that many milliseconds.
    private func wake(_ connection: Connection, after milliseconds: Int64) {
        delays.insert(DelayHeap.Entry(due: now + milliseconds, token: connection.token))
    }
}
