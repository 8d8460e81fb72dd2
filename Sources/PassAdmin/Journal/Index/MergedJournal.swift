import PassCore
import PassInstruments

/// The exchanges of several nodes, ordered by the World's time. Those of one node stay in the order of their arrival.
///
/// The exchanges are packed in a journal of their own, so that only some are decoded at a time.
struct MergedJournal: Sendable {
    /// The journal with all exchanges, which have other IDs in it than at their nodes.
    let journal: Journal
    /// The IDs that the exchanges have at their nodes.
    let origins: Origins
    let index: JournalIndex
    /// The names of the nodes whose files couldn't be read to the end.
    let unread: [String]

    /// The memory for the merged exchanges, in bytes per node. If all exchanges together need more, the oldest are left
    /// out.
    private static let bytesPerNode = 64 << 20
    private static let mostExchanges = 1_000_000

    /// The IDs of the exchanges at their nodes.
    struct Origins: Sendable {
        private var known: [UInt64: (id: ExchangeID, node: Int)] = [:]
        private var nodes: [String?] = []
        /// The runs of the simulators that have recorded the exchanges.
        private(set) var runs: Set<UInt32> = []
        /// The run of this node.
        let own: UInt32

        fileprivate init(own: UInt32, nodes: [String?]) {
            self.own = own
            self.nodes = nodes
        }

        fileprivate mutating func add(_ number: UInt64, _ id: ExchangeID, node: Int) {
            known[number] = (id, node)
            runs.insert(id.run)
        }

        /// Returns the ID that an exchange has at its node.
        ///
        /// - Parameter number: the number of the exchange in the merged journal.
        func id(of number: UInt64) -> ExchangeID? { known[number]?.id }

        /// Returns the name of the node that has recorded an exchange.
        ///
        /// - Parameter number: the number of the exchange in the merged journal.
        func node(of number: UInt64) -> String? { known[number].flatMap { nodes[$0.node] } }
    }

    /// Merges the journal of this node with those of other nodes.
    ///
    /// - Parameters:
    ///   - own: the journal of this node.
    ///   - node: the name of this node.
    ///   - files: the exchanges of the other nodes as JSON lines.
    init(_ own: Journal, _ node: String?, _ files: [PeerJournals.File]) {
        var origins = Origins(own: own.position.run, nodes: [node] + files.map(\.node))
        let archive = JournalArchive(bytes: Self.bytesPerNode * (files.count + 1))
        guard let journal = Journal(capacity: Self.mostExchanges, in: archive) else {
            preconditionFailure("A journal with a capacity records.")
        }
        var sources: [any EntrySource] = [OwnEntries(own)]
        sources += files.map { FileEntries($0) }
        var heads = sources.indices.map { sources[$0].next() }
        while let next = heads.indices.filter({ heads[$0] != nil }).min(by: { left, right in
            Self.rank(heads[left]) < Self.rank(heads[right])
        }), let entry = heads[next] {
            origins.add(journal.record(entry).number, entry.id, node: next)
            heads[next] = sources[next].next()
        }
        var index = JournalIndex()
        index.update(from: journal)
        self.journal = journal
        self.origins = origins
        self.index = index
        unread = zip(files, sources.dropFirst()).filter(\.1.isDamaged).map(\.0.node)
    }

    private static func rank(_ entry: JournalEntry?) -> (Int64, UInt64) {
        (entry?.time.milliseconds ?? .max, entry?.id.number ?? .max)
    }
}

/// The exchanges of one node, oldest first.
private protocol EntrySource {
    /// Whether the exchanges couldn't be read to the end.
    var isDamaged: Bool { get }
    mutating func next() -> JournalEntry?
}

/// The exchanges of this node, of which only some are decoded at a time.
private struct OwnEntries: EntrySource {
    let isDamaged = false
    private let journal: Journal
    private var numbers: ArraySlice<UInt64>
    private var place: Int?
    private var waiting: ArraySlice<JournalEntry> = []

    init(_ journal: Journal) {
        self.journal = journal
        numbers = journal.numbers[...]
    }

    mutating func next() -> JournalEntry? {
        while waiting.isEmpty, !numbers.isEmpty {
            waiting = journal.entries(numbers.prefix(Journal.step), from: &place)[...]
            numbers = numbers.dropFirst(Journal.step)
        }
        return waiting.popFirst()
    }
}

/// The exchanges in the file of another node, which are read one by one.
private struct FileEntries: EntrySource {
    private(set) var isDamaged = false
    private var rest: ArraySlice<UInt8>

    init(_ file: PeerJournals.File) {
        rest = file.content[...]
    }

    mutating func next() -> JournalEntry? {
        guard !rest.isEmpty, !isDamaged else { return nil }
        let end = rest.firstIndex(of: UInt8(ascii: "\n")) ?? rest.endIndex
        let line = Array(rest[..<end])
        rest = rest[end...].dropFirst()
        let entry = try? ExchangeFileReader.named(line)
        isDamaged = entry == nil
        return entry
    }
}
