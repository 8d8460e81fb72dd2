package import PassCore

/// The value of the `Date` field, made anew only when the second changes (RFC 9110, section 6.6.1).
package struct HTTPDateCache: Sendable {
    private var second = Int64.min
    package private(set) var text: [UInt8] = []

    package init(now: Timestamp) {
        update(now: now)
    }

    package mutating func update(now: Timestamp) {
        guard now.seconds != second else { return }
        second = now.seconds
        text = Array(CivilTime.httpDate(now).utf8)
    }
}
