/// The deadlines of a loop's connections: one list for each kind, in the order of expiry, linked through arrays.
///
/// All deadlines of a kind last equally long, so a new one goes to the end of its list. Starting, cancelling and
/// finding the next deadline therefore take constant time. A connection is identified by its slot (its descriptor) and
/// has at most one deadline.
struct DeadlineLists {
    /// The kinds of deadlines, which differ in how long they last.
    enum Kind: Int, CaseIterable {
        case idle
        case handshake
        case head
        case content
        case write
        case linger
    }

    private struct Link {
        var previous: Int32 = -1
        var next: Int32 = -1
        var due: Int64 = 0
        var kind: Int8 = -1
    }

    private var links: [Link] = []
    private var first = [Int32](repeating: -1, count: Kind.allCases.count)
    private var last = [Int32](repeating: -1, count: Kind.allCases.count)
    private let durations: [Int64]

    /// Creates the lists, without any deadline.
    ///
    /// - Parameter milliseconds: returns the duration of a deadline of each kind.
    init(milliseconds: (Kind) -> Int) {
        durations = Kind.allCases.map { Int64(milliseconds($0)) }
    }

    /// Returns the kind of the slot's deadline; `nil` if it has none.
    func kind(of slot: Int) -> Kind? {
        slot < links.count ? Kind(rawValue: Int(links[slot].kind)) : nil
    }

    /// Starts a deadline of that kind for the slot, in place of any deadline that the slot has.
    mutating func restart(_ slot: Int, _ kind: Kind, now: Int64) {
        while links.count <= slot { links.append(Link()) }
        let index = kind.rawValue
        let due = now + durations[index]
        // Requests of one connection within one millisecond all lead to the same deadline, which then stays where it
        // is.
        if links[slot].kind == index, links[slot].due == due { return }
        unlink(slot)
        links[slot] = Link(previous: last[index], next: -1, due: due, kind: Int8(index))
        if last[index] >= 0 { links[Int(last[index])].next = Int32(slot) } else { first[index] = Int32(slot) }
        last[index] = Int32(slot)
    }

    /// Starts a deadline unless one of that kind is running: a peer that sends byte after byte must not extend it.
    mutating func startUnlessRunning(_ slot: Int, _ kind: Kind, now: Int64) {
        if self.kind(of: slot) != kind { restart(slot, kind, now: now) }
    }

    /// Removes the slot's deadline, if it has one.
    mutating func cancel(_ slot: Int) {
        if slot < links.count { unlink(slot) }
    }

    /// The time at which the next deadline expires; `.max` when there is none.
    var nextDue: Int64 {
        var due = Int64.max
        for slot in first where slot >= 0 { due = min(due, links[Int(slot)].due) }
        return due
    }

    /// Removes a deadline that has expired and returns its slot and kind; `nil` if there is none.
    mutating func popExpired(now: Int64) -> (slot: Int, kind: Kind)? {
        for kind in Kind.allCases {
            let slot = Int(first[kind.rawValue])
            if slot >= 0, links[slot].due <= now {
                unlink(slot)
                return (slot, kind)
            }
        }
        return nil
    }

    private mutating func unlink(_ slot: Int) {
        let link = links[slot]
        guard link.kind >= 0 else { return }
        let index = Int(link.kind)
        if link.previous >= 0 { links[Int(link.previous)].next = link.next } else { first[index] = link.next }
        if link.next >= 0 { links[Int(link.next)].previous = link.previous } else { last[index] = link.previous }
        links[slot] = Link()
    }
}
