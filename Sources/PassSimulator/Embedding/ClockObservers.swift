import PassCore
import PassDomain

/// Who wants to know when a World's clock was turned by hand.
final class ClockObservers: Sendable {
    private struct State: Sendable {
        var acts: [NamespaceName: [Int: @Sendable () -> Void]] = [:]
        var last = 0
    }

    private let state = Guarded(State())

    /// - Returns: what `remove` takes.
    func add(_ name: NamespaceName, _ act: @escaping @Sendable () -> Void) -> Int {
        state.withLock { state in
            state.last += 1
            state.acts[name, default: [:]][state.last] = act
            return state.last
        }
    }

    func remove(_ number: Int, of name: NamespaceName) {
        state.withLock { state in
            state.acts[name]?[number] = nil
            if state.acts[name]?.isEmpty == true { state.acts[name] = nil }
        }
    }

    /// Tells them on this thread, those that came first first.
    func tell(_ name: NamespaceName) {
        let acts = state.withLock { $0.acts[name] ?? [:] }
        for (_, act) in acts.sorted(by: { $0.key < $1.key }) { act() }
    }
}

extension SimulatedWorld {
    /// Does something each time that the clock was set, advanced, frozen, thawed or reset, on the thread that did so.
    ///
    /// - Returns: what takes it back.
    package func whenTurned(_ act: @escaping @Sendable () -> Void) -> @Sendable () -> Void {
        let (observers, name) = (backend.worlds.clockObservers, namespaceName)
        let number = observers.add(name, act)
        return { observers.remove(number, of: name) }
    }
}
