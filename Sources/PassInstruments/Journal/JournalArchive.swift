import PassCore
import PassHTTP

/// Stores the entries of all namespaces' journals within one limit of bytes. A new entry that doesn't fit replaces the
/// oldest ones of all journals.
package final class JournalArchive: Sendable {
    /// One entry, and its position in two linked lists: that of all entries, and that of its journal. Both begin with
    /// the oldest.
    private struct Slot {
        var content: Content
        var id: ExchangeID
        var isInFlight: Bool
        var bytes: Int
        var journal: Int
        var older: Int?
        var newer: Int?
        var nextOfJournal: Int?
    }

    /// An exchange, before and after its answer.
    private enum Content {
        case none
        case arrival(JournalArrival)
        case record(JournalRecord)

        func entry(_ id: ExchangeID) -> JournalEntry? {
            switch self {
            case .none: nil
            case .arrival(let arrival): arrival.entry(id)
            case .record(let record): record.entry
            }
        }
    }

    /// The entries of one journal.
    private struct List {
        /// The slots of the first and the last entry, while there are entries.
        var oldest = 0
        var newest = 0
        var count = 0
        /// The number of entries that were lost for lack of room.
        var evicted = 0
    }

    private struct State {
        var slots: [Slot] = []
        var free: [Int] = []
        var oldest: Int?
        var newest: Int?
        var held = 0
        var bytes = 0
        /// The journals by their numbers, and the numbers of those that have ended.
        var lists: [List] = []
        var ended: [Int] = []
        /// The number of the last arrival or answer.
        var lastNumber: UInt64 = 0
        /// The total numbers of entries that all journals recorded, and that they lost for lack of room.
        var everRecorded = 0
        var everEvicted = 0
    }

    private let state = Guarded(State())
    private let limit: Int
    private let run: UInt32

    /// - Parameters:
    ///   - bytes: the limit for all entries together; a single entry above it isn't recorded.
    ///   - run: the number of this run, which becomes the prefix of its exchanges' names.
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
                held: state.held, bytes: state.bytes, limit: limit, recorded: state.everRecorded,
                evicted: state.everEvicted)
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
            if let number = state.ended.popLast() { return number }
            state.lists.append(List())
            return state.lists.count - 1
        }
    }

    /// Forgets a journal and its entries.
    func close(_ journal: Int) {
        removeAll(of: journal)
        state.withLock { $0.ended.append(journal) }
    }

    /// Records the arrival of a request, and removes the oldest entries that it leaves no room for.
    ///
    /// - Parameter capacity: the largest number of entries in the journal, at least 1.
    func record(_ arrival: JournalArrival, in journal: Int, capacity: Int) -> JournalTicket {
        state.withLock { state in
            let id = nextID(&state)
            let slot = add(
                .arrival(arrival), id, isInFlight: true, arrival.byteCount, to: journal, capacity, in: &state)
            return JournalTicket(id: id, slot: slot, arrival: arrival)
        }
    }

    /// Records an exchange that is over, and removes the oldest entries that it leaves no room for.
    ///
    /// - Parameter capacity: the largest number of entries in the journal, at least 1.
    func record(
        _ arrival: JournalArrival, _ answer: JournalAnswer, in journal: Int, capacity: Int
    ) -> JournalTicket {
        let record = JournalRecord(
            ExchangeID(run: run, number: 0), arrival, answer.response, isBodyCut: answer.isBodyCut,
            answer.circumstances)
        return state.withLock { state in
            let id = nextID(&state)
            state.lastNumber += 1
            record.name(id, answer: state.lastNumber)
            let slot = add(
                .record(record), id, isInFlight: false, record.byteCount, to: journal, capacity, in: &state)
            return JournalTicket(id: id, slot: slot, arrival: arrival)
        }
    }

    private func nextID(_ state: inout State) -> ExchangeID {
        state.lastNumber += 1
        state.everRecorded += 1
        return ExchangeID(run: run, number: state.lastNumber)
    }

    /// - Returns: the entry's slot; -1 if it is larger than the archive.
    private func add(
        _ content: consuming Content, _ id: ExchangeID, isInFlight: Bool, _ bytes: Int, to journal: Int,
        _ capacity: Int, in state: inout State
    ) -> Int {
        guard bytes <= limit else {
            state.everEvicted += 1
            state.lists[journal].evicted += 1
            return -1
        }
        if state.lists[journal].count >= capacity { Self.evictOldest(of: journal, from: &state) }
        makeRoom(for: bytes, in: &state)
        let slot = Slot(content: content, id: id, isInFlight: isInFlight, bytes: bytes, journal: journal)
        return Self.append(slot, in: &state)
    }

    /// Completes a recorded entry, and removes the oldest entries that the answer leaves no room for.
    ///
    /// An answer whose body doesn't fit into the archive is recorded without it.
    func complete(_ ticket: JournalTicket, _ response: HTTPResponse, _ circumstances: JournalCircumstances) {
        guard ticket.slot >= 0 else { return }
        // The copy is made before the lock is taken.
        let record = JournalRecord(ticket.id, ticket.arrival, response, circumstances, atMost: limit)
        let bytes = record.byteCount
        state.withLock { state in
            guard ticket.slot < state.slots.count, state.slots[ticket.slot].id == ticket.id,
                state.slots[ticket.slot].isInFlight
            else { return }
            state.slots[ticket.slot].isInFlight = false
            state.lastNumber += 1
            record.name(ticket.id, answer: state.lastNumber)
            state.bytes += bytes - state.slots[ticket.slot].bytes
            state.slots[ticket.slot].bytes = bytes
            state.slots[ticket.slot].content = .record(record)
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
        let content = state.withLock { state -> Content in
            guard state.slots.indices.contains(ticket.slot), state.slots[ticket.slot].id == ticket.id else {
                return .none
            }
            return state.slots[ticket.slot].content
        }
        return content.entry(ticket.id)
    }

    /// Returns the entries of a journal, oldest first.
    func entries(of journal: Int) -> [JournalEntry] {
        let found = state.withLock { state in
            var found: [(Content, ExchangeID)] = []
            found.reserveCapacity(state.lists[journal].count)
            var next = state.lists[journal].count > 0 ? state.lists[journal].oldest : nil
            while let index = next {
                found.append((state.slots[index].content, state.slots[index].id))
                next = state.slots[index].nextOfJournal
            }
            return found
        }
        return found.compactMap { $0.entry($1) }
    }

    /// The number of the last arrival or answer, as an ID of this run.
    var position: ExchangeID { state.withLock { ExchangeID(run: run, number: $0.lastNumber) } }

    /// The number of entries of a journal.
    func count(of journal: Int) -> Int { state.withLock { $0.lists[journal].count } }

    /// The number of entries that a journal lost for lack of room since it was last emptied.
    func evicted(of journal: Int) -> Int { state.withLock { $0.lists[journal].evicted } }

    func removeAll(of journal: Int) {
        state.withLock { state in
            state.lists[journal].evicted = 0
            while state.lists[journal].count > 0 { Self.removeOldest(of: journal, from: &state) }
        }
    }

    /// - Returns: the entry's slot.
    private static func append(_ entry: consuming Slot, in state: inout State) -> Int {
        let (journal, bytes) = (entry.journal, entry.bytes)
        entry.older = state.newest
        let index: Int
        if let free = state.free.popLast() {
            index = free
            state.slots[index] = entry
        } else {
            index = state.slots.count
            state.slots.append(entry)
        }
        if let newest = state.newest { state.slots[newest].newer = index } else { state.oldest = index }
        state.newest = index
        if state.lists[journal].count > 0 {
            state.slots[state.lists[journal].newest].nextOfJournal = index
        } else {
            state.lists[journal].oldest = index
        }
        state.lists[journal].newest = index
        state.lists[journal].count += 1
        state.held += 1
        state.bytes += bytes
        return index
    }

    private static func evictOldest(of journal: Int, from state: inout State) {
        state.everEvicted += 1
        state.lists[journal].evicted += 1
        removeOldest(of: journal, from: &state)
    }

    private static func removeOldest(of journal: Int, from state: inout State) {
        guard state.lists[journal].count > 0 else { return }
        let index = state.lists[journal].oldest
        let (older, newer) = (state.slots[index].older, state.slots[index].newer)
        if let older { state.slots[older].newer = newer } else { state.oldest = newer }
        if let newer { state.slots[newer].older = older } else { state.newest = older }
        if let next = state.slots[index].nextOfJournal { state.lists[journal].oldest = next }
        state.lists[journal].count -= 1
        state.held -= 1
        state.bytes -= state.slots[index].bytes
        if state.held == 0 {
            (state.slots, state.free) = ([], [])
        } else {
            state.slots[index].content = .none
            state.free.append(index)
        }
    }
}
