/// The parts of a path that a pattern captured, percent-decoded.
package struct Captures: Sendable {
    /// The captured names and values; a value is `nil` if its escapes can't be decoded. The property itself is `nil` if
    /// there are no captures, because copying even an empty array calls into the runtime.
    private var values: [(name: String, value: String?)]?
    /// Whether a part's escapes can't be decoded.
    package private(set) var isBroken = false
    /// The format that the path's suffix names, `.json` or `.xml`; `nil` without a suffix.
    package var format: AnswerFormat?

    package init() {}

    package subscript(name: String) -> String? {
        values?.first { $0.name == name }?.value
    }

    /// Whether the part captured under that name has escapes that can't be decoded.
    func hasBroken(_ name: String) -> Bool {
        isBroken && values?.contains { $0.name == name && $0.value == nil } == true
    }

    mutating func append(_ name: String, _ value: String?) {
        var captured = values ?? []
        values = nil
        if captured.isEmpty { captured.reserveCapacity(3) }
        captured.append((name, value))
        values = captured
        if value == nil { isBroken = true }
    }
}
