import PassDomain

/// The message about an operation that was called more or less often than a test expects.
enum CallCount {
    /// Returns the message; `nil` if the counts are equal.
    static func failure(_ operation: Operation, expected: Int, count: Int) -> String? {
        guard count != expected else { return nil }
        let wanted = expected == 0 ? "was not expected" : "was expected \(times(expected))"
        let came = count == 0 ? "was not called" : "was called \(times(count))"
        return "\(operation) \(wanted), but \(came)."
    }

    private static func times(_ count: Int) -> String { count == 1 ? "once" : "\(count) times" }
}
