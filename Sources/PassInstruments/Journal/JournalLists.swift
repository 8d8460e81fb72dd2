/// The entries of an archive, in two kinds of linked lists that begin with the oldest: one of all entries, and one of
/// each journal's.
struct JournalLists {
    /// One entry, and its position in both lists.
    struct Slot {
        /// The number of the exchange.
        let number: UInt64
        var content: Content
        /// The memory that the entry takes, in bytes.
        var bytes: Int
        let journal: Int
        fileprivate var older = JournalLists.none
        fileprivate var newer = JournalLists.none
        fileprivate var nextOfJournal = JournalLists.none

        fileprivate var isPresent: Bool { if case .removed = content { false } else { true } }
    }

    /// An exchange, before and after its answer.
    enum Content {
        case arrival(JournalTicket)
        case record(JournalMemory.Place)
        case removed
    }

    /// The entries of one journal.
    private struct List {
        var oldest = JournalLists.none
        var newest = JournalLists.none
        var count = 0
    }

    /// The index in place of an entry that doesn't exist. A number instead of an optional keeps slots small.
    private static let none = -1

    private var slots: [Slot] = []
    private var free: [Int] = []
    private var oldest = none
    private var newest = none
    private var lists: [List] = []
    /// The number of entries.
    private(set) var count = 0

    /// The slot of the oldest entry; `nil` if there is none.
    var first: Int? { oldest == Self.none ? nil : oldest }

    subscript(slot: Int) -> Slot {
        get { slots[slot] }
        _modify { yield &slots[slot] }
    }

    /// Whether the exchange of a ticket has an entry, and no answer yet.
    func isInFlight(_ ticket: JournalTicket) -> Bool {
        guard ticket.slot < slots.count, case .arrival(let present) = slots[ticket.slot].content else { return false }
        return present === ticket
    }

    /// Returns the entry of a ticket; `nil` if it is gone.
    func slot(of ticket: JournalTicket) -> Slot? {
        guard slots.indices.contains(ticket.slot), slots[ticket.slot].number == ticket.id.number else { return nil }
        return slots[ticket.slot]
    }

    /// Adds the list of a journal with that number, which is the first unused one.
    mutating func addJournal(_ number: Int) {
        if number == lists.count { lists.append(List()) }
    }

    /// The number of entries of a journal.
    func count(of journal: Int) -> Int { lists[journal].count }

    private func first(of journal: Int) -> Int { lists[journal].count == 0 ? Self.none : lists[journal].oldest }

    /// Returns the numbers of a journal's exchanges, oldest first.
    func numbers(of journal: Int) -> [UInt64] {
        var numbers: [UInt64] = []
        numbers.reserveCapacity(lists[journal].count)
        var next = first(of: journal)
        while next != Self.none {
            numbers.append(slots[next].number)
            next = slots[next].nextOfJournal
        }
        return numbers
    }

    /// Returns the entries of some exchanges, oldest first, as far as the journal still has them.
    ///
    /// - Parameters:
    ///   - numbers: the numbers of the exchanges, in ascending order.
    ///   - place: where the search begins; afterwards, where it ended. `nil` is the oldest entry.
    func slots(of journal: Int, _ numbers: ArraySlice<UInt64>, from place: inout Int?) -> [Slot] {
        var found: [Slot] = []
        var rest = numbers
        var next = first(of: journal)
        // By now the place may hold another exchange, or none.
        if let place, let first = numbers.first, slots.indices.contains(place), slots[place].isPresent,
            slots[place].journal == journal, slots[place].number <= first
        {
            next = place
        }
        while next != Self.none, let number = rest.first {
            let slot = slots[next]
            if slot.number == number { found.append(slot) }
            if slot.number >= number { (place, rest) = (next, rest.dropFirst()) }
            if slot.number <= number { next = slot.nextOfJournal }
        }
        return found
    }

    /// The slot that the next entry will have.
    var nextSlot: Int { free.last ?? slots.count }

    /// Adds the newest entry, an exchange in flight.
    mutating func append(_ ticket: JournalTicket, bytes: Int, to journal: Int) {
        let index = nextSlot
        let slot = Slot(
            number: ticket.id.number, content: .arrival(ticket), bytes: bytes, journal: journal, older: newest)
        if free.popLast() == nil { slots.append(slot) } else { slots[index] = slot }
        if newest == Self.none { oldest = index } else { slots[newest].newer = index }
        newest = index
        let last = lists[journal].newest
        if lists[journal].count == 0 { lists[journal].oldest = index } else { slots[last].nextOfJournal = index }
        lists[journal].newest = index
        lists[journal].count += 1
        count += 1
    }

    /// Removes the oldest entry of a journal, which has one.
    ///
    /// - Returns: the memory that it took, and the place of its record if it has one.
    mutating func removeFirst(of journal: Int) -> (bytes: Int, place: JournalMemory.Place?) {
        let index = lists[journal].oldest
        let (older, newer, bytes) = (slots[index].older, slots[index].newer, slots[index].bytes)
        let place: JournalMemory.Place? = if case .record(let place) = slots[index].content { place } else { nil }
        if older == Self.none { oldest = newer } else { slots[older].newer = newer }
        if newer == Self.none { newest = older } else { slots[newer].older = older }
        lists[journal].oldest = slots[index].nextOfJournal
        lists[journal].count -= 1
        count -= 1
        if count == 0 {
            (slots, free) = ([], [])
        } else {
            slots[index].content = .removed
            free.append(index)
        }
        return (bytes, place)
    }
}
