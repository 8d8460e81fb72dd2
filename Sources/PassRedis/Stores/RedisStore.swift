import PassCore
import PassDomain

/// A store of one kind of record in a database of Valkey or Redis.
///
/// A change that depends on the record's present state reads the record, decides, and asks the server to write the
/// result if the record is still the same. If it isn't, the change reads and decides again.
final class RedisStore<Record: StoredRecord>: RecordStore {
    /// The condition under which a record is written.
    private enum Condition {
        case none
        /// No record has the key, except an expired one.
        case absent
        /// The record is still this one.
        case unchanged([UInt8])
    }

    /// The outcome of an attempt to write a record.
    private enum Written {
        case done
        /// The condition isn't met. The value is the record that exists, if any.
        case refused([UInt8]?)
    }

    /// The maximum number of attempts to change a record that other processes change at the same time.
    private static var mostAttempts: Int { 200 }
    /// The maximum number of attempts to find room, each of which sweeps expired records.
    private static var mostSweeps: Int { 10_000 }
    /// The maximum number of records that are read in one step.
    private static var mostAtOnce: Int { 10_000 }

    private let namespace: RedisNamespace
    private let locks: StripedLocks
    private let limits: StoreLimits
    /// The size of the store's records that the server last reported.
    private let bytes: StoredBytes

    init(_ namespace: RedisNamespace, _ locks: StripedLocks, _ limits: StoreLimits, _ bytes: StoredBytes) {
        self.namespace = namespace
        self.locks = locks
        self.limits = limits
        self.bytes = bytes
    }

    // MARK: Reading

    func find(_ key: Record.Key, now: Timestamp) throws -> Record? {
        guard let body = try read(RecordCodec.encode(key: key)) else { return nil }
        let record = try RecordCodec.decode(body, as: Record.self).record
        return now < record.expires ? record : nil
    }

    func records(now: Timestamp) throws -> [Record] {
        try bodies().map { try RecordCodec.decode($0, as: Record.self).record }.filter { now < $0.expires }
    }

    var count: Int {
        get throws { Int(clamping: try run(RecordScripts.count, [], changes: false).integer ?? 0) }
    }

    private func read(_ key: [UInt8]) throws -> [UInt8]? {
        try run(RecordScripts.find, [RedisWord(key)], changes: false).bytes
    }

    /// Returns the bodies of all records. If there are too many for one step, records that are added or removed during
    /// the reading may be missing.
    private func bodies() throws -> [[UInt8]] {
        if try count <= Self.mostAtOnce {
            return try run(RecordScripts.all, [], changes: false).array.compactMap(\.bytes)
        }
        var bodies: [[UInt8]: [UInt8]] = [:]
        var cursor = "0"
        repeat {
            let reply = try run(
                RecordScripts.some, [RedisWord(cursor), RedisWord(RecordScripts.fewRecords)], changes: false)
            let words = reply[1].array.compactMap(\.bytes)
            for index in stride(from: 0, to: words.count - 1, by: 2) { bodies[words[index]] = words[index + 1] }
            cursor = reply[0].text ?? "0"
        } while cursor != "0"
        return Array(bodies.values)
    }

    private func run(_ script: RedisScript, _ arguments: [RedisWord], changes: Bool) throws -> RedisReply {
        try namespace.pool.run(namespace.call(script, [RedisWord(Record.kind)] + arguments), changes: changes)
    }

    // MARK: Changing

    func insert(_ record: Record, now: Timestamp) throws -> Bool {
        let key = RecordCodec.encode(key: record.key)
        if case .done = try write(RecordCodec.encode(record), record.expires, at: key, if: .absent, now) { return true }
        return false
    }

    func put(_ record: Record, now: Timestamp) throws {
        let key = RecordCodec.encode(key: record.key)
        _ = try write(RecordCodec.encode(record), record.expires, at: key, if: .none, now)
    }

    func update<Result>(
        _ key: Record.Key, now: Timestamp, _ change: (inout Record) throws -> Result
    ) throws -> Result? {
        let key = RecordCodec.encode(key: key)
        return try locks.withLock(key) {
            var known = try read(key)
            for _ in 0..<Self.mostAttempts {
                guard let body = known else { return nil }
                switch try attempt(change, of: body, at: key, now) {
                case .success(let result): return result
                case .failure(let other): known = other.body
                }
            }
            throw contended
        }
    }

    @discardableResult
    func upsert<Result>(
        _ first: Record, now: Timestamp, _ change: (inout Record) throws -> Result
    ) throws -> Result? {
        let key = RecordCodec.encode(key: first.key)
        return try locks.withLock(key) {
            for _ in 0..<Self.mostAttempts {
                let outcome = try write(RecordCodec.encode(first), first.expires, at: key, if: .absent, now)
                guard case .refused(let body?) = outcome else { return nil }
                if case .success(let result?) = try attempt(change, of: body, at: key, now) { return result }
            }
            throw contended
        }
    }

