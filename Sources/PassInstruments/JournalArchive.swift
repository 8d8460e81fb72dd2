import PassCore

/// Stores the entries of all namespaces' journals within one limit of bytes. A new entry that doesn't fit replaces the
/// oldest ones of all journals.
package final class JournalArchive: Sendable {
    /// One entry's position in two linked lists: that of all entries, and that of its journal. Both begin with the
    /// oldest.
    private struct Slot {
        var entry: JournalEntry?
        var journal: Int
        var older: Int?
        var newer: Int?
        var nextOfJournal: Int?
    }

    /// The first and last slot of one journal's entries, and their number.
    private struct List {
        var oldest: Int
        var newest: Int
        var count: Int
    }

    private struct State {
        var slots: [Slot] = []
        var free: [Int] = []
        var oldest: Int?
        var newest: Int?
        var bytes = 0
        var lists: [Int: List] = [:]
        var lastJournal = 0
    }

    private let state = Guarded(State())
    private let limit: Int

    /// - Parameter bytes: the limit for all entries together; a single entry above it isn't recorded.
    package init(bytes: Int) {
        limit = bytes
    }

    /// An estimate of the memory that all entries take, in bytes.
    package var byteCount: Int { state.withLock { $0.bytes } }

    /// Returns the number of a new journal.
    func open() -> Int {
        state.withLock { state in
            state.lastJournal += 1
            return state.lastJournal
        }
    }

    /// Records an entry in a journal, and removes the oldest entries that it leaves no room for.
    ///
    /// - Parameter capacity: the largest number of entries in the journal, at least 1.
    func record(_ entry: JournalEntry, in journal: Int, capacity: Int) {
        let bytes = entry.byteCount
        guard bytes <= limit else { return }
        state.withLock { state in
            if let list = state.lists[journal], list.count >= capacity { Self.removeOldest(of: journal, from: &state) }
            while bytes > limit - state.bytes, let oldest = state.oldest {
                Self.removeOldest(of: state.slots[oldest].journal, from: &state)
            }
            Self.append(entry, bytes, to: journal, in: &state)
        }
    }

    /// Returns the entries of a journal, oldest first.
    func entries(of journal: Int) -> [JournalEntry] {
        state.withLock { state in
            var entries: [JournalEntry] = []
            var next = state.lists[journal]?.oldest
            while let index = next {
                if let entry = state.slots[index].entry { entries.append(entry) }
                next = state.slots[index].nextOfJournal
            }
            return entries
        }
    }

    /// The number of entries of a journal.
    func count(of journal: Int) -> Int { state.withLock { $0.lists[journal]?.count ?? 0 } }

    func removeAll(of journal: Int) {
        state.withLock { state in
            while state.lists[journal] != nil { Self.removeOldest(of: journal, from: &state) }
        }
    }

    private static func append(_ entry: JournalEntry, _ bytes: Int, to journal: Int, in state: inout State) {
        let slot = Slot(entry: entry, journal: journal, older: state.newest)
        let index: Int
        if let free = state.free.popLast() {
            index = free
            state.slots[index] = slot
        } else {
            index = state.slots.count
            state.slots.append(slot)
        }
        if let newest = state.newest { state.slots[newest].newer = index } else { state.oldest = index }
        state.newest = index
        if let list = state.lists[journal] {
            state.slots[list.newest].nextOfJournal = index
            state.lists[journal] = List(oldest: list.oldest, newest: index, count: list.count + 1)
        } else {
            state.lists[journal] = List(oldest: index, newest: index, count: 1)
        }
        state.bytes += bytes
    }

    private static func removeOldest(of journal: Int, from state: inout State) {
        guard let list = state.lists[journal] else { return }
        let slot = state.slots[list.oldest]
        if let older = slot.older { state.slots[older].newer = slot.newer } else { state.oldest = slot.newer }
        if let newer = slot.newer { state.slots[newer].older = slot.older } else { state.newest = slot.older }
        if let next = slot.nextOfJournal {
            state.lists[journal] = List(oldest: next, newest: list.newest, count: list.count - 1)
        } else {
            state.lists[journal] = nil
        }
        state.bytes -= slot.entry?.byteCount ?? 0
        if state.lists.isEmpty {
            (state.slots, state.free) = ([], [])
        } else {
            state.slots[list.oldest].entry = nil
            state.free.append(list.oldest)
        }
    }
}
