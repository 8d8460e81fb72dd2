import PassDomain
import PassEndpointKit
import PassHTTP
import PassInstruments

extension ExchangeRecorder {
    /// Records a control operation that may have changed records, rules or settings, so that a capsule can repeat it.
    ///
    /// Changes of the clock are left out, because the journal already has them.
    @inline(never)
    func recordStep(_ answer: HTTPResponse, _ exchange: Exchange, _ operation: Operation, _ namespace: Namespace) {
        guard let journal = namespace.journal, (200..<300).contains(answer.status.code), Self.changes(operation) else {
            return
        }
        journal.recordStep(
            .operation(
                JournalEntry(
                    time: exchange.now, operation: operation, request: exchange.request, response: answer)),
            at: exchange.now)
    }

    private static func changes(_ operation: Operation) -> Bool {
        switch operation {
        case .signInSubscriber, .addRule, .removeRule, .removeAllRules, .changeState, .removeState, .revokeClient,
            .mintToken, .restoreSnapshot:
            true
        default: false
        }
    }
}
