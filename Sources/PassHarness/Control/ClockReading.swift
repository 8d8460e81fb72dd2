import PassCore

/// The state of a namespace's clock when the simulator was asked.
public struct ClockReading: Sendable, Hashable {
    /// The time, in milliseconds since 1970-01-01T00:00:00Z.
    public let nowMillis: Int64
    /// Whether the clock stands still.
    public let isFrozen: Bool
    /// The number of seconds that pass for each real second.
    public let scale: Double
    /// Whether the clock shows the machine's time of day, as it does until it is first changed.
    public let followsRealTime: Bool

    /// The time as text in UTC, e.g. `2026-01-01T00:00:00.000Z`.
    public var now: String { CivilTime.isoDateWithMilliseconds(Timestamp(milliseconds: nowMillis)) }

    init?(_ answer: JSONValue) {
        guard let now = answer["nowMillis"]?.integerValue else { return nil }
        nowMillis = now
        isFrozen = answer["frozen"] == .bool(true)
        scale = answer["scale"]?.doubleValue ?? 1
        followsRealTime = answer["followsRealTime"] == .bool(true)
    }
}
