import PassCore
import PassDomain
import PassInstruments

/// The World's clock.
///
/// Tokens, codes, passes, throttling and the `Date` header follow this clock; certificates follow the real time.
///
/// The clock shows the time of day unless the configuration's `time` says otherwise. Advancing it makes things expire
/// at once:
///
/// ```swift
/// world.freeze()
/// world.advance(by: .seconds(3_600))
/// ```
extension SimulatedWorld {
    /// The World's time, in milliseconds since 1970-01-01T00:00:00Z.
    public var nowMillis: Int64 { namespace.world.clock.now().milliseconds }

    /// Whether the clock shows the machine's time of day.
    ///
    /// The clock follows the machine until it is first set, advanced or frozen, and again after `reset()`. It never
    /// follows the machine if the configuration's `time` is set.
    public var followsRealTime: Bool { namespace.world.followsRealTime }

    /// Moves the clock forwards, or backwards by a negative duration; fractions of a millisecond are ignored.
    public func advance(by duration: Duration) {
        let (seconds, attoseconds) = duration.components
        let step = TimeToLive(seconds: seconds)
        let rest = TimeToLive(milliseconds: attoseconds / 1_000_000_000_000_000)
        backend.worlds.turnClock(namespaceName) { clock in
            clock.advance(by: step)
            clock.advance(by: rest)
        }
    }

    /// Sets the clock, which then continues from that time unless it is frozen.
    ///
    /// - Parameter millis: the time in milliseconds since 1970-01-01T00:00:00Z; if it is before that or after the year
    ///   9799, the nearest allowed time is used.
    public func set(toMillis millis: Int64) {
        backend.worlds.turnClock(namespaceName) { $0.set(to: Timestamp(milliseconds: millis)) }
    }

    /// Stops the clock until `thaw()`; while stopped, it can still be set and advanced.
    public func freeze() {
        backend.worlds.turnClock(namespaceName) { $0.freeze() }
    }

    /// Stops the clock at the given time.
    ///
    /// After `freeze()`, the clock shows a few milliseconds more than the configuration's `time`: those that passed
    /// since the World began. OAuth 2.0 MVPDs sign and seal times in milliseconds, so two Worlds with the same seed
    /// produce the same bytes only when their clocks show exactly the same time.
    ///
    /// - Parameter millis: the time, as in `set(toMillis:)`.
    public func freeze(atMillis millis: Int64) {
        backend.worlds.turnClock(namespaceName) { clock in
            clock.freeze()
            clock.set(to: Timestamp(milliseconds: millis))
        }
    }

    /// Lets the clock continue from the time that it shows.
    public func thaw() {
        backend.worlds.turnClock(namespaceName) { $0.thaw() }
    }

    /// Calls `act` each time that the clock is set, advanced, frozen, thawed or reset, on the thread that does so.
    ///
    /// The removal of the namespace also calls `act`.
    ///
    /// - Returns: a closure that removes this observer.
    package func whenTurned(_ act: @escaping @Sendable () -> Void) -> @Sendable () -> Void {
        let (observers, name) = (backend.worlds.clockObservers, namespaceName)
        let number = observers.add(name, act)
        return { observers.remove(number, of: name) }
    }
}
