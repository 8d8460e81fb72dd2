import PassCore
import PassDomain
import PassInstruments

/// Reads the exchanges of one namespace.
struct ExchangeReader: Sendable {
    let journal: Journal
    let namespace: NamespaceName
    let indexes: JournalIndexes
    /// The name of this node; `nil` if there is only one.
    var node: String?
    /// The exchanges of this node and of the others; `nil` if no other node has answered.
    private(set) var merged: MergedJournal?
    /// The names of the nodes that didn't answer.
    private(set) var unanswered: [String] = []

    init(journal: Journal, namespace: NamespaceName, indexes: JournalIndexes, node: String? = nil) {
        self.journal = journal
        self.namespace = namespace
        self.indexes = indexes
        self.node = node
    }

    /// Adds the exchanges of other nodes.
    mutating func add(_ others: PeerJournals) {
        unanswered = others.unanswered
        guard !others.files.isEmpty else { return }
        let merged = MergedJournal(journal, node, others.files)
        unanswered += merged.unread
        self.merged = merged
    }

    /// Reads one exchange of this node, without its flow.
    func read(_ entry: JournalEntry) -> ReadExchange {
        ReadExchange(
            entry: entry, namespace: namespace, facts: ExchangeFacts(entry), node: node,
            givesLogin: Flow.givesLogin(entry))
    }

    /// Returns everything that the journals have recorded so far.
    func view() -> JournalView {
        if let merged { return JournalView(merged, namespace) }
        return JournalView(journal, namespace, indexes.index(of: journal), node: node)
    }

    /// Returns the ID of the exchange that a name means, which is an ID or the former ID of an imported exchange; `nil`
    /// if the name is neither.
    func id(_ name: String) -> ExchangeID? {
        let id = ExchangeID(name)
        if let id, knows(run: id.run) { return id }
        var imported: ExchangeID?
        (merged?.journal ?? journal).visit { entry in
            if entry.importedID?.hasSameBytes(as: name) == true { imported = entry.id }
        }
        return imported ?? id
    }

    /// Whether a run of the simulator is this node's, or has recorded exchanges of another node.
    func knows(run: UInt32) -> Bool { journal.position.run == run || merged?.origins.runs.contains(run) ?? false }

    /// Whether the journals have all exchanges since the namespace began, as far as this node knows.
    var isWhole: Bool { journal.isWhole && unanswered.isEmpty && merged?.journal.evicted ?? 0 == 0 }

    /// Whether no other node shares the namespace, as far as this node knows.
    var isAlone: Bool { merged == nil && unanswered.isEmpty }

    /// Writes the names of the nodes that didn't answer, if there are any.
    func writeUnanswered(to writer: inout JSONWriter) {
        if !unanswered.isEmpty { writer.member("unanswered", unanswered) }
    }
}
