/// An instant as whole milliseconds since 1970-01-01T00:00:00Z, the form of most dates in the service's messages.
package struct Timestamp: Hashable, Comparable, Sendable, Codable {
    /// Milliseconds since 1970-01-01T00:00:00Z; negative before it.
    package var milliseconds: Int64

    package init(milliseconds: Int64) {
        self.milliseconds = milliseconds
    }

    package init(seconds: Int64) {
        self.milliseconds = seconds.multipliedSaturating(by: 1000)
    }

    /// Whole seconds since 1970, rounded towards the past.
    package var seconds: Int64 {
        milliseconds / 1000 - (milliseconds % 1000 < 0 ? 1 : 0)
    }

    /// The instant rounded down to a whole second, as in formats without fractions.
    package var wholeSecond: Timestamp { Timestamp(seconds: seconds) }

    package static func < (left: Timestamp, right: Timestamp) -> Bool {
        left.milliseconds < right.milliseconds
    }

    package static func + (instant: Timestamp, timeToLive: TimeToLive) -> Timestamp {
        Timestamp(milliseconds: instant.milliseconds.addingSaturating(timeToLive.milliseconds))
    }

    package static func - (instant: Timestamp, timeToLive: TimeToLive) -> Timestamp {
        Timestamp(milliseconds: instant.milliseconds.subtractingSaturating(timeToLive.milliseconds))
    }

    package static func - (later: Timestamp, earlier: Timestamp) -> TimeToLive {
        TimeToLive(milliseconds: later.milliseconds.subtractingSaturating(earlier.milliseconds))
    }
}

/// A time to live in whole milliseconds; zero is legal and means "already over".
package struct TimeToLive: Hashable, Comparable, Sendable, Codable {
    package var milliseconds: Int64

    package init(milliseconds: Int64) {
        self.milliseconds = milliseconds
    }

    package init(seconds: Int64) {
        self.milliseconds = seconds.multipliedSaturating(by: 1000)
    }

    package static func seconds(_ count: Int64) -> TimeToLive { TimeToLive(seconds: count) }
    package static func minutes(_ count: Int64) -> TimeToLive {
        TimeToLive(seconds: count.multipliedSaturating(by: 60))
    }
    package static func hours(_ count: Int64) -> TimeToLive {
        TimeToLive(seconds: count.multipliedSaturating(by: 3600))
    }
    package static func days(_ count: Int64) -> TimeToLive {
        TimeToLive(seconds: count.multipliedSaturating(by: 86_400))
    }

    /// A hundred years: the longest time that users can set, and the largest step by which they can move a clock.
    package static let longest = TimeToLive(seconds: 3_155_760_000)

    /// Whole seconds, rounded towards zero.
    package var seconds: Int64 { milliseconds / 1000 }

    package static func < (left: TimeToLive, right: TimeToLive) -> Bool {
        left.milliseconds < right.milliseconds
    }
}

extension Int64 {
    /// Returns the sum, or the nearest representable number.
    ///
    /// A time to live of centuries is a legal setting and must not trap.
    fileprivate func addingSaturating(_ other: Int64) -> Int64 {
        let (sum, overflow) = addingReportingOverflow(other)
        return overflow ? (other < 0 ? .min : .max) : sum
    }

    /// Returns the difference, or the nearest representable number.
    fileprivate func subtractingSaturating(_ other: Int64) -> Int64 {
        let (difference, overflow) = subtractingReportingOverflow(other)
        return overflow ? (other < 0 ? .max : .min) : difference
    }

    /// Returns the product, or half of the largest or smallest number if it isn't representable.
    fileprivate func multipliedSaturating(by factor: Int64) -> Int64 {
        let (product, overflow) = multipliedReportingOverflow(by: factor)
        return overflow ? ((self < 0) == (factor < 0) ? .max / 2 : .min / 2) : product
    }
}
