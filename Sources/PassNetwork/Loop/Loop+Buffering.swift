import PassCore
import PassHTTP

extension Loop {
    /// The bytes that each connection may hold without taking them from the server's account of buffered bytes.
    ///
    /// Thanks to these bytes, small requests that arrive in several pieces are answered even when the account is used
    /// up.
    private static let unaccountedBytes = 4_096

    /// Takes bytes from the account or gives them back, so that the connection's charge matches what it now holds.
    ///
    /// - Returns: `false` if the account has too few bytes left.
    func updateCharge(_ connection: Connection) -> Bool {
        switch connection.machine.waiting {
        case .content: connection.contentBytes = connection.machine.contentBytes
        // The content is still in use: its request is being answered.
        case .answer: break
        case .nextRequest, .head, .end: connection.contentBytes = 0
        }
        let due = max(0, connection.heldBytes - Self.unaccountedBytes)
        if due == connection.charged { return true }
        if due < connection.charged {
            shared.buffered.giveBack(connection.charged - due)
        } else if !shared.buffered.take(due - connection.charged) {
            return false
        }
        connection.charged = due
        return true
    }

    /// Ends a connection for whose bytes the account has no room: with 503 if an answer can be sent, else with a reset.
    func overflow(_ connection: Connection) {
        shared.log?(.tooMuchHeld(peerAddress: connection.info.peerAddress))
        let isReading =
            switch connection.machine.waiting {
            case .head, .content: !connection.hasUnsent
            case .nextRequest, .answer, .end: false
            }
        if isReading, case .refuse(let error) = connection.machine.overflow() {
            connection.pendingInput = []
            answer(connection, error)
            flush(connection)
            if updateCharge(connection) { return }
        }
        reset(connection)
    }
}
