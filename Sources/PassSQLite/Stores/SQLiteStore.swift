import PassCore
import PassDomain

/// A store of one kind of record in an SQLite file.
///
/// A change reads the record, decides, and returns when the result is durable. Other records can change at the same
/// time. A `change` closure runs once, on the caller's thread, and must not use a store.
final class SQLiteStore<Record: StoredRecord>: RecordStore {
    /// The error for a record for which there is no room.
    private struct NoRoom: Error {}

    /// A record as the cache holds it.
    private struct Row: Sendable {
        /// The record, or the error for bytes that can't be read.
        let form: Result<StoredForm<Record>, StoreError>
        let expires: Timestamp
        /// The number of bytes that count toward the limits.
        let size: Int
    }

    private let rows: RecordRows
    private let limits: StoreLimits
    private let tally: Guarded<StoreTally>
    private let cache: RecordCache<Row>

    init(_ rows: RecordRows, _ limits: StoreLimits, _ tally: StoreTally) {
        self.rows = rows
        self.limits = limits
        self.tally = Guarded(tally)
        cache = RecordCache(rows.cacheRoom)
        // The records that are already in the file count too, even if they exceed the limit.
        limits.account.count(tally.bytes)
    }

    deinit {
        limits.account.giveBack(tally.withLock { $0.bytes })
    }

    // MARK: Reading

    func find(_ key: Record.Key, now: Timestamp) throws -> Record? {
        guard let found = try row(RecordCodec.text(of: key)), now < found.expires else { return nil }
        return try found.form.get().record
    }

    func records(now: Timestamp) throws -> [Record] {
        try rows.bodies(after: now).map { try RecordCodec.decode($0, as: Record.self).record }
    }

    var count: Int { tally.withLock { $0.count } }

    private func place(of key: Record.Key) -> RecordPlace {
        RecordPlace(store: rows.place, key: RecordCodec.text(of: key))
    }

    private func row(_ key: ExactText) throws -> Row? {
        try cache.row(key) {
            try rows.find(key.bytes).map { found in
                let form = Result { () throws(StoreError) in try RecordCodec.decode(found.body, as: Record.self) }
                return (row: Row(form: form, expires: found.expires, size: found.size), size: found.size)
            }
        }
    }

    // MARK: Changing

    func insert(_ record: Record, now: Timestamp) throws -> Bool {
        let place = place(of: record.key)
        return try makingRoom(now) {
            try rows.withLock(place) {
                if try add(record, at: place) { return true }
                let found = try row(place.key)
                if let found, now < found.expires { return false }
                try write(record, at: place, over: found)
                return true
            }
        }
    }

    func put(_ record: Record, now: Timestamp) throws {
        let place = place(of: record.key)
        try makingRoom(now) {
            try rows.withLock(place) {
                if try !add(record, at: place) { try write(record, at: place, over: try row(place.key)) }
            }
        }
    }

    func update<Result>(
        _ key: Record.Key, now: Timestamp, _ change: (inout Record) throws -> Result
    ) throws -> Result? {
        let place = place(of: key)
        return try rows.withLock(place) {
            guard let found = try row(place.key), now < found.expires else { return nil }
            return try self.change(found, at: place, change)
        }
    }

    @discardableResult
    func upsert<Result>(
        _ first: Record, now: Timestamp, _ change: (inout Record) throws -> Result
    ) throws -> Result? {
        let place = place(of: first.key)
        return try makingRoom(now) {
            try rows.withLock(place) {
                if try add(first, at: place) { return nil }
                let found = try row(place.key)
                if let found, now < found.expires { return try self.change(found, at: place, change) }
                try write(first, at: place, over: found)
                return nil
            }
        }
    }

    @discardableResult
    func remove(_ key: Record.Key, now: Timestamp) throws -> Record? {
        let place = place(of: key)
        return try rows.withLock(place) {
            guard let found = try row(place.key) else { return nil }
            try delete([place.key.bytes], bytes: found.size)
            return now < found.expires ? try found.form.get().record : nil
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
            if !keys.isEmpty { try delete(keys, bytes: bytes) }
        }
    }

