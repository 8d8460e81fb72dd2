import PassCore
import PassDomain

/// A store in which something happens just before a record is stored, changed or removed, as if by another request.
struct InterveningStore<Record: StoredRecord>: RecordStore {
    let base: any RecordStore<Record>
    var before: @Sendable (_ first: Record) throws -> Void = { _ in }
    var beforeRemoval: @Sendable (Record.Key) throws -> Void = { _ in }
    /// What happens between a change of a record and its storing. Before it is stored, the record is compared with the one
    /// that was changed, as in a store that processes share.
    var beforeStoring: (@Sendable () throws -> Void)?

    func insert(_ record: Record, now: Timestamp) throws -> Bool { try base.insert(record, now: now) }
    func put(_ record: Record, now: Timestamp) throws { try base.put(record, now: now) }
    func find(_ key: Record.Key, now: Timestamp) throws -> Record? { try base.find(key, now: now) }

    func update<Result>(
        _ key: Record.Key, now: Timestamp, _ change: (inout Record) throws -> Result
    ) throws -> Result? {
        guard let beforeStoring else { return try base.update(key, now: now, change) }
        while let before = try base.find(key, now: now) {
            var record = before
            let result = try change(&record)
            try beforeStoring()
            let isStored = try base.update(key, now: now) { current in
                guard RecordCodec.encode(current) == RecordCodec.encode(before) else { return false }
                current = record
                return true
            }
            if isStored == true { return result }
        }
        return nil
    }

    @discardableResult
    func upsert<Result>(
        _ first: Record, now: Timestamp, _ change: (inout Record) throws -> Result
    ) throws -> Result? {
        try before(first)
        return try base.upsert(first, now: now, change)
    }

    @discardableResult
    func remove(_ key: Record.Key, now: Timestamp) throws -> Record? {
        try beforeRemoval(key)
        return try base.remove(key, now: now)
    }

    func removeAll(now: Timestamp, where matches: (Record) -> Bool) throws {
        try base.removeAll(now: now, where: matches)
    }

    func records(now: Timestamp) throws -> [Record] { try base.records(now: now) }
    func sweep(now: Timestamp) throws { try base.sweep(now: now) }
    var count: Int { get throws { try base.count } }
}
