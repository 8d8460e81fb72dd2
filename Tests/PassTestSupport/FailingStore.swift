package import PassCore
package import PassDomain

/// The fault of stores that can't be used, as those of an engine that is away; a test sets and mends it.
package final class StoreFault: Sendable {
    private let error = Guarded<(any Error)?>(nil)

    package init(_ error: (any Error)? = nil) { set(error) }

    /// Makes each operation of the stores throw an error from now on; `nil` makes them succeed again.
    package func set(_ error: (any Error)?) {
        self.error.withLock { $0 = error }
    }

    package func check() throws {
        if let error = error.withLock({ $0 }) { throw error }
    }

    /// The error of an engine that is away.
    package static let away = StoreError(.unavailable, "The store is away.")
}

/// A store whose operations throw while there is a fault.
package struct FailingStore<Record: StoredRecord>: RecordStore {
    private let base: any RecordStore<Record>
    private let fault: StoreFault
    private let onlyInsertsFail: Bool

    package init(_ base: any RecordStore<Record>, _ fault: StoreFault, onlyInsertsFail: Bool = false) {
        self.base = base
        self.fault = fault
        self.onlyInsertsFail = onlyInsertsFail
    }

    private var sound: any RecordStore<Record> {
        get throws {
            if !onlyInsertsFail { try fault.check() }
            return base
        }
    }

    package func insert(_ record: Record, now: Timestamp) throws -> Bool {
        try fault.check()
        return try base.insert(record, now: now)
    }

    package func put(_ record: Record, now: Timestamp) throws { try sound.put(record, now: now) }
    package func find(_ key: Record.Key, now: Timestamp) throws -> Record? { try sound.find(key, now: now) }

    package func update<Result>(
        _ key: Record.Key, now: Timestamp, _ change: (inout Record) throws -> Result
    ) throws -> Result? {
        try sound.update(key, now: now, change)
    }

    @discardableResult
    package func upsert<Result>(
        _ first: Record, now: Timestamp, _ change: (inout Record) throws -> Result
    ) throws -> Result? {
        try sound.upsert(first, now: now, change)
    }

    @discardableResult
    package func remove(_ key: Record.Key, now: Timestamp) throws -> Record? { try sound.remove(key, now: now) }

    package func removeAll(now: Timestamp, where matches: (Record) -> Bool) throws {
        try sound.removeAll(now: now, where: matches)
    }

    package func records(now: Timestamp) throws -> [Record] { try sound.records(now: now) }
    package func sweep(now: Timestamp) throws { try sound.sweep(now: now) }
    package var count: Int { get throws { try sound.count } }
}