    @discardableResult
    func remove(_ key: Record.Key, now: Timestamp) throws -> Record? {
        let reply = try run(RecordScripts.remove, [RedisWord(RecordCodec.encode(key: key))], changes: true)
        bytes.update(reply[0].integer)
        guard let body = reply[1].bytes else { return nil }
        let record = try RecordCodec.decode(body, as: Record.self).record
        return now < record.expires ? record : nil
    }

    func removeAll(now: Timestamp, where matches: (Record) -> Bool) throws {
        var pairs: [RedisWord] = []
        for body in try bodies() {
            let record = try RecordCodec.decode(body, as: Record.self).record
            if matches(record) { pairs += [RedisWord(RecordCodec.encode(key: record.key)), RedisWord(body)] }
        }
        for start in stride(from: 0, to: pairs.count, by: 2 * Self.fewRemoved) {
            let reply = try run(
                RecordScripts.removeEqual, Array(pairs[start..<min(start + 2 * Self.fewRemoved, pairs.count)]),
                changes: true)
            bytes.update(reply[0].integer)
            // Records that have changed since they were read are checked again.
            for key in reply[1].array.compactMap(\.bytes) { try remove(at: key, now, where: matches) }
        }
    }

    /// The maximum number of records that one step removes.
    private static var fewRemoved: Int { 200 }

    private func remove(at key: [UInt8], _ now: Timestamp, where matches: (Record) -> Bool) throws {
        for _ in 0..<Self.mostAttempts {
            guard let body = try read(key) else { return }
            guard matches(try RecordCodec.decode(body, as: Record.self).record) else { return }
            let reply = try run(RecordScripts.removeEqual, [RedisWord(key), RedisWord(body)], changes: true)
            bytes.update(reply[0].integer)
            if reply[1].array.isEmpty { return }
        }
        throw contended
    }

    func sweep(now: Timestamp) throws {
        while true {
            let reply = try namespace.pool.run(
                namespace.call(
                    RecordScripts.sweep,
                    [RedisWord(now.milliseconds), RedisWord(Record.kind), RedisWord(limits.leeway)]), changes: true)
            bytes.update(reply[1][0].integer)
            if reply[0].integer != 1 { return }
        }
    }

    /// The record that exists instead of the expected one; `nil` if there is none.
    private struct OtherRecord: Error {
        let body: [UInt8]?
    }

    /// Changes a record unless it has changed since it was read.
    ///
    /// - Returns: the result of the change, `nil` if the record has expired; or a failure with the record that exists
    ///   instead.
    private func attempt<Value>(
        _ change: (inout Record) throws -> Value, of body: [UInt8], at key: [UInt8], _ now: Timestamp
    ) throws -> Result<Value?, OtherRecord> {
        let stored = try RecordCodec.decode(body, as: Record.self)
        guard now < stored.record.expires else { return .success(nil) }
        var record = stored.record
        let result = try change(&record)
        if record == stored.record { return .success(result) }
        let changed = RecordCodec.encode(record, keepingUnknownOf: stored)
        switch try write(changed, record.expires, at: key, if: .unchanged(body), now) {
        case .done: return .success(result)
        case .refused(let other): return .failure(OtherRecord(body: other))
        }
    }

    /// Writes a record under a condition, and sweeps expired records first if there is no room.
    private func write(
        _ body: [UInt8], _ expires: Timestamp, at key: [UInt8], if condition: Condition, _ now: Timestamp
    ) throws -> Written {
        let (mode, former): (RedisWord, [UInt8]) =
            switch condition {
            case .none: ("put", [])
            case .absent: ("insert", [])
            case .unchanged(let former): ("change", former)
            }
        for _ in 0..<Self.mostSweeps {
            let reply = try run(
                RecordScripts.write,
                [
                    RedisWord(key), RedisWord(body), RedisWord(expires.milliseconds), mode, RedisWord(former),
                    RedisWord(now.milliseconds), RedisWord(limits.capacity), RedisWord(limits.share),
                    RedisWord(bytes.room),
                ], changes: true)
            bytes.update(reply[1].integer)
            switch reply[0].integer {
            case 0: return .refused(reply[3].bytes)
            case 1:
                if reply[2].integer == 1 { try namespace.announce() }
                return .done
            case 3: continue
            default: throw EntitlementFailure.storeFull
            }
        }
        throw EntitlementFailure.storeFull
    }

    private var contended: StoreError {
        StoreError(
            .unavailable,
            "Other simulators kept changing the same record of the kind \(Record.kind). Try again.")
    }
}

/// The limits of one store.
struct StoreLimits: Sendable {
    /// The maximum number of records.
    let capacity: Int
    /// The number of records up to which expired ones aren't swept.
    let leeway: Int
    /// The maximum number of bytes of this store's records.
    let share: Int
}
