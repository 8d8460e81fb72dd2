package import PassCore

/// The requests that one address may still make: requests take from the bucket and time refills it (Adobe, "Throttling
/// mechanism").
///
/// The bucket counts in thousandths of a request. One request per second is one thousandth per millisecond, so rounding
/// loses no time.
package struct TokenBucket: Sendable, Hashable {
    private static let request: Int64 = 1000

    private var level: Int64
    private var filled: Timestamp

    /// Creates a full bucket.
    package init(_ rule: Policy.Throttle, now: Timestamp) {
        level = Self.capacity(rule)
        filled = now
    }

    /// Takes one request from the bucket; returns `false` if the bucket holds less than one.
    ///
    /// Setting the clock back costs nothing: the bucket keeps its level and refills from the new time on.
    package mutating func take(_ rule: Policy.Throttle, now: Timestamp) -> Bool {
        level = level(rule, at: now)
        filled = now
        guard level >= Self.request else { return false }
        level -= Self.request
        return true
    }

    /// Whether the bucket is full, so that a new one could replace it.
    package func isFull(_ rule: Policy.Throttle, now: Timestamp) -> Bool {
        level(rule, at: now) == Self.capacity(rule)
    }

    private func level(_ rule: Policy.Throttle, at now: Timestamp) -> Int64 {
        let capacity = Self.capacity(rule)
        guard now > filled else { return min(level, capacity) }
        let (gain, isHuge) = (now - filled).milliseconds.multipliedReportingOverflow(by: Int64(rule.requestsPerSecond))
        return isHuge ? capacity : min(capacity, min(level, capacity) + min(gain, capacity))
    }

    private static func capacity(_ rule: Policy.Throttle) -> Int64 {
        Int64(rule.burst) * request
    }
}
