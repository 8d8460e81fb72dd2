import PassDomain
import PassInstruments

/// Reads the exchanges of one namespace.
struct ExchangeReader: Sendable {
    let journal: Journal
    let namespace: NamespaceName
    let indexes: JournalIndexes

    /// Reads one exchange, without its flow.
    func read(_ entry: JournalEntry) -> ReadExchange {
        ReadExchange(entry: entry, namespace: namespace, facts: ExchangeFacts(entry))
    }

    /// Returns everything that the journal has recorded so far.
    func view() -> JournalView { JournalView(journal, namespace, indexes.index(of: journal)) }
}
