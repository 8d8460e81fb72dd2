import PassHTTP

/// The delivery reports of answers with a delay or a fault, which go to the answers' receipts.
///
/// The watched answer is the one in `Connection.outgoing`.
extension Loop {
    /// The most bytes that the system is certain to accept at once for a peer that has taken all earlier ones.
    private static let certainBytes = 16_384

    /// Begins to watch an answer that was written, if it has a receipt.
    func begin(
        _ response: HTTPResponse, _ result: DeliveryReport.Result, head: Int, content: Int, written: Int,
        on connection: Connection
    ) {
        // An earlier answer on the connection is still watched if the peer has ended its sending; it is reported now.
        if connection.outgoing != nil { reportReceived(connection) }
        connection.outgoing = response.receipt.map { receipt in
            OutgoingAnswer(receipt, result, headBytes: head, contentLength: content, writtenBytes: written)
        }
    }

    /// Sends what was just written of the watched answer, if there is one.
    ///
    /// An answer that the system is certain to accept is reported before it is sent, so that a client that has received
    /// the answer finds it in the journal.
    func sendOutgoing(_ connection: Connection) {
        guard let outgoing = connection.outgoing else { return }
        if !outgoing.isLastOfConnection {
            outgoing.needsAcknowledgement = Sockets.peerHasEnded(connection.token.descriptor)
            if !connection.hasUnsent, output.count - collectedBytes <= Self.certainBytes { reportSent(connection) }
        }
        flush(connection)
        if isOpen(connection), !connection.hasUnsent { reportSent(connection) }
    }

    /// Reports that all of the watched answer is sent, unless the report must wait for the connection's end or for the
    /// peer's acknowledgement.
    func reportSent(_ connection: Connection) {
        guard let outgoing = connection.outgoing, !outgoing.isLastOfConnection, !outgoing.needsAcknowledgement else {
            return
        }
        connection.outgoing = nil
        outgoing.isCarriedOut = true
        outgoing.report(missing: 0)
    }

    /// Reports the watched answer, all of which was written, before its connection ends.
    ///
    /// - Returns: whether the connection can end now; if not, it ends when the peer's system has the answer.
    func reportBeforeEnd(_ connection: Connection) -> Bool {
        guard let outgoing = connection.outgoing else { return true }
        if outgoing.needsAcknowledgement || Sockets.peerHasEnded(connection.token.descriptor) {
            connection.stage = .lingering
            connection.slow = .confirming
            deadlines.restart(connection.slot, .linger, now: now)
            watch(connection, [])
            endWhenReceived(connection)
            return false
        }
        connection.outgoing = nil
        outgoing.isCarriedOut = true
        outgoing.report(missing: 0)
        return true
    }

    /// Ends the connection once the peer's system has the watched answer.
    ///
    /// A peer that has ended its sending may just have no more requests, or it may have gone. In the second case, its
    /// system breaks the connection. The `linger` deadline limits the wait.
    func endWhenReceived(_ connection: Connection) {
        guard isOpen(connection) else { return }
        if Sockets.unacknowledged(connection.token.descriptor) == 0 {
            reportReceived(connection)
            connection.slow = nil
            connection.stage = .open
            end(connection)
        } else {
            wake(connection, after: Self.receivedPause)
        }
    }

    /// Reports how much of the watched answer the peer's system has acknowledged.
    private func reportReceived(_ connection: Connection) {
        guard let outgoing = connection.outgoing else { return }
        connection.outgoing = nil
        let missing = Sockets.unacknowledged(connection.token.descriptor)
        outgoing.isCarriedOut = missing == 0
        outgoing.report(missing: missing)
    }

    /// Reports the watched answer of a connection that is closed now.
    func reportEnd(_ connection: Connection) {
        guard let outgoing = connection.outgoing else { return }
        connection.outgoing = nil
        let unsent = connection.unsent.count - connection.unsentStart
        if outgoing.isStalled, unsent == 0 { outgoing.isCarriedOut = true }
        outgoing.report(missing: unsent + Sockets.unacknowledged(connection.token.descriptor))
    }
}
