/// The connections whose answers are delayed, with the earliest due first (a binary heap).
struct DelayHeap {
    /// A connection, and the time at which its delay is over.
    struct Entry {
        let due: Int64
        let token: PollToken
    }

    private var entries: [Entry] = []

    var count: Int { entries.count }
    /// The time at which the first delay is over; `.max` when there is none.
    var nextDue: Int64 { entries.first?.due ?? .max }

    mutating func insert(_ entry: Entry) {
        entries.append(entry)
        var child = entries.count - 1
        while child > 0, case let parent = (child - 1) / 2, entries[child].due < entries[parent].due {
            entries.swapAt(child, parent)
            child = parent
        }
    }

    /// Removes the earliest entry if its delay is over, and returns its connection's token.
    mutating func popDue(now: Int64) -> PollToken? {
        guard let first = entries.first, first.due <= now else { return nil }
        let last = entries.removeLast()
        if !entries.isEmpty {
            entries[0] = last
            sink()
        }
        return first.token
    }

    /// Keeps the entries whose connections still exist, and forgets the others.
    mutating func keep(where isAlive: (PollToken) -> Bool) {
        let alive = entries.filter { isAlive($0.token) }
        entries = []
        for entry in alive { insert(entry) }
    }

    private mutating func sink() {
        var parent = 0
        while true {
            var smallest = parent
            for child in [2 * parent + 1, 2 * parent + 2]
            where child < entries.count && entries[child].due < entries[smallest].due {
                smallest = child
            }
            if smallest == parent { return }
            entries.swapAt(parent, smallest)
            parent = smallest
        }
    }
}
