package import PassCore
package import PassDomain

/// Keeps one kind of record in memory, at most `capacity` of them.
///
/// Expired records are swept a few at a time by the operations that add new ones, so that no operation's cost grows
/// with the number of records.
package final class MemoryStore<Record: StoredRecord>: RecordStore {
    private struct State {
        var records: [Record.Key: Record] = [:]
        var expiries = ExpiryQueue<Record.Key>()
    }

    private let state = Guarded(State())
    private let capacity: Int

    package init(capacity: Int) {
        self.capacity = capacity
    }

    package func insert(_ record: Record, now: Timestamp) throws -> Bool {
        try state.withLock { state in
            if let known = state.records[record.key], now < known.expires { return false }
            try add(record, to: &state, now: now)
            return true
        }
    }

    package func put(_ record: Record, now: Timestamp) throws {
        try state.withLock { try add(record, to: &$0, now: now) }
    }

    // Compiled also for the records that each proof is looked up by: code for records of any type looks their type up in each call.
    @_specialize(where Record == Revocation)
    @_specialize(where Record == ProfileOrigin)
    @_specialize(where Record == PermissionOrigin)
    package func find(_ key: Record.Key, now: Timestamp) -> Record? {
        state.withLock { state in
            guard let record = state.records[key], now < record.expires else { return nil }
            return record
        }
    }

    package func update<Result>(
        _ key: Record.Key, now: Timestamp, _ change: (inout Record) throws -> Result
    ) throws -> Result? {
        // The closure's result leaves through a variable: `Guarded` asks for a sendable one, and callers need not.
        var result: Result?
        try withoutActuallyEscaping(change) { change in
            try state.withLock { state in result = try self.change(key, in: &state, now: now, change) }
        }
        return result
    }

    // As `find`, for a change that returns nothing.
    @_specialize(where Record == PermissionOrigin, Result == ())
    @discardableResult
    package func upsert<Result>(
        _ first: Record, now: Timestamp, _ change: (inout Record) throws -> Result
    ) throws -> Result? {
        var result: Result?
        try withoutActuallyEscaping(change) { change in
            try state.withLock { state in
                result = try self.change(first.key, in: &state, now: now, change)
                if result == nil { try add(first, to: &state, now: now) }
            }
        }
        return result
    }

    @discardableResult
    package func remove(_ key: Record.Key, now: Timestamp) -> Record? {
        state.withLock { state in
            guard let record = state.records.removeValue(forKey: key), now < record.expires else { return nil }
            return record
        }
    }

    package func removeAll(now: Timestamp, where matches: (Record) -> Bool) {
        withoutActuallyEscaping(matches) { matches in
            state.withLock { state in state.records = state.records.filter { !matches($0.value) } }
        }
    }

    /// How many records are held, expired ones that weren't swept yet included.
    package var count: Int { state.withLock { $0.records.count } }

    /// How many instants of expiry are held, those of records that are gone included.
    var expiryCount: Int { state.withLock { $0.expiries.count } }

    private func change<Result>(
        _ key: Record.Key, in state: inout State, now: Timestamp, _ change: (inout Record) throws -> Result
    ) throws -> Result? {
        guard var record = state.records[key], now < record.expires else { return nil }
        let result = try change(&record)
        keep(record, in: &state)
        return result
    }

    private func add(_ record: Record, to state: inout State, now: Timestamp) throws {
        // Two removals for one addition keep the queue from ever growing behind the records.
        sweep(&state, now: now, atMost: 2)
        if state.records[record.key] == nil, state.records.count >= capacity {
            sweep(&state, now: now, atMost: .max)
            guard state.records.count < capacity else { throw EntitlementFailure.storeFull }
        }
        keep(record, in: &state)
    }

    private func keep(_ record: Record, in state: inout State) {
        if state.records.updateValue(record, forKey: record.key)?.expires != record.expires {
            state.expiries.insert(record.key, expires: record.expires)
            dropLeftovers(&state)
        }
    }

    /// Makes the queue anew when most of it is about records that were removed or stored anew with another expiry; so
    /// rarely that its cost, spread over the additions between, is that of one more.
    private func dropLeftovers(_ state: inout State) {
        guard state.expiries.count > 2 * state.records.count + 64 else { return }
        state.expiries = ExpiryQueue()
        for record in state.records.values { state.expiries.insert(record.key, expires: record.expires) }
    }

    private func sweep(_ state: inout State, now: Timestamp, atMost limit: Int) {
        var removed = 0
        while removed < limit, let key = state.expiries.popExpired(now: now) {
            // The key may have been removed or stored anew with a later expiry, which has its own entry.
            if let record = state.records[key], record.expires <= now { state.records[key] = nil }
            removed += 1
        }
    }
}
