package import PassCore
package import PassDomain

/// Keeps one kind of record in memory, at most `capacity` of them and at most `share` bytes.
///
/// Expired records are swept a few at a time by the operations that add new ones, so that no operation's cost grows
/// with the number of records; where no new ones come, `sweep(now:)` does it. They are found
/// again by a clock that was set back, until they are swept.
package final class MemoryStore<Record: StoredRecord>: RecordStore {
    private struct State {
        var records: [Record.Key: Record] = [:]
        var expiries = ExpiryQueue<Record.Key>()
        /// The bytes that the records have taken from the account.
        var bytes = 0
    }

    private let state = Guarded(State())
    private let capacity: Int
    private let leeway: Int
    private let share: Int
    private let account: ByteAccount
    /// A record's place in the table and in the queue, both of which are up to half empty.
    private let placeBytes: Int

    /// - Parameters:
    ///   - leeway: how many records may be held before expired ones are swept, for kinds that a clock which is set forward
    ///     and back must not lose.
    ///   - share: how many bytes its records may have.
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
    @_specialize(where Record == RegistrationCode)
    @_specialize(where Record == AuthenticationSession)
    @_specialize(where Record == RegisteredApplication)
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
    @_specialize(where Record == MediaTokenAllowance, Result == ())
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

    package func sweep(now: Timestamp) {
        // A part at a time, so that requests are served in between.
        let turn = { (state: inout State) in
            let limit = max(0, min(1_024, state.records.count - self.leeway))
            return self.sweep(&state, now: now, atMost: limit)
        }
        while state.withLock({ turn(&$0) }) == 1_024 {}
        state.withLock { shrink(&$0) }
    }

    /// How many records are held, expired ones that weren't swept yet included.
    package var count: Int { state.withLock { $0.records.count } }

    /// How many instants of expiry are held, those of records that are gone included.
    var expiryCount: Int { state.withLock { $0.expiries.count } }

    /// How many records have a place in the table, free ones included.
    var room: Int { state.withLock { $0.records.capacity } }

    private func change<Result>(
        _ key: Record.Key, in state: inout State, now: Timestamp, _ change: (inout Record) throws -> Result
    ) throws -> Result? {
        guard var record = state.records[key], now < record.expires else { return nil }
        let result = try change(&record)
        guard keep(record, in: &state) else { throw EntitlementFailure.storeFull }
        return result
    }

    private func add(_ record: Record, to state: inout State, now: Timestamp) throws {
        // Two removals for one addition keep the queue from ever growing behind the records.
        if state.records.count >= leeway { sweep(&state, now: now, atMost: 2) }
        if keep(record, in: &state) { return }
        sweep(&state, now: now, atMost: .max)
        guard keep(record, in: &state) else { throw EntitlementFailure.storeFull }
    }

    /// - Returns: whether there was room for it; otherwise nothing has changed.
    private func keep(_ record: Record, in state: inout State) -> Bool {
        let known = state.records[record.key]
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

    /// Makes the queue anew when most of it is about records that were removed or stored anew with another expiry; so
    /// rarely that its cost, spread over the additions between, is that of one more.
    private func dropLeftovers(_ state: inout State) {
        guard state.expiries.count > 2 * state.records.count + 64 else { return }
        queueAnew(&state)
    }

    private func queueAnew(_ state: inout State) {
        state.expiries = ExpiryQueue()
        for record in state.records.values { state.expiries.insert(record.key, expires: record.expires) }
    }

    /// Moves the few records that are left into a smaller table: neither a table nor a queue frees memory by itself.
    private func shrink(_ state: inout State) {
        guard state.records.capacity > 4 * state.records.count + 64 else { return }
        var records: [Record.Key: Record] = [:]
        records.reserveCapacity(state.records.count)
        for (key, record) in state.records { records[key] = record }
        state.records = records
        queueAnew(&state)
    }

    /// - Returns: how many entries of the queue it has handled.
    @discardableResult
    private func sweep(_ state: inout State, now: Timestamp, atMost limit: Int) -> Int {
        var removed = 0
        while removed < limit, let key = state.expiries.popExpired(now: now) {
            // The key may have been removed or stored anew with a later expiry, which has its own entry.
            if let record = state.records[key], record.expires <= now { take(key, from: &state) }
            removed += 1
        }
        return removed
    }
}
