import AccessEnabler
import PassCore
import PassSimulator

/// A device's clock that shows the simulator's time, so that a token which is over for the service is over for the app.
///
/// An alarm rings when the simulator's time has come to it, at once when that is set or advanced past it, and at the latest
/// after as much real time: a clock that stands still makes nobody wait for ever.
struct SimulationClock: EntitlementClock {
    let simulation: Simulation

    var nowMillis: Int64 { simulation.embedded?.nowMillis ?? SystemClock().nowMillis }

    func wake(afterMillis: Int64, _ fire: @escaping @Sendable () -> Void) -> any ClockAlarm {
        guard let world = simulation.embedded else { return SystemClock().wake(afterMillis: afterMillis, fire) }
        return SimulationAlarm(in: world, afterMillis: max(0, afterMillis), fire)
    }
}

/// Rings once, by the World's time or the real one; who drops it cancels it.
private final class SimulationAlarm: ClockAlarm {
    private struct State: Sendable {
        var fire: (@Sendable () -> Void)?
        var stops: [@Sendable () -> Void] = []
    }

    private let state: Guarded<State>

    init(in world: SimulatedWorld, afterMillis: Int64, _ fire: @escaping @Sendable () -> Void) {
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

/// Tests have no main thread that matters.
struct AnyThread: MainExecutor {
    func isCurrent() -> Bool { true }
}