    func sweep(now: Timestamp) throws {
        while try sweep(now: now, atMost: max(0, min(1_024, count - limits.leeway))) == 1_024 {}
    }

    private func change<Result>(
        _ found: Row, at place: RecordPlace, _ change: (inout Record) throws -> Result
    ) throws -> Result {
        let stored = try found.form.get()
        var record = stored.record
        let result = try change(&record)
        if record == stored.record { return result }
        do {
            try write(record, keepingUnknownOf: stored, at: place, over: found)
        } catch is NoRoom {
            // A sweep could make room, but it locks all records, and this thread holds the lock of one of them.
            throw EntitlementFailure.storeFull
        }
        return result
    }

    /// Runs `body`, and once more after a sweep if there was no room.
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

    /// Writes a record unless another one has its key.
    ///
    /// A key that the cache doesn't know is most likely new. So the file isn't read first, and the call costs only one
    /// statement.
    ///
    /// - Returns: whether the record was written and is durable. If not, another record has the key, or there is no
    ///   room.
    private func add(_ record: Record, at place: RecordPlace) throws -> Bool {
        if cache.knows(place.key) == true { return false }
        let isWritten = try store(record, at: place, over: nil) { body in
            try rows.add(body, record.expires, at: place.key.bytes)
        }
        return isWritten ?? false
    }

    /// Writes a record, and returns when it is durable.
    ///
    /// - Throws: `NoRoom`, `StoreError`.
    private func write(
        _ record: Record, keepingUnknownOf former: StoredForm<Record>? = nil, at place: RecordPlace, over found: Row?
    ) throws {
        let isWritten = try store(record, keepingUnknownOf: former, at: place, over: found) { body in
            try rows.put(body, record.expires, at: place.key.bytes)
            return true
        }
        if isWritten == nil { throw NoRoom() }
    }

    /// Counts a record, calls `write` to store it in the file, and adds it to the cache.
    ///
    /// - Returns: the result of `write`; `nil` if there is no room.
    private func store(
        _ record: Record, keepingUnknownOf former: StoredForm<Record>? = nil, at place: RecordPlace, over found: Row?,
        _ write: ([UInt8]) throws -> Bool
    ) throws -> Bool? {
        let body = RecordCodec.encode(record, keepingUnknownOf: former)
        let size = RecordRows.size(place.key.bytes, body)
        let growth = size - (found?.size ?? 0)
        guard reserve(isNew: found == nil, growth) else { return nil }
        var isWritten = false
        defer { if !isWritten { forget(count: found == nil ? 1 : 0, bytes: growth) } }
        try cache.change(place.key) { () -> (row: Row, size: Int)? in
            isWritten = try write(body)
            // A record with members that only a newer version knows is read from the file again.
            guard isWritten, former?.hasUnknownMembers != true else { return nil }
            return (row: Row(form: .success(StoredForm(record)), expires: record.expires, size: size), size: size)
        }
        return isWritten
    }

    /// Deletes records, and returns when that is durable.
    private func delete(_ keys: [[UInt8]], bytes: Int) throws {
        try cache.remove(keys.map { ExactText(String(decoding: $0, as: UTF8.self)) }) { try rows.delete(keys) }
        forget(count: keys.count, bytes: bytes)
    }

    /// Removes expired records, in the order of their expiry.
    ///
    /// - Returns: the number of removed records.
    private func sweep(now: Timestamp, atMost limit: Int) throws -> Int {
        guard limit > 0, try !rows.expired(now, atMost: 1).isEmpty else { return 0 }
        return try rows.withLock {
            let expired = try rows.expired(now, atMost: limit)
            if expired.isEmpty { return 0 }
            try delete(expired.map(\.key), bytes: expired.reduce(0) { $0 + $1.size })
            return expired.count
        }
    }

    /// Reserves room for a record that is about to be written; returns whether there was enough.
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

    /// Subtracts records from the store's tally and from the account.
    private func forget(count: Int, bytes: Int) {
        tally.withLock { tally in
            tally.count -= count
            tally.bytes -= bytes
            limits.account.giveBack(bytes)
        }
    }
}

extension ExactText {
    /// The bytes of the text as a key in the file.
    fileprivate var bytes: [UInt8] { Array(string.utf8) }
}
