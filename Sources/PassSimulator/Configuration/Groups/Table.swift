import PassCore

extension Configuration {
    /// Entries by ID, in the order in which they were added.
    ///
    /// ```swift
    /// configuration.subscribers["viewer"] = .init(password: "secret")
    /// configuration.mvpds["TempPass"] = nil
    /// ```
    public struct Table<Entry: Sendable & Hashable>: Sendable, Hashable {
        /// The IDs of the entries, in the order in which they were added.
        public private(set) var ids: [String] = []
        private var entries: [ExactText: Entry] = [:]

        /// Creates an empty table.
        public init() {}

        /// The number of entries.
        public var count: Int { ids.count }
        /// Whether the table has no entries.
        public var isEmpty: Bool { ids.isEmpty }

        /// Accesses the entry with an ID.
        ///
        /// A new entry is added at the end, and a changed one keeps its place. Setting `nil` removes the entry.
        public subscript(id: String) -> Entry? {
            get { entries[ExactText(id)] }
            set {
                let key = ExactText(id)
                if entries[key] == nil, newValue != nil { ids.append(id) }
                if entries[key] != nil, newValue == nil { ids.removeAll { $0.hasSameBytes(as: id) } }
                entries[key] = newValue
            }
        }
    }
}

extension Configuration.Table: Sequence {
    /// Returns an iterator over the entries in the order in which they were added.
    public func makeIterator() -> some IteratorProtocol<(id: String, entry: Entry)> {
        ids.lazy.compactMap { id in entries[ExactText(id)].map { (id: id, entry: $0) } }.makeIterator()
    }
}

extension Configuration.Table: ExpressibleByDictionaryLiteral {
    /// Creates a table from a literal; if an ID occurs twice, the later entry is kept.
    public init(dictionaryLiteral elements: (String, Entry)...) {
        for (id, entry) in elements { self[id] = entry }
    }
}
