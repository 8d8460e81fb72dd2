package import PassCore

/// What one address may still ask: requests take from the bucket, time fills it again (Adobe, "Throttling mechanism").
///
/// It counts in thousandths of a request, since one a second is one thousandth a millisecond: no time is lost to rounding.
package struct TokenBucket: Sendable, Hashable {
    private static let request: Int64 = 1000

    private var level: Int64
    private var filled: Timestamp

    /// A full bucket.
    package init(_ rule: Policy.Throttle, now: Timestamp) {
        level = Self.capacity(rule)
        filled = now
    }

    /// Takes one request out, if one is in it.
    ///
    /// A clock that was set back costs nothing: the bucket keeps its level and fills from the new time on.
    package mutating func take(_ rule: Policy.Throttle, now: Timestamp) -> Bool {
        level = level(rule, at: now)
        filled = now
        guard level >= Self.request else { return false }
        level -= Self.request
        return true
    }

    /// Whether it is as good as a new one.
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
