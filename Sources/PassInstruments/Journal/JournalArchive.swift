import PassCore
import PassDomain
import PassHTTP

/// Stores the entries of all namespaces' journals within one limit of bytes. A new entry that doesn't fit replaces the
/// oldest ones of all journals.
package final class JournalArchive: Sendable {
    private struct State {
        var lists = JournalLists()
        var memory: JournalMemory
        /// The memory that all entries take, in bytes.
        var bytes = 0
        /// The number of entries that each journal has lost for lack of room.
        var evicted: [Int] = []
        /// The numbers of journals that have ended, to be given to new journals.
        var ended: [Int] = []
        /// The number of the last arrival or answer.
        var lastNumber: UInt64 = 0
        /// The total number of entries that all journals have recorded, and the number that they have lost for lack of
        /// room.
        var everRecorded = 0
        var everEvicted = 0
    }

    private let state: Guarded<State>
    private let limit: Int
    private let run: UInt32

    /// Creates an empty archive.
    ///
    /// - Parameters:
    ///   - bytes: the limit for all entries together; a single entry above it isn't recorded.
    ///   - run: the number of this run, which becomes the prefix of its exchanges' names.
    package init(bytes: Int, run: UInt32 = 0) {
        limit = bytes
        self.run = run
        state = Guarded(State(memory: JournalMemory(limit: bytes)))
    }

    /// The memory that all entries take, in bytes; for exchanges in flight, it is an estimate.
    package var byteCount: Int { state.withLock { $0.bytes } }

    /// The figures of all journals together.
    package var totals: Totals {
        state.withLock { state in
            Totals(
                held: state.lists.count, bytes: state.bytes, limit: limit, recorded: state.everRecorded,
                evicted: state.everEvicted)
        }
    }

    /// Returns the number of a new journal.
    func open() -> Int {
        state.withLock { state in
            if let number = state.ended.popLast() { return number }
            state.evicted.append(0)
            state.lists.addJournal()
            return state.evicted.count - 1
        }
    }

    /// Forgets a journal and its entries.
    func close(_ journal: Int) {
        removeAll(of: journal)
        state.withLock { $0.ended.append(journal) }
    }

    /// Records the arrival of a request, and removes the oldest entries that it leaves no room for.
    ///
    /// - Parameters:
    ///   - ticket: the request's ticket, which gets the exchange's name.
    ///   - capacity: the largest number of entries in the journal, at least 1.
    func record(_ ticket: JournalTicket, in journal: Int, capacity: Int) {
        record(ticket, bytes: ticket.arrival.byteCount, in: journal, capacity)
    }

    /// Records an exchange without changing it, and removes the oldest entries that it leaves no room for.
    ///
    /// - Parameters:
    ///   - answer: the answer; `nil` if the exchange is in flight.
    ///   - capacity: the largest number of entries in the journal, at least 1.
    func record(_ ticket: JournalTicket, _ answer: JournalAnswer?, in journal: Int, capacity: Int) {
        guard let answer else { return record(ticket, in: journal, capacity: capacity) }
        let shape = JournalRecord.Shape(
            ticket.arrival.request, ticket.arrival.facts, answer.response, answer.circumstances.checks?.kept,
            atMost: .max)
        record(ticket, bytes: shape.byteCount + answer.circumstances.noteBytes, in: journal, capacity)
        complete(ticket, answer.response, answer.circumstances, isBodyCut: answer.isBodyCut)
    }

    private func record(_ ticket: JournalTicket, bytes: Int, in journal: Int, _ capacity: Int) {
        state.withLock { state in
            state.lastNumber += 1
            state.everRecorded += 1
            let id = ExchangeID(run: run, number: state.lastNumber)
            guard bytes <= limit else {
                Self.countEviction(of: journal, in: &state)
                return ticket.name(id, slot: -1)
            }
            if state.lists.count(of: journal) >= capacity { Self.evictOldest(of: journal, from: &state) }
            makeRoom(for: bytes, in: &state)
            ticket.name(id, slot: state.lists.nextSlot)
            state.lists.append(ticket, bytes: bytes, to: journal)
            state.bytes += bytes
        }
    }

    /// Records a request together with its answer, and removes the oldest entries that they leave no room for.
    ///
    /// - Parameters:
    ///   - nanoseconds: the time until the answer.
    ///   - outcome: the slot with the outcome, which the archive takes out of it.
    ///   - checks: the log of the checks, whose notes are copied.
    ///   - capacity: the largest number of entries in the journal, at least 1.
    ///   - name: adds the exchange's name to the answer before the answer is copied.
    func record(
        _ request: HTTPRequest, _ facts: JournalArrival.Facts, _ response: inout HTTPResponse, nanoseconds: UInt64,
        _ outcome: OutcomeSlot?, _ checks: CheckLog?, in journal: Int, capacity: Int,
        name: (ExchangeID, inout HTTPResponse) -> Void
    ) {
        let notes = checks?.kept
        // The lock is taken once, for about the time that a record takes to copy.
        state.withLock { state in
            let id = ExchangeID(run: run, number: state.lastNumber + 1)
            name(id, &response)
            state.lastNumber += 2
            state.everRecorded += 1
            append(id, request, facts, &response, nanoseconds, outcome, notes, to: &state, journal, capacity)
        }
        withExtendedLifetime(checks) {}
    }

    /// Adds the record of an exchange if there is room, or if room can be made.
    private func append(
        _ id: ExchangeID, _ request: HTTPRequest, _ facts: JournalArrival.Facts, _ response: inout HTTPResponse,
        _ nanoseconds: UInt64, _ outcome: OutcomeSlot?, _ notes: KeptNotes?, to state: inout State, _ journal: Int,
        _ capacity: Int
    ) {
        let shape = JournalRecord.Shape(request, facts, response, notes, atMost: limit)
        guard shape.byteCount <= limit else { return Self.countEviction(of: journal, in: &state) }
        if state.lists.count(of: journal) >= capacity { Self.evictOldest(of: journal, from: &state) }
        makeRoom(for: shape.byteCount, in: &state)
        var place = state.memory.reserve(shape.byteCount)
        while place == nil, state.lists.count > 0 {
            Self.evictOldest(from: &state)
            place = state.memory.reserve(shape.byteCount)
        }
        guard let place else { return Self.countEviction(of: journal, in: &state) }
        let record = state.memory.record(at: place)
        record.write(
            shape, id, request, facts, response, nanoseconds: nanoseconds, outcome, notes, nil, isBodyCut: false)
        record.number(state.lastNumber)
        state.lists.append(id.number, place, bytes: shape.byteCount, to: journal)
        state.bytes += shape.byteCount
    }

    /// Completes a recorded entry, and removes the oldest entries that the answer leaves no room for.
    ///
    /// An answer whose body doesn't fit into the archive is recorded without the body.
    ///
    /// - Parameter isBodyCut: whether the answer's body had already been cut.
    func complete(
        _ ticket: JournalTicket, _ response: borrowing HTTPResponse, _ circumstances: borrowing JournalCircumstances,
        isBodyCut: Bool = false
    ) {
        guard ticket.slot >= 0 else { return }
        let arrival = ticket.arrival
        let shape = JournalRecord.Shape(
            arrival.request, arrival.facts, response, circumstances.checks?.kept, atMost: limit)
        // The exchange is copied outside the lock, into memory that is reserved for it.
        let bytes = shape.byteCount + circumstances.noteBytes
        guard let reserved = reserve(shape, bytes: bytes, for: ticket) else { return }
        var outcome: OutcomeSlot?
        if case .slot(let slot) = circumstances.outcome { outcome = slot }
        reserved.record.write(
            shape, ticket.id, arrival.request, arrival.facts, response, nanoseconds: circumstances.nanoseconds, outcome,
            circumstances.checks?.kept,
            JournalRecord.Rarities(arrival.facts.importedID, copy response, copy circumstances), isBodyCut: isBodyCut)
        publish(reserved, ticket)
    }

    /// A place in memory that is reserved for one record.
    private struct Reserved: Sendable {
        let place: JournalMemory.Place
        let record: JournalRecord
    }

    /// Reserves memory for the record of an exchange in flight; returns `nil` if its entry is gone, or is evicted here
    /// to make room.
    ///
    /// - Parameter bytes: the memory that the exchange takes, including the notes that a file has about it.
    private func reserve(_ shape: JournalRecord.Shape, bytes: Int, for ticket: JournalTicket) -> Reserved? {
        state.withLock { state in
            guard state.lists.isInFlight(ticket) else { return nil }
            state.bytes += state.lists.resize(ticket, to: bytes)
            makeRoom(for: 0, in: &state)
            while state.lists.isInFlight(ticket) {
                if let place = state.memory.reserve(shape.byteCount) {
                    return Reserved(place: place, record: state.memory.record(at: place))
                }
                Self.evictOldest(from: &state)
            }
            return nil
        }
    }

    /// Makes a record the content of its exchange's entry, unless the entry is gone.
    private func publish(_ reserved: Reserved, _ ticket: JournalTicket) {
        state.withLock { state in
            guard state.lists.isInFlight(ticket) else { return state.memory.release(reserved.place) }
            state.lastNumber += 1
            reserved.record.number(state.lastNumber)
            state.lists.complete(ticket, with: reserved.place)
        }
    }

    private func makeRoom(for bytes: Int, in state: inout State) {
        while bytes > limit - state.bytes, state.lists.count > 0 { Self.evictOldest(from: &state) }
    }

    /// Returns the entry of a ticket as it is now; `nil` if it is gone.
    func entry(_ ticket: JournalTicket) -> JournalEntry? {
        state.withLock { state in state.lists.content(of: ticket).map { Content($0, state.memory) } }?.entry
    }

    /// Returns the numbers of a journal's exchanges, oldest first.
    func numbers(of journal: Int) -> [UInt64] { state.withLock { $0.lists.numbers(of: journal) } }

    /// Returns the entries of the given exchanges that a journal still holds, oldest first.
    ///
    /// - Parameters:
    ///   - numbers: the numbers of the exchanges, in ascending order.
    ///   - place: where the search begins; afterwards, where it ended. `nil` is the oldest entry.
    func entries(of journal: Int, _ numbers: ArraySlice<UInt64>, from place: inout Int?) -> [JournalEntry] {
        // Records are read after the lock is released.
        let found = state.withLock { state in
            state.lists.contents(of: journal, numbers, from: &place).map { Content($0, state.memory) }
        }
        return found.map(\.entry)
    }

    /// The content of an entry at one moment, for a reader; later changes of the entry don't affect it.
    private enum Content: Sendable {
        case arrival(JournalTicket)
        case record(JournalMemory.Pinned)

        init(_ content: JournalLists.Content, _ memory: JournalMemory) {
            switch content {
            case .arrival(let ticket): self = .arrival(ticket)
            case .record(let place): self = .record(memory.pinned(place))
            }
        }

        var entry: JournalEntry {
            switch self {
            case .arrival(let ticket): ticket.arrival.entry(ticket.id)
            case .record(let record): record.entry
            }
        }
    }

    /// The number of the last arrival or answer, as an ID of this run.
    var position: ExchangeID { state.withLock { ExchangeID(run: run, number: $0.lastNumber) } }

    /// The number of entries of a journal.
    func count(of journal: Int) -> Int { state.withLock { $0.lists.count(of: journal) } }

    /// The number of entries that a journal lost for lack of room since it was last emptied.
    func evicted(of journal: Int) -> Int { state.withLock { $0.evicted[journal] } }

    func removeAll(of journal: Int) {
        state.withLock { state in
            state.evicted[journal] = 0
            while state.lists.count(of: journal) > 0 { Self.removeOldest(of: journal, from: &state) }
        }
    }

    private static func evictOldest(from state: inout State) {
        if let journal = state.lists.journalOfFirst { evictOldest(of: journal, from: &state) }
    }

    private static func evictOldest(of journal: Int, from state: inout State) {
        countEviction(of: journal, in: &state)
        removeOldest(of: journal, from: &state)
    }

    private static func countEviction(of journal: Int, in state: inout State) {
        state.everEvicted += 1
        state.evicted[journal] += 1
    }

    private static func removeOldest(of journal: Int, from state: inout State) {
        let removed = state.lists.removeFirst(of: journal)
        state.bytes -= removed.bytes
        if let place = removed.place { state.memory.release(place) }
    }
}
