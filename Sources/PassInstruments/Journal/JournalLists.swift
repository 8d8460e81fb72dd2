/// The entries of an archive in linked lists, oldest first: one list of all entries, and one list for each journal.
struct JournalLists {
    /// An exchange, before and after its answer.
    enum Content: Sendable {
        case arrival(JournalTicket)
        case record(JournalMemory.Place)
    }

    /// One entry, and its position in both lists. The slot has no references, so adding or removing an entry changes no
    /// reference counts.
    private struct Slot {
        /// The number of the exchange; 0 if the slot is unused.
        var number: UInt64
        /// The place of the record; `nil` for an exchange in flight.
        var place: JournalMemory.Place?
        /// The memory that the entry takes, in bytes.
        var bytes: Int
        var journal: Int32
        var older = JournalLists.none
        var newer = JournalLists.none
        /// The next entry of the same journal; for an unused slot, the next unused slot.
        var nextOfJournal = JournalLists.none
    }

    /// The entries of one journal.
    private struct List {
        var oldest = JournalLists.none
        var newest = JournalLists.none
        var count = 0

        /// Adds the newest entry.
        ///
        /// - Returns: the entry that was the newest before.
        mutating func append(_ index: Int32) -> Int32 {
            defer { (newest, count) = (index, count + 1) }
            if count > 0 { return newest }
            oldest = index
            return JournalLists.none
        }

        /// Removes the oldest entry.
        ///
        /// - Parameter next: the entry after it.
        mutating func removeFirst(next: Int32) {
            (oldest, count) = (next, count - 1)
        }
    }

    /// The index that means "no entry". A number instead of an optional keeps slots small.
    private static let none: Int32 = -1

    private var slots: [Slot] = []
    /// The tickets of the exchanges in flight, by their slots.
    private var tickets: [JournalTicket?] = []
    /// The first of the unused slots, which form a list.
    private var firstUnused = none
    private var oldest = none
    private var newest = none
    private var lists: [List] = []
    /// The number of entries.
    private(set) var count = 0

    /// The journal of the oldest entry; `nil` if there is none.
    var journalOfFirst: Int? { oldest == Self.none ? nil : Int(slots[Int(oldest)].journal) }

    /// Whether the exchange of a ticket has an entry, and no answer yet.
    func isInFlight(_ ticket: JournalTicket) -> Bool {
        tickets.indices.contains(ticket.slot) && tickets[ticket.slot] === ticket
    }

    /// Returns the content of a ticket's entry; `nil` if the entry is gone.
    func content(of ticket: JournalTicket) -> Content? {
        guard slots.indices.contains(ticket.slot), slots[ticket.slot].number == ticket.id.number else { return nil }
        return content(at: ticket.slot)
    }

    private func content(at slot: Int) -> Content? {
        if let place = slots[slot].place { return .record(place) }
        return tickets[slot].map { .arrival($0) }
    }

    /// Adds a list for one more journal, whose number is the number of lists before.
    mutating func addJournal() {
        lists.append(List())
    }

    /// The number of entries of a journal.
    func count(of journal: Int) -> Int { lists[journal].count }

    private func first(of journal: Int) -> Int32 { lists[journal].count == 0 ? Self.none : lists[journal].oldest }

    /// Returns the numbers of a journal's exchanges, oldest first.
    func numbers(of journal: Int) -> [UInt64] {
        var numbers: [UInt64] = []
        numbers.reserveCapacity(lists[journal].count)
        var next = first(of: journal)
        while next != Self.none {
            numbers.append(slots[Int(next)].number)
            next = slots[Int(next)].nextOfJournal
        }
        return numbers
    }

