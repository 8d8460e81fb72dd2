/// A clock that tests and worlds can set, advance, stop, and run faster or slower.
///
/// The clock starts as a view of another clock. Setting or advancing it shifts that view, and scaling makes it run
/// faster or slower than the other clock. Freezing stops it until it is thawed.
package final class VirtualClock: WallClock {
    /// The range of values for `scale(by:)`.
    package static let scales = 0.001...86_400

    /// The times that the clock can show, from 1970 to the end of the year 9799.
    ///
    /// Dates in tokens have years of four digits, so there must be room before the year 10000 for a time to live, which
    /// may be a hundred years.
    package static let times = Timestamp(milliseconds: 0)...Timestamp(seconds: 247_090_953_599)

    private struct State {
        /// The time that the clock showed when the base clock showed `since`.
        var shown: Timestamp
        var since: Timestamp
        var isFrozen: Bool
        var scale = 1.0

        func time(at real: Timestamp) -> Timestamp {
            if isFrozen { return shown }
            let passed = real - since
            let scaled =
                scale == 1
                ? passed
                : TimeToLive(milliseconds: Int64(exactly: (Double(passed.milliseconds) * scale).rounded()) ?? .max)
            return min(shown + scaled, VirtualClock.times.upperBound)
        }
    }

    private let base: any WallClock
    private let state: Guarded<State>

    /// Creates a clock that runs with `base`.
    ///
    /// - Parameters:
    ///   - base: the clock that moves this one while it isn't frozen.
    ///   - start: the time that the new clock shows now; `nil` means the time of `base`.
    ///   - frozen: whether it stands still until `thaw()`.
    package init(base: any WallClock, start: Timestamp? = nil, frozen: Bool = false) {
        self.base = base
        let now = base.now()
        state = Guarded(State(shown: start ?? now, since: now, isFrozen: frozen))
    }

    /// Creates a clock that continues from an instant of the past.
    ///
    /// - Parameters:
    ///   - shown: the time that it showed when `base` showed `since`.
    ///   - frozen: whether it has stood still since then.
    ///   - scale: how many times as fast as `base` it runs, within `scales`.
    package init(base: any WallClock, shown: Timestamp, since: Timestamp, frozen: Bool, scale: Double) {
        self.base = base
        state = Guarded(State(shown: shown, since: since, isFrozen: frozen, scale: scale))
    }

    /// The time that the clock showed when its base showed `since`; both stay the same until the clock is changed.
    package var anchor: (shown: Timestamp, since: Timestamp) { state.withLock { ($0.shown, $0.since) } }

    /// Returns a clock that shows the same time, is stopped if this one is, and runs as fast.
    package func copy() -> VirtualClock {
        let copy = VirtualClock(base: base)
        let known = state.withLock(\.self)
        copy.state.withLock { $0 = known }
        return copy
    }

    package func now() -> Timestamp {
        let real = base.now()
        return state.withLock { $0.time(at: real) }
    }

    /// Whether the clock stands still.
    package var isFrozen: Bool { state.withLock(\.isFrozen) }

    /// The number of seconds that the clock advances while the base clock advances by one, if it isn't frozen.
    package var scale: Double { state.withLock(\.scale) }

    /// Sets the time that the clock shows, or the nearest of `times`; a frozen clock stays frozen.
    package func set(to instant: Timestamp) {
        change { state in state.shown = Self.bounded(instant) }
    }

    /// Moves the clock forwards, or backwards when `interval` is negative.
    package func advance(by interval: TimeToLive) {
        change { state in state.shown = Self.bounded(state.shown + interval) }
    }

    /// Stops the clock at the instant that it shows.
    package func freeze() {
        change { state in state.isFrozen = true }
    }

    /// Lets the clock continue from the instant that it shows.
    package func thaw() {
        change { state in state.isFrozen = false }
    }

    /// Lets the clock run faster or slower than its base, from the instant that it shows.
    ///
    /// - Parameter scale: how many times as fast as the base clock it runs, within `scales`.
    package func scale(by scale: Double) {
        change { state in state.scale = scale }
    }

    /// Limits a time to `times`.
    private static func bounded(_ instant: Timestamp) -> Timestamp {
        min(max(instant, times.lowerBound), times.upperBound)
    }

    /// Sets `shown` to the time that the clock shows now, then calls `change` with the state.
    private func change(_ change: (inout State) -> Void) {
        let real = base.now()
        state.withLock { state in
            state.shown = state.time(at: real)
            state.since = real
            change(&state)
        }
    }
}
