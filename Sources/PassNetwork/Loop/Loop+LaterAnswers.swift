import PassHTTP

extension Loop {
    /// Lets another part of the program answer the connection's request later; the answer comes through the mailbox.
    func beginLater(_ connection: Connection, _ begin: @Sendable (HTTPReply) -> Void) {
        let (token, mailbox, interruption) = (connection.token, mailbox, HTTPInterruption())
        hold(connection, .later(interruption))
        begin(HTTPReply(interruption) { mailbox.post(.reply(token, $0)) })
    }

    /// Writes the head of a response whose content is written later; the pieces come through the mailbox.
    func beginStream(
        _ connection: Connection, _ response: HTTPResponse, _ begin: @Sendable (HTTPBodyStream) -> Void
    ) {
        let (token, mailbox) = (connection.token, mailbox)
        let channel = HTTPBodyChannel(limit: shared.limits.streamBytes) { mailbox.post(.streamWritten(token)) }
        if connection.machine.beginAnswer(response, length: nil, dates, into: &output) {
            connection.machine.writePiece(response.body, into: &output)
            hold(connection, .streamed(channel))
        } else {
            connection.machine.finishAnswer()
            channel.close(because: .clientGone)
        }
        begin(HTTPBodyStream(channel))
    }

    private func hold(_ connection: Connection, _ answer: SlowAnswer) {
        connection.slow = answer
        // No deadline runs while an answer is pending, so only the probe notices a client that has vanished without
        // closing its connection.
        Sockets.probePeer(connection.token.descriptor)
        if drainDeadline != nil { drainAnswer(connection) }
    }

    /// Answers the connection's request with the response that was given later.
    func takeReply(_ connection: Connection, _ response: HTTPResponse) {
        guard case .later = connection.slow else { return }
        connection.slow = nil
        complete(connection, response)
        resume(connection)
    }

    /// Sends what was written to the connection's stream since the last call.
    func takePieces(_ connection: Connection) {
        guard case .streamed(let channel) = connection.slow else { return }
        let (bytes, end) = channel.take()
        if end == .broken, connection.hasUnsent {
            reset(connection)
            return
        }
        connection.machine.writePiece(bytes, into: &output)
        if let end {
            connection.slow = nil
            switch end {
            case .complete:
                channel.close()
                connection.machine.endStream(into: &output)
            case .broken:
                channel.close(because: .clientGone)
                connection.endsByReset = true
                connection.machine.abandonAnswer()
            }
        }
        resume(connection)
    }

    /// Tells the writer of the connection's stream how many bytes the peer hasn't taken.
    func updateStream(_ connection: Connection) {
        guard case .streamed(let channel) = connection.slow else { return }
        channel.update(unsent: connection.unsent.count - connection.unsentStart)
    }

    /// Tells the code that makes the connection's later answer that the server is stopping, and ends a stalled answer.
    func drainAnswer(_ connection: Connection) {
        switch connection.slow {
        case .stalled: dispose(connection)
        case .later(let interruption): interruption.raise(.serverStopping)
        case .streamed(let channel): channel.interruption.raise(.serverStopping)
        case .delayed, .dribbled, .resetting, .confirming, .unaccepted, nil: break
        }
    }

    /// Gives up the answer of a closed connection, and tells the code that makes it.
    func giveUpAnswer(_ connection: Connection) {
        switch connection.slow {
        case .later(let interruption): interruption.raise(.clientGone)
        case .streamed(let channel): channel.close(because: .clientGone)
        case .delayed(let response): response.receipt?.reportNothing()
        case .stalled, .dribbled, .resetting, .confirming, .unaccepted, nil: break
        }
        connection.slow = nil
    }
}
