/// A difference between what a scenario expects and what it sees.
public struct ScenarioFailure: Error, Sendable {
    /// The step in which the difference was seen; empty before the first one.
    public var step: String
    /// The expected behaviour, in words or in the notation of `EventPattern`.
    public var expected: String
    /// The behaviour that was seen instead.
    public var seen: String
    /// The last exchange before the failure; `nil` if there was none.
    public var exchange: Exchange?

    /// Creates a failure.
    public init(step: String, expected: String, seen: String, exchange: Exchange? = nil) {
        self.step = step
        self.expected = expected
        self.seen = seen
        self.exchange = exchange
    }
}

/// An error that skips a scenario because it can't run against this backend.
public struct ScenarioSkip: Error, Sendable, Hashable {
    /// The reason, for reports.
    public var reason: String

    /// Creates an error with the given reason.
    public init(_ reason: String) { self.reason = reason }
}
