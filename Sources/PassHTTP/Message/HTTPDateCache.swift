package import PassCore

/// The `Date` field, made anew only when the second changes (RFC 9110, section 6.6.1).
///
/// Not copied, so that whoever writes answers with it counts no reference.
package struct HTTPDateCache: ~Copyable, Sendable {
    private var second = Int64.min
    /// Name, value and line end.
    private var line: [UInt8] = []

    package init(now: Timestamp) {
        update(now: now)
    }

    package mutating func update(now: Timestamp) {
        guard now.seconds != second else { return }
        second = now.seconds
        line = Array("Date: \(CivilTime.httpDate(now))\r\n".utf8)
    }

    func write(into output: inout OutputBuffer) {
        output.append(line)
    }
}
