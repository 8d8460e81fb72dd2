import AccessEnabler
import PassCore
import PassHarness

/// A World in another process, and its clock as far as this process knows it.
final class RemoteWorld: Sendable {
    /// The client of the World's namespace.
    let control: SimulatorControlClient
    private let state = Guarded(State())

    private struct State: Sendable {
        /// The reading of the World's clock after this process last changed it, and the machine's time when that
        /// reading arrived; `nil` before the first change.
        var known: (reading: ClockReading, atMillis: Int64)?
        var observers: [Int: @Sendable () -> Void] = [:]
        var lastObserver = 0
    }

    init(_ control: SimulatorControlClient) {
        self.control = control
    }

    /// The World's time, in milliseconds since 1970, without asking the simulator.
    ///
    /// The value is the machine's time until this process changes the clock. Changes that another process makes aren't
    /// noticed.
    var nowMillis: Int64 {
        let machine = SystemClock().nowMillis
        guard let known = state.withLock(\.known) else { return machine }
        if known.reading.isFrozen { return known.reading.nowMillis }
        return known.reading.nowMillis + Int64(Double(machine - known.atMillis) * known.reading.scale)
    }

    /// Changes the clock, and calls the observers of `whenTurned`.
    func turnClock(_ turn: (SimulatorControlClient) async throws -> ClockReading) async throws {
        let reading = try await turn(control)
        let observers = state.withLock { state in
            state.known = (reading, SystemClock().nowMillis)
            return Array(state.observers.values)
        }
        for observer in observers { observer() }
    }

    /// Calls `act` after each change of the clock that this process makes.
    ///
    /// - Returns: a closure that removes this observer.
    func whenTurned(_ act: @escaping @Sendable () -> Void) -> @Sendable () -> Void {
        let number = state.withLock { state in
            state.lastObserver += 1
            state.observers[state.lastObserver] = act
            return state.lastObserver
        }
        return { [weak self] in
            let removed = self?.state.withLock { $0.observers.removeValue(forKey: number) }
            // The closure may hold an alarm whose release removes an observer, which needs the lock. Without this call
            // the compiler releases the closure inside the lock.
            withExtendedLifetime(removed) {}
        }
    }
}
