package import PassCore

/// The requests that one address has made and may still make (Adobe, "Throttling mechanism").
///
/// Seconds are counted from the address's first request. In each second the throttle's `requestsPerSecond` requests are
/// free. Every further request uses up one request of the burst, which isn't refilled. An address without a request for
/// ten minutes counts as new.
package struct RequestAllowance: Sendable, Hashable {
    private static let memory: TimeToLive = .minutes(10)

    private var began: Timestamp
    private var latest: Timestamp
    /// The second of the latest request, counted from `began`.
    private var second = 0
    /// The number of free requests made in `second`.
    private var free = 0
    /// The number of requests used up from the burst.
    private var burst = 0

    /// Creates the allowance of an address that makes its first request now.
    package init(now: Timestamp) {
        began = now
        latest = now
    }

    /// Takes one request from the allowance; returns `false` if none is left in this second.
    ///
    /// If the clock was set back, the count of seconds restarts at `now`.
    package mutating func take(_ rule: Policy.Throttle, now: Timestamp) -> Bool {
        if isForgotten(now: now) {
            self = RequestAllowance(now: now)
        } else if now < latest {
            began = now
            second = 0
            free = 0
        }
        latest = now
        let current = Int((now - began).milliseconds / 1000)
        if current != second {
            second = current
            free = 0
        }
        if free < rule.requestsPerSecond {
            free += 1
            return true
        }
        guard burst < rule.burst else { return false }
        burst += 1
        return true
    }

    /// Whether the address has made no request for so long that it counts as new.
    package func isForgotten(now: Timestamp) -> Bool { now - latest >= Self.memory }

    /// The time from which the address counts as new, if it makes no further request.
    var forgotten: Timestamp { latest + Self.memory }
}

extension RequestAllowance: SnapshotValue {
    package init(from reader: inout SnapshotReader) throws(EntitlementFailure) {
        began = try reader.read("beganMillis")
        latest = try reader.read("latestMillis")
        second = try reader.read("second")
        free = try reader.read("free")
        burst = try reader.read("burst")
    }

    package func write(to writer: inout SnapshotWriter) {
        writer.write("beganMillis", began)
        writer.write("latestMillis", latest)
        writer.write("second", second)
        writer.write("free", free)
        writer.write("burst", burst)
    }
}
