import PassCore

/// The records of a store that were used last, and the keys that were looked for in vain.
///
/// This process is the only writer of the file, and a store the only one of its records, so what the cache holds is what
/// the file has. A record leaves the cache before it is changed, and comes back when its change is durable. What a reader
/// has found meanwhile isn't taken in.
///
/// The records lie in the table itself, not in objects of their own, so that finding one of a million waits for memory
/// once (`store-sessions-cached` of `make bench`).
final class RecordCache<Row: Sendable>: CacheRoom.Tenant {
    private struct Entry: Sendable {
        /// The record in the form that its store uses; `nil` if the file has none with this key.
        let row: Row?
        let cost: Int
    }

    private struct State: Sendable {
        var recent: [ExactText: Entry] = [:]
        var recentCost = 0
        /// The entries that were recent before the current ones. One that is used again becomes recent, the others go.
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
    /// - Parameter read: reads the record from the file, and tells its size in bytes.
    func row(_ key: ExactText, _ read: () throws -> (row: Row, size: Int)?) throws -> Row? {
        let (known, changes) = state.withLock { state -> (Entry?, Int) in
            if let entry = state.recent[key] { return (entry, state.changes) }
            let entry = state.older[key]
            // The room isn't full by this, because the entry makes the older ones fewer.
            if let entry { add(entry, key, to: &state) }
            return (entry, state.changes)
        }
        if let known { return known.row }
        let found = try read()
        state.withLock { state in
            // Another thread may have changed the record after it was read. A read is short, so it matters little that the
            // end of any change of the store counts.
            guard state.changes == changes, !state.changing.contains(key) else { return }
            add(Self.entry(key, found), key, to: &state)
        }
        room.ageIfFull()
        return found?.row
    }

    /// Changes the record with a key. The caller keeps other changes of the record away meanwhile.
    ///
    /// - Parameter change: makes the change durable, and returns the record that the file has then; `nil` if it may have
    ///   any or none.
    func change(_ key: ExactText, _ change: () throws -> (row: Row, size: Int)?) rethrows {
        begin([key])
        var written: (row: Row, size: Int)?
        defer { end([key], written.map { Self.entry(key, $0) }) }
        written = try change()
    }

    /// Removes the records with these keys. The caller keeps other changes of the records away meanwhile.
    func remove(_ keys: [ExactText], _ change: () throws -> Void) rethrows {
        begin(keys)
        defer { end(keys, nil) }
        try change()
    }

    func age() {
        // The dropped records are freed without the lock.
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
        // The table may be half empty. The record's texts take up to twice the bytes in the file.
        let place = 2 * (MemoryLayout<ExactText>.stride + MemoryLayout<Entry>.stride)
        return Entry(row: found?.row, cost: place + key.string.utf8.count + 2 * (found?.size ?? 0))
    }
}
