import AccessEnabler
import PassSimulator

/// A device's clock that shows the simulator's time, so that a token which is over for the service is over for the app.
///
/// Alarms ring after real time.
struct SimulationClock: EntitlementClock {
    let simulation: Simulation

    var nowMillis: Int64 { simulation.embedded?.nowMillis ?? SystemClock().nowMillis }

    func wake(afterMillis: Int64, _ fire: @escaping @Sendable () -> Void) -> any ClockAlarm {
        SystemClock().wake(afterMillis: afterMillis, fire)
    }
}

/// Tests have no main thread that matters.
struct AnyThread: MainExecutor {
    func isCurrent() -> Bool { true }
}
