package import PassCore

/// Limits how often each client address may call a World. An address that has made no request for a long time may be
/// forgotten.
package final class RequestThrottle: Sendable {
    private let allowances: Guarded<[ExactText: RequestAllowance]>
    private let capacity: Int

    /// Creates a throttle.
    ///
    /// - Parameters:
    ///   - capacity: the number of addresses to remember, at least 1.
    ///   - allowances: the addresses that the throttle knows from the beginning, with their allowances.
    package init(capacity: Int = 10_000, _ allowances: [ExactText: RequestAllowance] = [:]) {
        self.capacity = capacity
        self.allowances = Guarded(allowances)
    }

    /// The addresses that are remembered, with the requests that they may still make.
    package var all: [ExactText: RequestAllowance] { allowances.withLock(\.self) }

    /// Returns whether the address may make one more request now, and counts that request if so.
    package func admits(_ address: String, _ rule: Policy.Throttle, now: Timestamp) -> Bool {
        let address = ExactText(address)
        return allowances.withLock { allowances in
            if allowances[address] == nil, allowances.count >= capacity {
                allowances = allowances.filter { !$0.value.isForgotten(now: now) }
                // If too many addresses are active, every allowance is dropped. No client is worse off, because each
                // gets a new allowance.
                if allowances.count > capacity / 2 { allowances.removeAll(keepingCapacity: true) }
            }
            return allowances[address, default: RequestAllowance(now: now)].take(rule, now: now)
        }
    }

    /// The number of addresses remembered.
    package var count: Int { allowances.withLock { $0.count } }
}
