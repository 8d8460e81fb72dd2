import PassHTTP

extension Loop {
    /// The milliseconds between two checks of whether a connection can end because the peer's system has received
    /// everything.
    static let receivedPause: Int64 = 2

    /// Takes the answer to the outstanding request; writes it into the output now, or later if it has a delay or a
    /// fault.
    func complete(_ connection: Connection, _ response: HTTPResponse) {
        if response.delivery.isImmediate {
            connection.machine.answer(response, dates, into: &output)
        } else {
            completeSpecially(connection, response)
        }
    }

    /// Takes an answer that has a delay or a fault.
    ///
    /// The answer is written in a turn of its own, even without a delay. By then, the answers before it have been sent,
    /// and those after it aren't written yet. The loop therefore knows how much of this answer was sent, at whatever
    /// byte the connection ends.
    @inline(never)
    private func completeSpecially(_ connection: Connection, _ response: HTTPResponse) {
        connection.slow = .delayed(response)
        wake(connection, after: Int64(min(max(0, response.delivery.delayMilliseconds), 600_000)))
    }

    /// Continues the connection's answer after a pause.
    func continueAnswer(_ connection: Connection) {
        switch connection.slow {
        case .delayed(let response):
            connection.slow = nil
            send(connection, response, with: response.delivery.fault)
            sendOutgoing(connection)
            resume(connection)
        case .dribbled(let dribble):
            writeNext(dribble, to: connection)
            sendOutgoing(connection)
            resume(connection)
        case .stalled: dispose(connection)
        case .resetting: resetWhenReceived(connection)
        case .confirming: endWhenReceived(connection)
        case .unaccepted: acceptAgain(connection)
        case .later, .streamed, nil: break
        }
    }

    /// Writes the answer, or a part of it, with its deliberate fault.
    private func send(_ connection: Connection, _ response: HTTPResponse, with fault: TransportFault?) {
        switch fault {
        case nil:
            write(.everything, of: response, to: connection, .whole)
            connection.outgoing?.isLastOfConnection = false
            connection.machine.finishAnswer()
        case .reset(let part):
            write(part, of: response, to: connection, .reset)
            connection.endsByReset = true
            connection.machine.abandonAnswer()
        case .close(let part):
            write(part, of: response, to: connection, .closed)
            connection.machine.abandonAnswer()
        case .stall(let part):
            stall(connection, part, of: response)
        case .neverAccept(let milliseconds):
            holdHandshakes(like: connection, milliseconds: milliseconds)
            stall(connection, .nothing, of: response)
        case .dribble(let bytes, let milliseconds):
            let start = output.count
            write(.everything, of: response, to: connection, .whole)
            let dribble = Dribble(
                Array(output.bytes[start...]), pieceBytes: bytes, interval: milliseconds,
                limit: shared.limits.faultMilliseconds)
            output.truncate(to: start)
            writeNext(dribble, to: connection)
        case .wrongLength(let difference):
            write(.everything, of: response, to: connection, .wrongLength, lengthDifference: difference)
            if difference > 0 {
                connection.machine.abandonAnswer()
            } else {
                connection.outgoing?.isLastOfConnection = false
                connection.machine.finishAnswer()
            }
        case .garbage:
            output.append(response.body)
            let count = response.body.count
            begin(response, .garbage, head: 0, content: count, written: count, on: connection)
            connection.machine.abandonAnswer()
        }
    }

    /// Writes a part of the answer, and nothing more until its connection ends.
    private func stall(_ connection: Connection, _ part: TransportFault.Part, of response: HTTPResponse) {
        write(part, of: response, to: connection, .stalled)
        if drainDeadline == nil {
            connection.slow = .stalled
            wake(connection, after: Int64(shared.limits.faultMilliseconds))
        } else {
            connection.machine.abandonAnswer()
        }
    }

    /// Writes a part of the answer, which the connection's state machine still treats as outstanding.
    private func write(
        _ part: TransportFault.Part, of response: HTTPResponse, to connection: Connection,
        _ result: DeliveryReport.Result, lengthDifference: Int = 0
    ) {
        let start = output.count
        let count = response.body.count
        let length = max(0, count + min(lengthDifference, .max - count))
        let hasContent = connection.machine.beginAnswer(response, length: length, dates, into: &output)
        let head = output.count - start
        if hasContent { output.append(response.body) }
        let written = part.length(head: head, all: output.count - start)
        begin(response, result, head: head, content: hasContent ? count : 0, written: written, on: connection)
        output.truncate(to: start + written)
    }

    /// Writes the next piece of a dribbled answer, unless the peer hasn't taken all of the previous one yet.
    private func writeNext(_ dribble: Dribble, to connection: Connection) {
        var dribble = dribble
        if !connection.hasUnsent { dribble.writeNext(into: &output) }
        connection.outgoing?.writtenBytes = dribble.writtenBytes
        if dribble.isComplete {
            connection.slow = nil
            connection.outgoing?.isLastOfConnection = false
            connection.machine.finishAnswer()
        } else {
            connection.slow = .dribbled(dribble)
            wake(connection, after: dribble.interval)
        }
    }

    /// Ends the connection with a reset that doesn't destroy bytes sent before it.
    ///
    /// A reset makes the system drop the bytes that it still holds for the peer. The reset therefore waits until the
    /// peer's system has acknowledged these bytes, or until the `linger` deadline expires.
    func endByReset(_ connection: Connection) {
        connection.stage = .lingering
        connection.pendingInput = []
        connection.slow = .resetting
        connection.outgoing?.isCarriedOut = true
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
            wake(connection, after: Self.receivedPause)
        }
    }

    /// Has `continueAnswer` called after that many milliseconds.
    func wake(_ connection: Connection, after milliseconds: Int64) {
        delays.insert(DelayHeap.Entry(due: now + milliseconds, token: connection.token))
    }
}
