import PassCore
import PassDomain

/// A store in which something happens just before a record is stored or changed, as if by another request.
struct InterveningStore<Record: StoredRecord>: RecordStore {
    let base: any RecordStore<Record>
    let before: @Sendable (_ first: Record) throws -> Void

    func insert(_ record: Record, now: Timestamp) throws -> Bool { try base.insert(record, now: now) }
    func put(_ record: Record, now: Timestamp) throws { try base.put(record, now: now) }
    func find(_ key: Record.Key, now: Timestamp) throws -> Record? { try base.find(key, now: now) }

    func update<Result>(
        _ key: Record.Key, now: Timestamp, _ change: (inout Record) throws -> Result
    ) throws -> Result? {
        try base.update(key, now: now, change)
    }

    @discardableResult
    func upsert<Result>(
        _ first: Record, now: Timestamp, _ change: (inout Record) throws -> Result
    ) throws -> Result? {
        try before(first)
        return try base.upsert(first, now: now, change)
    }

    @discardableResult
    func remove(_ key: Record.Key, now: Timestamp) throws -> Record? { try base.remove(key, now: now) }
    func removeAll(now: Timestamp, where matches: (Record) -> Bool) throws {
        try base.removeAll(now: now, where: matches)
    }

    func records(now: Timestamp) throws -> [Record] { try base.records(now: now) }
    func sweep(now: Timestamp) throws { try base.sweep(now: now) }
    var count: Int { get throws { try base.count } }
}
