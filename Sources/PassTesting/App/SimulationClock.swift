import AccessEnabler
import PassCore

/// A device's clock that shows the simulator's time, so that a token expires for the app and the service at the same
/// moment.
///
/// An alarm rings at once when the simulator's time is set or advanced to the alarm's time or past it. Otherwise it
/// rings after the given amount of real time, so a simulator whose clock is frozen doesn't make a test wait forever.
struct SimulationClock: EntitlementClock {
    let world: TestWorld

    var nowMillis: Int64 { world.nowMillis }

    func wake(afterMillis: Int64, _ fire: @escaping @Sendable () -> Void) -> any ClockAlarm {
        SimulationAlarm(in: world, afterMillis: max(0, afterMillis), fire)
    }
}

/// An alarm that rings once, by the World's time or by real time, whichever comes first.
///
/// Releasing the alarm cancels it.
private final class SimulationAlarm: ClockAlarm {
    private struct State: Sendable {
        var fire: (@Sendable () -> Void)?
        var stops: [@Sendable () -> Void] = []
    }

    private let state: Guarded<State>

    init(in world: TestWorld, afterMillis: Int64, _ fire: @escaping @Sendable () -> Void) {
        state = Guarded(State(fire: fire))
        let due = world.nowMillis.addingReportingOverflow(afterMillis)
        let stopWatching = world.whenTurned { [weak self] in
            if !due.overflow, world.nowMillis >= due.partialValue { self?.ring() }
        }
        let timer = SystemClock().wake(afterMillis: afterMillis) { [weak self] in self?.ring() }
        let isOver = state.withLock { state in
            state.stops = [stopWatching, timer.cancel]
            return state.fire == nil
        }
        if isOver { cancel() }
    }

    deinit { cancel() }

    func cancel() { _ = take() }

    private func ring() { take()?() }

    private func take() -> (@Sendable () -> Void)? {
        let (fire, stops) = state.withLock { state in
            defer { state = State() }
            return (state.fire, state.stops)
        }
        for stop in stops { stop() }
        return fire
    }
}

/// An executor that accepts every thread as the main thread, because tests have no user interface.
struct AnyThread: MainExecutor {
    func isCurrent() -> Bool { true }
}
