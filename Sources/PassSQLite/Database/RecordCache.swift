import PassCore

/// The records of a file that were used last, of all its stores, and the keys that were looked for in vain.
///
/// This process is the only writer of the file, so what the cache holds is what the file has. A record leaves the cache
/// before it is changed, and comes back when its change is durable. What a reader has found meanwhile isn't taken in.
final class RecordCache: Sendable {
    private struct Entry: Sendable {
        /// The record in the form that its store uses; `nil` if the file has none with this key.
        let row: (any Sendable)?
        let cost: Int
    }

    /// The changes of the records whose places have one remainder.
    private struct Changes: Sendable {
        var unfinished = 0
        var finished = 0
    }

    private struct State: Sendable {
        var recent: [RecordPlace: Entry] = [:]
        var recentCost = 0
        /// The entries that were recent before the current ones. One that is used again becomes recent, the others go.
        var older: [RecordPlace: Entry] = [:]
        var isClosed = false
        var changes = [Changes](repeating: Changes(), count: RecordCache.parts)

        func entry(_ place: RecordPlace) -> Entry? { recent[place] ?? older[place] }

        mutating func remove(_ place: RecordPlace) {
            recentCost -= recent.removeValue(forKey: place)?.cost ?? 0
            older[place] = nil
        }

        /// Adds an entry.
        ///
        /// - Returns: the entries that have to go, so that the caller frees them without the lock.
        mutating func add(_ entry: Entry, _ place: RecordPlace, limit: Int) -> [RecordPlace: Entry] {
            remove(place)
            if isClosed { return [:] }
            recent[place] = entry
            recentCost += entry.cost
            guard recentCost > limit / 2 else { return [:] }
            let dropped = older
            (older, recent, recentCost) = (recent, [:], 0)
            return dropped
        }
    }

    /// The limit in bytes that suits most.
    static let usualLimit = 16_777_216

    private static let parts = 1_024
    private static let overhead = 256
    /// The maximum size of all entries, in bytes.
    private let limit: Int
    private let state = Guarded(State())

    init(limit: Int) {
        self.limit = limit
    }

    /// Whether the file has a record at this place; `nil` if the cache doesn't know.
    func knows(_ place: RecordPlace) -> Bool? {
        state.withLock { state in state.entry(place).map { $0.row != nil } }
    }

    /// Returns the record at a place; `nil` if there is none.
    ///
    /// - Parameter read: reads the record from the file, and tells its size in bytes.
    func row<Row: Sendable>(_ place: RecordPlace, _ read: () throws -> (row: Row, size: Int)?) throws -> Row? {
        let part = Self.part(place)
        let (known, before) = state.withLock { state -> (Entry?, Changes) in
            if let entry = state.recent[place] { return (entry, state.changes[part]) }
            guard let entry = state.older[place] else { return (nil, state.changes[part]) }
            // Nothing is dropped here, because the entry makes the older ones fewer.
            _ = state.add(entry, place, limit: .max)
            return (entry, state.changes[part])
        }
        if let known { return known.row as? Row }
        let found = try read()
        let entry = Self.entry(place, found)
        _ = state.withLock { state -> [RecordPlace: Entry] in
            let changes = state.changes[part]
            // Another thread may have changed the record after it was read.
            guard changes.unfinished == 0, changes.finished == before.finished else { return [:] }
            return state.add(entry, place, limit: limit)
        }
        return found?.row
    }

    /// Changes the record at a place. The caller keeps other changes of the record away meanwhile.
    ///
    /// - Parameter change: makes the change durable, and returns the record that the file has then; `nil` if it may have
    ///   any or none.
    func change<Row: Sendable>(_ place: RecordPlace, _ change: () throws -> (row: Row, size: Int)?) throws {
        begin([place])
        var written: (row: Row, size: Int)?
        defer { end([place], written.map { Self.entry(place, $0) }) }
        written = try change()
    }

    /// Removes the records at these places. The caller keeps other changes of the records away meanwhile.
    func remove(_ places: [RecordPlace], _ change: () throws -> Void) rethrows {
        begin(places)
        defer { end(places, nil) }
        try change()
    }

    /// Forgets all entries and takes no more, so that each look asks the file.
    func close() {
        state.withLock { state in
            (state.recent, state.recentCost, state.older, state.isClosed) = ([:], 0, [:], true)
        }
    }

    private func begin(_ places: [RecordPlace]) {
        state.withLock { state in
            for place in places {
                state.changes[Self.part(place)].unfinished += 1
                state.remove(place)
            }
        }
    }

    private func end(_ places: [RecordPlace], _ entry: Entry?) {
        _ = state.withLock { state -> [RecordPlace: Entry] in
            for place in places {
                state.changes[Self.part(place)].unfinished -= 1
                state.changes[Self.part(place)].finished += 1
            }
            guard let entry, let place = places.first else { return [:] }
            return state.add(entry, place, limit: limit)
        }
    }

    private static func entry(_ place: RecordPlace, _ found: (row: some Sendable, size: Int)?) -> Entry {
        // The record's texts take about as much again as the bytes in the file.
        Entry(row: found?.row, cost: overhead + place.key.count + 2 * (found?.size ?? 0))
    }

    private static func part(_ place: RecordPlace) -> Int { place.hashValue & (parts - 1) }
}
