import PassCore
import PassHTTP

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
        /// How many entries each journal lost for lack of room.
        var evicted: [Int: Int] = [:]
        var lastJournal = 0
        /// The number of the last arrival or answer.
        var lastNumber: UInt64 = 0
        /// The numbers of entries that all journals ever recorded, and ever lost for lack of room.
        var everRecorded = 0
        var everEvicted = 0
    }

    private let state = Guarded(State())
    private let limit: Int
    private let run: UInt32

    /// - Parameters:
    ///   - bytes: the limit for all entries together; a single entry above it isn't recorded.
    ///   - run: the part of the exchanges' names that tells this simulator's from those of others.
    package init(bytes: Int, run: UInt32 = 0) {
        limit = bytes
        self.run = run
    }

    /// An estimate of the memory that all entries take, in bytes.
    package var byteCount: Int { state.withLock { $0.bytes } }

    /// The figures of all journals together.
    package var totals: Totals {
        state.withLock { state in
            Totals(
                held: state.lists.values.reduce(0) { $0 + $1.count }, bytes: state.bytes, limit: limit,
                recorded: state.everRecorded, evicted: state.everEvicted)
        }
    }

    /// The figures of all journals together.
    package struct Totals: Sendable {
        /// The number of entries now.
        package var held: Int
        /// An estimate of the memory that the entries take, in bytes, and its limit.
        package var bytes: Int
        package var limit: Int
        /// The number of entries that were recorded since the archive began, and of those that were lost for lack of
        /// room. Emptying a journal changes neither.
        package var recorded: Int
        package var evicted: Int
    }

    /// Returns the number of a new journal.
    func open() -> Int {
        state.withLock { state in
            state.lastJournal += 1
            return state.lastJournal
        }
    }

    /// Forgets a journal and its entries.
    func close(_ journal: Int) {
        removeAll(of: journal)
    }

    /// Records an entry in a journal, and removes the oldest entries that it leaves no room for.
    ///
    /// - Parameter capacity: the largest number of entries in the journal, at least 1.
    func record(_ entry: JournalEntry, in journal: Int, capacity: Int) -> JournalTicket {
        let bytes = entry.byteCount
        return state.withLock { state in
            state.lastNumber += 1
            let id = ExchangeID(run: run, number: state.lastNumber)
            state.everRecorded += 1
            guard bytes <= limit else {
                state.everEvicted += 1
                state.evicted[journal, default: 0] += 1
                return JournalTicket(id: id, slot: -1)
            }
            if let list = state.lists[journal], list.count >= capacity { Self.evictOldest(of: journal, from: &state) }
            makeRoom(for: bytes, in: &state)
            var entry = entry
            entry.id = id
            if entry.answer != nil {
                state.lastNumber += 1
                entry.answer?.number = state.lastNumber
            }
            return JournalTicket(id: id, slot: Self.append(entry, bytes, to: journal, in: &state))
        }
    }

    /// Completes a recorded entry, and removes the oldest entries that the answer leaves no room for.
    ///
    /// An answer whose body doesn't fit into the archive is recorded without it.
    func complete(_ ticket: JournalTicket, _ answer: JournalAnswer, in journal: Int) {
        var answer = answer
        state.withLock { state in
            guard state.slots.indices.contains(ticket.slot), let entry = state.slots[ticket.slot].entry,
                entry.id == ticket.id, entry.isInFlight
            else { return }
            if entry.byteCount + answer.byteCount > limit {
                answer.response.body = []
                answer.isBodyCut = true
            }
            state.lastNumber += 1
            answer.number = state.lastNumber
            state.bytes += answer.byteCount
            state.slots[ticket.slot].entry?.answer = answer
            makeRoom(for: 0, in: &state)
        }
    }

    private func makeRoom(for bytes: Int, in state: inout State) {
        while bytes > limit - state.bytes, let oldest = state.oldest {
            Self.evictOldest(of: state.slots[oldest].journal, from: &state)
        }
    }

    /// Returns the entry of a ticket as it is now; `nil` if it is gone.
    func entry(_ ticket: JournalTicket) -> JournalEntry? {
        state.withLock { state in
            guard state.slots.indices.contains(ticket.slot), let entry = state.slots[ticket.slot].entry,
                entry.id == ticket.id
            else { return nil }
            return entry
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

    /// The name that an exchange would have had if it were the last.
    var position: ExchangeID { state.withLock { ExchangeID(run: run, number: $0.lastNumber) } }

    /// The number of entries of a journal.
    func count(of journal: Int) -> Int { state.withLock { $0.lists[journal]?.count ?? 0 } }

    /// The number of entries that a journal lost for lack of room since it was last emptied.
    func evicted(of journal: Int) -> Int { state.withLock { $0.evicted[journal] ?? 0 } }

    func removeAll(of journal: Int) {
        state.withLock { state in
            state.evicted[journal] = nil
            while state.lists[journal] != nil { Self.removeOldest(of: journal, from: &state) }
        }
    }

    /// - Returns: the entry's slot.
    private static func append(
        _ entry: JournalEntry, _ bytes: Int, to journal: Int, in state: inout State
    ) -> Int {
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
        return index
    }

    private static func evictOldest(of journal: Int, from state: inout State) {
        state.everEvicted += 1
        state.evicted[journal, default: 0] += 1
        removeOldest(of: journal, from: &state)
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
