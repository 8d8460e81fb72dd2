import PassCore
import PassDomain
import PassInstruments

/// Its time, which tokens, codes, passes, throttling and the `Date` header follow; certificates follow the real one.
///
/// It is the time of day unless the configuration's `time` says otherwise. Advancing it makes things expire at once:
///
/// ```swift
/// world.freeze()
/// world.advance(by: .seconds(3_600))
/// ```
extension SimulatedWorld {
    /// The World's time, in milliseconds since 1970-01-01T00:00:00Z.
    public var nowMillis: Int64 { namespace.world.clock.now().milliseconds }

    /// Whether the clock shows the machine's time of day: until it is first set, advanced or frozen, and after `reset()`;
    /// never where the configuration's `time` is set.
    public var followsRealTime: Bool { namespace.world.followsRealTime }

    /// Moves the clock forwards, or backwards by a negative duration; parts of a millisecond don't count.
    public func advance(by duration: Duration) {
        let (seconds, attoseconds) = duration.components
        let step = TimeToLive(seconds: seconds)
        let rest = TimeToLive(milliseconds: attoseconds / 1_000_000_000_000_000)
        backend.worlds.turnClock(namespaceName) { clock in clock.set(to: Self.bounded(clock.now() + step + rest)) }
    }

    /// Sets the clock; it goes on from there unless it is frozen.
    ///
    /// - Parameter millis: since 1970-01-01T00:00:00Z; before that, or after the year 9799, the nearest time counts.
    public func set(toMillis millis: Int64) {
        backend.worlds.turnClock(namespaceName) { $0.set(to: Self.bounded(Timestamp(milliseconds: millis))) }
    }

    /// Stops the clock until `thaw()`; it may be set and advanced meanwhile.
    public func freeze() {
        backend.worlds.turnClock(namespaceName) { $0.freeze() }
    }

    /// Stops the clock at that very time.
    ///
    /// A clock that is only stopped shows a few milliseconds more than the configuration's `time`, as many as went by since the
    /// World began. What OAuth 2.0 MVPDs sign and seal has milliseconds in it, so two Worlds of one seed give out the same bytes
    /// only when they stand at the same one.
    ///
    /// - Parameter millis: as in `set(toMillis:)`.
    public func freeze(atMillis millis: Int64) {
        backend.worlds.turnClock(namespaceName) { clock in
            clock.freeze()
            clock.set(to: Self.bounded(Timestamp(milliseconds: millis)))
        }
    }

    /// Lets the clock go on from the time that it shows.
    public func thaw() {
        backend.worlds.turnClock(namespaceName) { $0.thaw() }
    }

    /// The dates in tokens have years of four digits, and lives may be a hundred years.
    private static func bounded(_ instant: Timestamp) -> Timestamp {
        let last = CivilTime.timestamp(isoDate: "9799-12-31T23:59:59Z") ?? instant
        return min(max(instant, Timestamp(milliseconds: 0)), last)
    }
}
