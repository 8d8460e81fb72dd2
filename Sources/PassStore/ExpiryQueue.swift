package import PassCore

/// A queue of keys ordered by the instant at which they expire, soonest first; a binary heap.
package struct ExpiryQueue<Key: Sendable>: Sendable {
    private struct Entry: Sendable {
        var expires: Timestamp
        var key: Key
    }

    private var heap: [Entry] = []

    package init() {}

    package var count: Int { heap.count }

    package mutating func insert(_ key: Key, expires: Timestamp) {
        heap.append(Entry(expires: expires, key: key))
        var child = heap.count - 1
        while child > 0 {
            let parent = (child - 1) / 2
            guard heap[child].expires < heap[parent].expires else { break }
            heap.swapAt(child, parent)
            child = parent
        }
    }

    /// Removes and returns the key that expires soonest, if it has expired; otherwise returns `nil`.
    package mutating func popExpired(now: Timestamp) -> Key? {
        guard let first = heap.first, first.expires <= now else { return nil }
        let last = heap.removeLast()
        if !heap.isEmpty {
            heap[0] = last
            sink()
        }
        return first.key
    }

    /// Moves the entry at the top of the heap down to its correct position.
    private mutating func sink() {
        var parent = 0
        while true {
            var child = 2 * parent + 1
            guard child < heap.count else { return }
            if child + 1 < heap.count, heap[child + 1].expires < heap[child].expires { child += 1 }
            guard heap[child].expires < heap[parent].expires else { return }
            heap.swapAt(child, parent)
            parent = child
        }
    }
}