    /// Returns the contents of the given exchanges' entries that the journal still holds, oldest first.
    ///
    /// - Parameters:
    ///   - numbers: the numbers of the exchanges, in ascending order.
    ///   - place: where the search begins; afterwards, where it ended. `nil` is the oldest entry.
    func contents(of journal: Int, _ numbers: ArraySlice<UInt64>, from place: inout Int?) -> [Content] {
        var found: [Content] = []
        var rest = numbers
        var next = first(of: journal)
        // Since the previous call, the place may have been given to another exchange or become unused.
        if let place, let first = numbers.first, slots.indices.contains(place), slots[place].number != 0,
            slots[place].journal == journal, slots[place].number <= first
        {
            next = Int32(place)
        }
        while next != Self.none, let number = rest.first {
            let slot = slots[Int(next)]
            if slot.number == number, let content = content(at: Int(next)) { found.append(content) }
            if slot.number >= number { (place, rest) = (Int(next), rest.dropFirst()) }
            if slot.number <= number { next = slot.nextOfJournal }
        }
        return found
    }

    /// The slot that the next entry will have.
    var nextSlot: Int { firstUnused == Self.none ? slots.count : Int(firstUnused) }

    /// Adds an exchange in flight as the newest entry.
    mutating func append(_ ticket: JournalTicket, bytes: Int, to journal: Int) {
        let slot = append(ticket.id.number, nil, bytes: bytes, to: journal)
        tickets[slot] = ticket
    }

    /// Adds the exchange with a number as the newest entry.
    ///
    /// - Parameter place: the place of the record; `nil` for an exchange in flight.
    /// - Returns: the slot.
    @discardableResult
    mutating func append(_ number: UInt64, _ place: JournalMemory.Place?, bytes: Int, to journal: Int) -> Int {
        let index = nextSlot
        let slot = Slot(number: number, place: place, bytes: bytes, journal: Int32(journal), older: newest)
        if index == slots.count {
            slots.append(slot)
            tickets.append(nil)
        } else {
            firstUnused = slots[index].nextOfJournal
        }
        let newestOfJournal = lists[journal].append(Int32(index))
        // With the buffer, Swift checks the array for other references only once, not for each change.
        slots.withUnsafeMutableBufferPointer { [newest] slots in
            slots[index] = slot
            if newest != Self.none { slots[Int(newest)].newer = Int32(index) }
            if newestOfJournal != Self.none { slots[Int(newestOfJournal)].nextOfJournal = Int32(index) }
        }
        if newest == Self.none { oldest = Int32(index) }
        newest = Int32(index)
        count += 1
        return index
    }

    /// Sets the memory that the entry of an exchange in flight takes.
    ///
    /// - Returns: the number of bytes by which the entry has grown.
    mutating func resize(_ ticket: JournalTicket, to bytes: Int) -> Int {
        defer { slots[ticket.slot].bytes = bytes }
        return bytes - slots[ticket.slot].bytes
    }

    /// Completes the entry of an exchange in flight with the place of its record.
    mutating func complete(_ ticket: JournalTicket, with place: JournalMemory.Place) {
        tickets[ticket.slot] = nil
        slots[ticket.slot].place = place
    }

    /// Removes the oldest entry of a journal, which must not be empty.
    ///
    /// - Returns: the memory that it took, and the place of its record if it has one.
    mutating func removeFirst(of journal: Int) -> (bytes: Int, place: JournalMemory.Place?) {
        let index = Int(lists[journal].oldest)
        let slot = slots.withUnsafeMutableBufferPointer { [firstUnused] slots in
            let slot = slots[index]
            if slot.older != Self.none { slots[Int(slot.older)].newer = slot.newer }
            if slot.newer != Self.none { slots[Int(slot.newer)].older = slot.older }
            (slots[index].number, slots[index].nextOfJournal) = (0, firstUnused)
            return slot
        }
        if slot.older == Self.none { oldest = slot.newer }
        if slot.newer == Self.none { newest = slot.older }
        lists[journal].removeFirst(next: slot.nextOfJournal)
        firstUnused = Int32(index)
        if slot.place == nil { tickets[index] = nil }
        count -= 1
        if count == 0 { (slots, tickets, firstUnused) = ([], [], Self.none) }
        return (slot.bytes, slot.place)
    }
}
