package import PassCore
package import PassDomain

/// A store that keeps one kind of record in memory, at most `capacity` records and at most `share` bytes.
///
/// Operations that add records sweep a few expired ones at a time, so that the cost of an operation doesn't grow with
/// the number of records. Where no records are added, `sweep(now:)` removes the expired ones. Until an expired record
/// is swept, a clock that is set back makes it visible again.
package final class MemoryStore<Record: StoredRecord>: RecordStore {
    private struct State {
        // The literal `[:]` makes a list of pairs first, whose type Swift looks up again each time.
        var records = [Record.Key: Record]()
        var expiries = ExpiryQueue<Record.Key>()
        /// The bytes that the records have taken from the account.
        var bytes = 0
    }

    private let state = Guarded(State())
    private let capacity: Int
    private let leeway: Int
    private let share: Int
    private let account: ByteAccount
    /// The bytes of a record's slots in the table and in the queue, doubled because both may be half empty.
    private let placeBytes: Int

    /// Creates an empty store.
    ///
    /// - Parameters:
    ///   - capacity: the maximum number of records.
    ///   - leeway: the number of records below which expired ones stay, so that a test that sets the clock forward and
    ///     back finds them again.
    ///   - share: the maximum number of bytes that this store's records may take.
    ///   - account: counts the bytes of all stores that share it.
    package init(
        capacity: Int, leeway: Int = 0, share: Int = .max, account: ByteAccount = ByteAccount(limit: .max)
    ) {
        self.capacity = capacity
        self.leeway = leeway
        self.share = share
        self.account = account
        let key = MemoryLayout<Record.Key>.stride
        placeBytes = 2 * (2 * key + MemoryLayout<Record>.stride + MemoryLayout<Timestamp>.stride)
    }

    deinit {
        account.giveBack(state.withLock { $0.bytes })
    }

    // Unspecialized generic code looks up a record's types in every call, which takes longer than the operation itself.
    // So the operations that requests use most are specialized for the types of their records.

    @_specialize(where Record == AppDecision)
    @_specialize(where Record == AppProfiles)
    @_specialize(where Record == AuthenticationSession)
    @_specialize(where Record == DecisionOrigin)
    @_specialize(where Record == ProfileOrigin)
    @_specialize(where Record == RegisteredApplication)
    @_specialize(where Record == RegistrationCode)
    @_specialize(where Record == Revocation)
    package func find(_ key: Record.Key, now: Timestamp) -> Record? {
        state.withLock { state in
            guard let record = state.records[key], now < record.expires else { return nil }
            return record
        }
    }

    @_specialize(where Record == ProfileOrigin)
    @_specialize(where Record == RegisteredApplication)
    package func put(_ record: Record, now: Timestamp) throws {
        try state.withLock { try add(record, to: &$0, now: now) }
    }

    @_specialize(where Record == AppDecision)
    @_specialize(where Record == AuthenticationSession)
    @_specialize(where Record == RegistrationCode)
    package func insert(_ record: Record, now: Timestamp) throws -> Bool {
        try !change(record.key, orAdd: record, now: now) { _ in false }
    }

    package func update<Result>(
        _ key: Record.Key, now: Timestamp, _ change: (inout Record) throws -> Result
    ) throws -> Result? {
        var result: Result?
        _ = try self.change(key, orAdd: nil, now: now) {
            result = try change(&$0)
            return true
        }
        return result
    }

    @discardableResult
    package func upsert<Result>(
        _ first: Record, now: Timestamp, _ change: (inout Record) throws -> Result
    ) throws -> Result? {
        var result: Result?
        _ = try self.change(first.key, orAdd: first, now: now) {
            result = try change(&$0)
            return true
        }
        return result
    }

    /// Changes a record, or adds one if there is none with the key.
    ///
    /// - Parameters:
    ///   - first: the record to add; `nil` to add none.
    ///   - change: returns whether it has changed the record.
    /// - Returns: whether there was a record.
    @_specialize(where Record == AppDecision)
    @_specialize(where Record == AppProfiles)
    @_specialize(where Record == AuthenticationSession)
    @_specialize(where Record == DecisionOrigin)
    @_specialize(where Record == MediaTokenAllowance)
    @_specialize(where Record == RegisteredApplication)
    @_specialize(where Record == RegistrationCode)
    private func change(
        _ key: Record.Key, orAdd first: Record?, now: Timestamp, _ change: (inout Record) throws -> Bool
    ) throws -> Bool {
        try withoutActuallyEscaping(change) { change in
            try state.withLock { state in
                let known = state.records[key]
                guard let known, now < known.expires else {
                    if let first { try add(first, to: &state, now: now, isNew: known == nil) }
                    return false
                }
                var record = known
                if try change(&record), !keep(record, replacing: known, in: &state) {
                    sweep(&state, now: now, atMost: .max)
                    guard keep(record, replacing: known, in: &state) else { throw EntitlementFailure.storeFull }
                }
                return true
            }
        }
    }

    @discardableResult
    package func remove(_ key: Record.Key, now: Timestamp) -> Record? {
        state.withLock { state in
            guard let record = take(key, from: &state), now < record.expires else { return nil }
            return record
        }
    }

    package func removeAll(now: Timestamp, where matches: (Record) -> Bool) {
        withoutActuallyEscaping(matches) { matches in
            state.withLock { state in
                for (key, record) in state.records where matches(record) { take(key, from: &state) }
            }
        }
    }

    package func records(now: Timestamp) -> [Record] {
        state.withLock { state in state.records.values.filter { now < $0.expires } }
    }

    package func sweep(now: Timestamp) {
        // The sweep runs in parts, so that requests are served in between.
        let turn = { (state: inout State) in
            let limit = max(0, min(1_024, state.records.count - self.leeway))
            return self.sweep(&state, now: now, atMost: limit)
        }
        while state.withLock({ turn(&$0) }) == 1_024 {}
        state.withLock { shrink(&$0) }
    }

    /// The number of records held, including expired ones that haven't been swept yet.
    package var count: Int { state.withLock { $0.records.count } }

    /// The number of entries in the expiry queue, including those of records that are gone.
    var expiryCount: Int { state.withLock { $0.expiries.count } }

    /// The number of slots in the table, including free ones.
    var room: Int { state.withLock { $0.records.capacity } }

    /// Adds a record, which replaces one with the same key.
    ///
    /// - Parameter isNew: whether the caller knows that no record has the key.
    private func add(_ record: Record, to state: inout State, now: Timestamp, isNew: Bool = false) throws {
        // Up to two removals for each addition keep expired records and old queue entries from accumulating.
        if state.records.count >= leeway { sweep(&state, now: now, atMost: 2) }
        if keep(record, replacing: isNew ? nil : state.records[record.key], in: &state) { return }
        sweep(&state, now: now, atMost: .max)
        guard keep(record, replacing: state.records[record.key], in: &state) else {
            throw EntitlementFailure.storeFull
        }
    }

    /// Stores the record and accounts for its bytes.
    ///
    /// - Returns: whether there was room for it; if not, nothing has changed.
    private func keep(_ record: Record, replacing known: Record?, in state: inout State) -> Bool {
        if known == nil, state.records.count >= capacity { return false }
        let growth = bytes(of: record) - (known.map(bytes) ?? 0)
        if growth > 0 {
            guard growth <= share - state.bytes, account.take(growth) else { return false }
        } else if growth < 0 {
            account.giveBack(-growth)
        }
        state.bytes += growth
        state.records[record.key] = record
        if known?.expires != record.expires {
            state.expiries.insert(record.key, expires: record.expires)
            dropLeftovers(&state)
        }
        return true
    }

    @discardableResult
    private func take(_ key: Record.Key, from state: inout State) -> Record? {
        guard let record = state.records.removeValue(forKey: key) else { return nil }
        let count = bytes(of: record)
        state.bytes -= count
        account.giveBack(count)
        return record
    }

    private func bytes(of record: Record) -> Int { placeBytes + record.byteCount }

    /// Rebuilds the queue when most of its entries are left over from records that were removed, or stored again with
    /// another expiry.
    ///
    /// Rebuilding is rare: spread over the additions in between, it costs each of them as much as one more addition.
    private func dropLeftovers(_ state: inout State) {
        guard state.expiries.count > 2 * state.records.count + 64 else { return }
        queueAnew(&state)
    }

    private func queueAnew(_ state: inout State) {
        state.expiries = ExpiryQueue()
        for record in state.records.values { state.expiries.insert(record.key, expires: record.expires) }
    }

    /// Moves the few remaining records into a smaller table, because neither a table nor a queue frees memory by
    /// itself.
    private func shrink(_ state: inout State) {
        guard state.records.capacity > 4 * state.records.count + 64 else { return }
        var records: [Record.Key: Record] = [:]
        records.reserveCapacity(state.records.count)
        for (key, record) in state.records { records[key] = record }
        state.records = records
        queueAnew(&state)
    }

    /// Removes expired records, up to the limit.
    ///
    /// - Returns: the number of queue entries handled.
    @discardableResult
    private func sweep(_ state: inout State, now: Timestamp, atMost limit: Int) -> Int {
        var removed = 0
        while removed < limit, let key = state.expiries.popExpired(now: now) {
            // The record may have been removed, or stored again with a later expiry, which has its own entry.
            if let record = state.records[key], record.expires <= now { take(key, from: &state) }
            removed += 1
        }
        return removed
    }
}
