import PassCore

/// A cache of a store's most recently used records, and of keys for which the file has no record.
///
/// This process is the only writer of the file, and each store is the only writer of its records, so the cache agrees
/// with the file. A record leaves the cache before it is changed, and returns when its change is durable. What another
/// thread reads from the file in between isn't put into the cache.
///
/// The table holds the records themselves, not references to objects, so finding one among a million records waits for
/// memory only once (`store-sessions-cached` of `make bench`).
final class RecordCache<Row: Sendable>: CacheRoom.Tenant {
    private struct Entry: Sendable {
        /// The record in the form that its store uses; `nil` if the file has none with this key.
        let row: Row?
        let cost: Int
    }

    private struct State: Sendable {
        var recent: [ExactText: Entry] = [:]
        var recentCost = 0
        /// The entries that were recent before the last `age()`. An entry that is used again becomes recent; the others
        /// are dropped at the next `age()`.
        var older: [ExactText: Entry] = [:]
        /// The keys whose records are being changed.
        var changing: Set<ExactText> = []
        /// The number of changes that have ended.
        var changes = 0
    }

    private let room: CacheRoom
    private let state = Guarded(State())

    /// Creates an empty cache.
    ///
    /// - Parameter room: the room that the cache shares with others.
    init(_ room: CacheRoom) {
        self.room = room
        room.enter(self)
    }

    deinit {
        room.leave(self)
        room.giveBack(state.withLock { $0.recentCost })
    }

    /// Whether the file has a record with this key; `nil` if the cache doesn't know.
    func knows(_ key: ExactText) -> Bool? {
        state.withLock { state in (state.recent[key] ?? state.older[key]).map { $0.row != nil } }
    }

    /// Returns the record with a key; `nil` if there is none.
    ///
    /// - Parameter read: reads the record from the file, and returns it with its size in bytes; `nil` if there is none.
    func row(_ key: ExactText, _ read: () throws -> (row: Row, size: Int)?) throws -> Row? {
        let (known, changes) = state.withLock { state -> (Entry?, Int) in
            if let entry = state.recent[key] { return (entry, state.changes) }
            let entry = state.older[key]
            // Moving the entry from the older ones to the recent ones doesn't enlarge the cache, so `ageIfFull()` can
            // wait.
            if let entry { add(entry, key, to: &state) }
            return (entry, state.changes)
        }
        if let known { return known.row }
        let found = try read()
        state.withLock { state in
            // If another thread may have changed the record after it was read, it isn't cached. The end of any other
            // change in the store also prevents that, but rarely, because a read is short.
            guard state.changes == changes, !state.changing.contains(key) else { return }
            add(Self.entry(key, found), key, to: &state)
        }
        room.ageIfFull()
        return found?.row
    }

    /// Changes the record with a key. The caller prevents other changes of the record during the call.
    ///
    /// - Parameter change: makes the change durable, and returns the record that the file has afterwards; `nil` if that
    ///   isn't known.
    func change(_ key: ExactText, _ change: () throws -> (row: Row, size: Int)?) rethrows {
        begin([key])
        var written: (row: Row, size: Int)?
        defer { end([key], written.map { Self.entry(key, $0) }) }
        written = try change()
    }

    /// Removes the records with these keys. The caller prevents other changes of the records during the call.
    func remove(_ keys: [ExactText], _ change: () throws -> Void) rethrows {
        begin(keys)
        defer { end(keys, nil) }
        try change()
    }

    func age() {
        // The dropped records are freed outside the lock.
        _ = state.withLock { state in
            defer { (state.older, state.recent, state.recentCost) = (state.recent, [:], 0) }
            return state.older
        }
    }

    func clear() {
        state.withLock { ($0.recent, $0.recentCost, $0.older) = ([:], 0, [:]) }
    }

    private func begin(_ keys: [ExactText]) {
        state.withLock { state in
            for key in keys {
                state.changing.insert(key)
                remove(key, from: &state)
            }
        }
    }

    private func end(_ keys: [ExactText], _ entry: Entry?) {
        state.withLock { state in
            state.changing.subtract(keys)
            state.changes += 1
            if let entry, let key = keys.first { add(entry, key, to: &state) }
        }
        room.ageIfFull()
    }

    private func add(_ entry: Entry, _ key: ExactText, to state: inout State) {
        remove(key, from: &state)
        guard room.take(entry.cost) else { return }
        state.recent[key] = entry
        state.recentCost += entry.cost
    }

    private func remove(_ key: ExactText, from state: inout State) {
        state.older[key] = nil
        guard let cost = state.recent.removeValue(forKey: key)?.cost else { return }
        state.recentCost -= cost
        room.giveBack(cost)
    }

    private static func entry(_ key: ExactText, _ found: (row: Row, size: Int)?) -> Entry {
        // The table may be half empty, so a slot counts twice. In memory, the record's strings take up to twice as many
        // bytes as in the file.
        let place = 2 * (MemoryLayout<ExactText>.stride + MemoryLayout<Entry>.stride)
        return Entry(row: found?.row, cost: place + key.string.utf8.count + 2 * (found?.size ?? 0))
    }
}
