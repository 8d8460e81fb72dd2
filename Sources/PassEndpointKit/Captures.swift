/// The parts of a path that a pattern captured, percent-decoded.
package struct Captures: Sendable {
    /// The captured names and values. `nil` stands for none, because copying an empty array also calls into the
    /// runtime.
    private var values: [(name: String, value: String)]?
    /// The format that the path's suffix names, `.json` or `.xml`; `nil` without a suffix.
    package var format: AnswerFormat?

    package init() {}

    package subscript(name: String) -> String? {
        values?.first { $0.name == name }?.value
    }

    mutating func append(_ name: String, _ value: String) {
        var captured = values ?? []
        values = nil
        if captured.isEmpty { captured.reserveCapacity(3) }
        captured.append((name, value))
        values = captured
    }
}
