package import PassCore

/// The buckets of one World's addresses; nothing is kept of an address that has rested.
package final class RequestThrottle: Sendable {
    private let buckets = Guarded<[ExactText: TokenBucket]>([:])
    private let capacity: Int

    /// - Parameter capacity: how many addresses are remembered, at least 1.
    package init(capacity: Int = 10_000) {
        self.capacity = capacity
    }

    /// Whether that address may make one more request now; if so, it has made it.
    package func admits(_ address: String, _ rule: Policy.Throttle, now: Timestamp) -> Bool {
        let address = ExactText(address)
        return buckets.withLock { buckets in
            if buckets[address] == nil, buckets.count >= capacity {
                buckets = buckets.filter { !$0.value.isFull(rule, now: now) }
                // A flood of names costs them all their bucket, and nobody else more than a new full one.
                if buckets.count > capacity / 2 { buckets.removeAll(keepingCapacity: true) }
            }
            return buckets[address, default: TokenBucket(rule, now: now)].take(rule, now: now)
        }
    }

    /// How many addresses are remembered.
    package var count: Int { buckets.withLock { $0.count } }
}
