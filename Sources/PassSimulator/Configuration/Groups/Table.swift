import PassCore

extension Configuration {
    /// Entries by ID, in the order in which they were added.
    ///
    /// ```swift
    /// configuration.subscribers["viewer"] = .init(password: "secret")
    /// configuration.mvpds["TempPass"] = nil
    /// ```
    public struct Table<Entry: Sendable & Hashable>: Sendable, Hashable {
        public private(set) var ids: [String] = []
        private var entries: [ExactText: Entry] = [:]

        public init() {}

        public var count: Int { ids.count }
        public var isEmpty: Bool { ids.isEmpty }

        /// A new entry comes last; a changed one keeps its place; `nil` removes one.
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
    public func makeIterator() -> some IteratorProtocol<(id: String, entry: Entry)> {
        ids.lazy.compactMap { id in entries[ExactText(id)].map { (id: id, entry: $0) } }.makeIterator()
    }
}

extension Configuration.Table: ExpressibleByDictionaryLiteral {
    /// Of two entries with one ID the later one stays.
    public init(dictionaryLiteral elements: (String, Entry)...) {
        for (id, entry) in elements { self[id] = entry }
    }
}
