import PassCore
import PassDomain

/// The stores of one World in an SQLite file.
struct SQLiteShelf: StoreShelf {
    private let namespace: SQLiteNamespace
    private let account: ByteAccount
    /// The sizes of the stores that an earlier run has left.
    private let kept: [StorePlace: StoreTally]

    init(_ namespace: SQLiteNamespace, _ account: ByteAccount, kept: [StorePlace: StoreTally] = [:]) {
        self.namespace = namespace
        self.account = account
        self.kept = kept
    }

    func store<Record: StoredRecord>(
        of kind: Record.Type, capacity: Int, leeway: Int
    ) -> any RecordStore<Record> {
        let place = StorePlace(namespace: namespace.number, kind: Record.kind)
        return SQLiteStore<Record>(
            RecordRows(namespace, place),
            StoreLimits(capacity: capacity, leeway: leeway, share: account.limit / 4, account: account),
            kept[place] ?? StoreTally())
    }

    func publish() throws { try namespace.publish() }
    func keep(_ description: WorldDescription) throws { try namespace.keep(description) }
    func discard() throws { try namespace.discard() }
}
