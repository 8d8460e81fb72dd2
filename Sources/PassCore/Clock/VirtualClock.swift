/// A clock that tests and worlds can set, advance and freeze.
///
/// The clock starts as a view of another clock. Setting or advancing it shifts that view. Freezing stops it until it is
/// thawed.
package final class VirtualClock: WallClock {
    private struct State {
        var offset = TimeToLive(milliseconds: 0)
        var frozenAt: Timestamp?
    }

    private let base: any WallClock
    private let state: Guarded<State>

    /// Creates a clock that runs with `base`.
    ///
    /// - Parameters:
    ///   - base: the clock that moves this one while it isn't frozen.
    ///   - start: the time that it shows now; `nil` means the time of `base`.
    ///   - frozen: whether it stands still until `thaw()`.
    package init(base: any WallClock, start: Timestamp? = nil, frozen: Bool = false) {
        self.base = base
        var initial = State()
        let now = base.now()
        if let start { initial.offset = start - now }
        if frozen { initial.frozenAt = start ?? now }
        self.state = Guarded(initial)
    }

    package func now() -> Timestamp {
        let real = base.now()
        return state.withLock { $0.frozenAt ?? (real + $0.offset) }
    }

    /// Sets the time that the clock shows; a frozen clock stays frozen.
    package func set(to instant: Timestamp) {
        let real = base.now()
        state.withLock {
            $0.offset = instant - real
            if $0.frozenAt != nil { $0.frozenAt = instant }
        }
    }

    /// Moves the clock forwards, or backwards when `interval` is negative.
    package func advance(by interval: TimeToLive) {
        set(to: now() + interval)
    }

    /// Stops the clock at the instant that it shows.
    package func freeze() {
        let instant = now()
        state.withLock { $0.frozenAt = instant }
    }

    /// Lets the clock run on from the instant that it shows.
    package func thaw() {
        let instant = now()
        state.withLock { $0.frozenAt = nil }
        set(to: instant)
    }
}
