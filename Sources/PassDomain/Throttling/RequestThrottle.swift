package import PassCore

/// The token buckets of a World's client addresses; an address whose bucket is full again may be forgotten.
package final class RequestThrottle: Sendable {
    private let buckets = Guarded<[ExactText: TokenBucket]>([:])
    private let capacity: Int

    /// Creates a throttle without any addresses.
    ///
    /// - Parameter capacity: the number of addresses to remember, at least 1.
    package init(capacity: Int = 10_000) {
        self.capacity = capacity
    }

    /// Returns whether the address may make one more request now, and counts that request if so.
    package func admits(_ address: String, _ rule: Policy.Throttle, now: Timestamp) -> Bool {
        let address = ExactText(address)
        return buckets.withLock { buckets in
            if buckets[address] == nil, buckets.count >= capacity {
                buckets = buckets.filter { !$0.value.isFull(rule, now: now) }
                // Under a flood of addresses every bucket is dropped. That costs no client anything: each starts again
                // with a full one.
                if buckets.count > capacity / 2 { buckets.removeAll(keepingCapacity: true) }
            }
            return buckets[address, default: TokenBucket(rule, now: now)].take(rule, now: now)
        }
    }

    /// The number of addresses remembered.
    package var count: Int { buckets.withLock { $0.count } }
}
