package import PassCore

/// The `Date` field, formatted again only when the second changes (RFC 9110, section 6.6.1).
///
/// The type can't be copied, so writing an answer's date needs no reference counting.
package struct HTTPDateCache: ~Copyable, Sendable {
    private var second = Int64.min
    /// The field's name, value and line end.
    private var line: [UInt8] = []

    package init(now: Timestamp) {
        update(now: now)
    }

    /// Formats the field again if `now` is in another second.
    package mutating func update(now: Timestamp) {
        guard now.seconds != second else { return }
        second = now.seconds
        line = Array("Date: \(CivilTime.httpDate(now))\r\n".utf8)
    }

    func write(into output: inout OutputBuffer) {
        output.append(line)
    }
}
