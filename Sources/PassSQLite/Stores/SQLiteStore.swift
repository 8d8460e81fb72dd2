import PassCore
import PassDomain

/// A store of one kind of record in an SQLite file.
///
/// A change reads the record, decides, and returns when the result is durable; other records change meanwhile. A `change`
/// closure runs once, on the caller's thread, and must not use a store.
final class SQLiteStore<Record: StoredRecord>: RecordStore {
    /// The error for a record without room, after which expired ones are swept.
    private struct NoRoom: Error {}

    private let rows: RecordRows
    private let limits: StoreLimits
    private let tally: Guarded<StoreTally>

    init(_ rows: RecordRows, _ limits: StoreLimits, _ tally: StoreTally) {
        self.rows = rows
        self.limits = limits
        self.tally = Guarded(tally)
        // Records that are in the file already count, even if they exceed the limit.
        limits.account.count(tally.bytes)
    }

    deinit {
        limits.account.giveBack(tally.withLock { $0.bytes })
    }

    // MARK: Reading

    func find(_ key: Record.Key, now: Timestamp) throws -> Record? {
        guard let found = try rows.find(RecordCodec.encode(key: key)), now < found.expires else { return nil }
        return try RecordCodec.decode(found.body, as: Record.self).record
    }

    func records(now: Timestamp) throws -> [Record] {
        try rows.bodies(after: now).map { try RecordCodec.decode($0, as: Record.self).record }
    }

    var count: Int { tally.withLock { $0.count } }

    // MARK: Changing

    func insert(_ record: Record, now: Timestamp) throws -> Bool {
        let key = RecordCodec.encode(key: record.key)
        return try makingRoom(now) {
            try rows.withLock(key) {
                let found = try rows.find(key)
                if let found, now < found.expires { return false }
                try write(RecordCodec.encode(record), record.expires, at: key, over: found)
                return true
            }
        }
    }

    func put(_ record: Record, now: Timestamp) throws {
        let key = RecordCodec.encode(key: record.key)
        try makingRoom(now) {
            try rows.withLock(key) {
                try write(RecordCodec.encode(record), record.expires, at: key, over: try rows.find(key))
            }
        }
    }

    func update<Result>(
        _ key: Record.Key, now: Timestamp, _ change: (inout Record) throws -> Result
    ) throws -> Result? {
        let key = RecordCodec.encode(key: key)
        return try rows.withLock(key) {
            guard let found = try rows.find(key), now < found.expires else { return nil }
            return try self.change(found, at: key, change)
        }
    }

    @discardableResult
    func upsert<Result>(
        _ first: Record, now: Timestamp, _ change: (inout Record) throws -> Result
    ) throws -> Result? {
        let key = RecordCodec.encode(key: first.key)
        return try makingRoom(now) {
            try rows.withLock(key) {
                let found = try rows.find(key)
                if let found, now < found.expires { return try self.change(found, at: key, change) }
                try write(RecordCodec.encode(first), first.expires, at: key, over: found)
                return nil
            }
        }
    }

    @discardableResult
    func remove(_ key: Record.Key, now: Timestamp) throws -> Record? {
        let key = RecordCodec.encode(key: key)
        return try rows.withLock(key) {
            guard let found = try rows.find(key) else { return nil }
            try rows.delete([key])
            forget(count: 1, bytes: found.size)
            return now < found.expires ? try RecordCodec.decode(found.body, as: Record.self).record : nil
        }
    }

    func removeAll(now: Timestamp, where matches: (Record) -> Bool) throws {
        try rows.withLock {
            var (keys, bytes): ([[UInt8]], Int) = ([], 0)
            for body in try rows.bodies(after: Timestamp(milliseconds: .min)) {
                let record = try RecordCodec.decode(body, as: Record.self).record
                guard matches(record) else { continue }
                let key = RecordCodec.encode(key: record.key)
                keys.append(key)
                bytes += RecordRows.size(key, body)
            }
            if keys.isEmpty { return }
            try rows.delete(keys)
            forget(count: keys.count, bytes: bytes)
        }
    }

    func sweep(now: Timestamp) throws {
        while try sweep(now: now, atMost: max(0, min(1_024, count - limits.leeway))) == 1_024 {}
    }

    private func change<Result>(
        _ found: StoredRow, at key: [UInt8], _ change: (inout Record) throws -> Result
    ) throws -> Result {
        let stored = try RecordCodec.decode(found.body, as: Record.self)
        var record = stored.record
        let result = try change(&record)
        if record == stored.record { return result }
        do {
            try write(RecordCodec.encode(record, keepingUnknownOf: stored), record.expires, at: key, over: found)
        } catch is NoRoom {
            // Sweeping and another attempt would call `change` again.
            throw EntitlementFailure.storeFull
        }
        return result
    }

    /// Runs `body`; if there is no room, again after a sweep.
    private func makingRoom<Result>(_ now: Timestamp, _ body: () throws -> Result) throws -> Result {
        do {
            return try body()
        } catch is NoRoom {
            while try sweep(now: now, atMost: 1_024) == 1_024 {}
        }
        do {
            return try body()
        } catch is NoRoom {
            throw EntitlementFailure.storeFull
        }
    }

    /// Writes a record, and returns when it is durable.
    private func write(_ body: [UInt8], _ expires: Timestamp, at key: [UInt8], over found: StoredRow?) throws {
        let growth = RecordRows.size(key, body) - (found?.size ?? 0)
        guard reserve(isNew: found == nil, growth) else { throw NoRoom() }
        do {
            try rows.put(body, expires, at: key)
        } catch {
            forget(count: found == nil ? 1 : 0, bytes: growth)
            throw error
        }
    }

    /// Removes expired records, those that expired first before others.
    ///
    /// - Returns: the number of removed records.
    private func sweep(now: Timestamp, atMost limit: Int) throws -> Int {
        guard limit > 0, try !rows.expired(now, atMost: 1).isEmpty else { return 0 }
        return try rows.withLock {
            let expired = try rows.expired(now, atMost: limit)
            if expired.isEmpty { return 0 }
            try rows.delete(expired.map(\.key))
            forget(count: expired.count, bytes: expired.reduce(0) { $0 + $1.size })
            return expired.count
        }
    }

    /// Counts a record that is about to be written, if there is room for it.
    private func reserve(isNew: Bool, _ growth: Int) -> Bool {
        tally.withLock { tally in
            if isNew, tally.count >= limits.capacity { return false }
            if growth > 0 {
                guard growth <= limits.share - tally.bytes, limits.account.take(growth) else { return false }
            } else {
                limits.account.giveBack(-growth)
            }
            tally.count += isNew ? 1 : 0
            tally.bytes += growth
            return true
        }
    }

    /// Takes records off the count.
    private func forget(count: Int, bytes: Int) {
        tally.withLock { tally in
            tally.count -= count
            tally.bytes -= bytes
            limits.account.giveBack(bytes)
        }
    }
}
