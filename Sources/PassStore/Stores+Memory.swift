package import PassCore
package import PassDomain

extension Stores {
    /// Returns stores that last as long as the process; each holds at most `capacity` records.
    ///
    /// - Parameter account: counts the bytes of these stores and of any others that share it.
    package static func memory(capacity: Int, account: ByteAccount = ByteAccount(limit: .max)) -> Stores {
        Stores(on: MemoryShelf(account), capacity: capacity)
    }
}

/// The engine that keeps records in memory, as long as the process lasts.
package struct MemoryEngine: StoreEngine {
    private let account: ByteAccount

    /// Creates an engine without records.
    ///
    /// - Parameter account: counts the bytes of all records.
    package init(_ account: ByteAccount) {
        self.account = account
    }

    package var mayWait: Bool { false }
    package var outlivesProcess: Bool { false }
    package func shelf(for name: NamespaceName, isFinished: Bool) -> any StoreShelf { MemoryShelf(account) }
    package func keptNamespaces() -> [KeptNamespace] { [] }
    package func close() {}
}

/// A shelf of stores in memory, whose records are freed when nothing refers to the stores any more.
struct MemoryShelf: StoreShelf {
    private let account: ByteAccount

    init(_ account: ByteAccount) {
        self.account = account
    }

    func store<Record: StoredRecord>(
        of kind: Record.Type, capacity: Int, leeway: Int
    ) -> any RecordStore<Record> {
        MemoryStore<Record>(capacity: capacity, leeway: leeway, sharing: account)
    }

    func publish() {}
    func keep(_ description: WorldDescription) {}
    func discard() {}
}

extension MemoryStore {
    /// Creates an empty store that takes at most a quarter of the account's bytes, so that a flood of one kind of
    /// record leaves room for the other kinds.
    package convenience init(capacity: Int, leeway: Int = 0, sharing account: ByteAccount) {
        self.init(capacity: capacity, leeway: leeway, share: account.limit / 4, account: account)
    }
}
