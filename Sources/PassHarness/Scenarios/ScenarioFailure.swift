/// What wasn't as a scenario wants it.
public struct ScenarioFailure: Error, Sendable {
    /// The step that brought it about.
    public var step: String
    public var expected: String
    public var seen: String
    /// What was exchanged last before it.
    public var exchange: Exchange?

    public init(step: String, expected: String, seen: String, exchange: Exchange? = nil) {
        self.step = step
        self.expected = expected
        self.seen = seen
        self.exchange = exchange
    }
}

/// Why a scenario can't be run against this backend.
public struct ScenarioSkip: Error, Sendable, Hashable {
    public var reason: String

    public init(_ reason: String) { self.reason = reason }
}
