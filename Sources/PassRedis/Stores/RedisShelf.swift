import PassCore
import PassDomain

/// The stores of one World in a database of Valkey or Redis.
final class RedisShelf: StoreShelf {
    private struct Kind {
        let leeway: Int
        let bytes: StoredBytes
    }

    private let namespace: RedisNamespace
    private let locks: StripedLocks
    private let account: ByteAccount
    /// The stores of the shelf, by the kind of their records.
    private let kinds = Guarded<[String: Kind]>([:])

    init(_ namespace: RedisNamespace, _ locks: StripedLocks, _ account: ByteAccount) {
        self.namespace = namespace
        self.locks = locks
        self.account = account
    }

    func store<Record: StoredRecord>(
        of kind: Record.Type, capacity: Int, leeway: Int
    ) -> any RecordStore<Record> {
        let bytes = StoredBytes(account)
        kinds.withLock { $0[Record.kind] = Kind(leeway: leeway, bytes: bytes) }
        return RedisStore<Record>(
            namespace, locks, StoreLimits(capacity: capacity, leeway: leeway, share: account.limit / 4), bytes)
    }

    func sweep(now: Timestamp) throws -> Bool {
        let kinds = kinds.withLock { $0.sorted { $0.key < $1.key } }
        let words = kinds.flatMap { [RedisWord($0.key), RedisWord($0.value.leeway)] }
        while true {
            let reply = try namespace.pool.run(
                namespace.call(RecordScripts.sweep, [RedisWord(now.milliseconds)] + words), changes: true)
            for (kind, bytes) in zip(kinds, reply[1].array) { kind.value.bytes.update(bytes.integer) }
            if reply[0].integer != 1 { return true }
        }
    }

    var count: Int? {
        get throws {
            let reply = try namespace.pool.run(namespace.call(NamespaceScripts.total, []), changes: false)
            return Int(clamping: reply.integer ?? 0)
        }
    }

    func publish() throws { try namespace.publish() }
    func keep(_ description: WorldDescription) throws { try namespace.keep(description) }
    func keptDescription() throws -> WorldDescription? { try namespace.keptDescription() }
    func discard() throws { try namespace.discard() }
}
