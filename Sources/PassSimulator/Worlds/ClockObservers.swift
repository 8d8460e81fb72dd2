import PassCore
import PassDomain

/// The observers that are called when a test or a control operation changes a World's clock.
final class ClockObservers: Sendable {
    private struct State: Sendable {
        var acts: [NamespaceName: [Int: @Sendable () -> Void]] = [:]
        var last = 0
    }

    private let state = Guarded(State())

    /// Adds an observer of a World's clock.
    ///
    /// - Returns: the number to pass to `remove`.
    func add(_ name: NamespaceName, _ act: @escaping @Sendable () -> Void) -> Int {
        state.withLock { state in
            state.last += 1
            state.acts[name, default: [:]][state.last] = act
            return state.last
        }
    }

    func remove(_ number: Int, of name: NamespaceName) {
        let removed = state.withLock { state in
            defer { if state.acts[name]?.isEmpty == true { state.acts[name] = nil } }
            return state.acts[name]?.removeValue(forKey: number)
        }
        // The observer is released here, outside the lock. It may hold an alarm, whose release removes an observer and
        // so takes the lock.
        withExtendedLifetime(removed) {}
    }

    /// Calls the observers on the current thread, in the order in which they were added.
    func tell(_ name: NamespaceName) {
        let acts = state.withLock { $0.acts[name] ?? [:] }
        for (_, act) in acts.sorted(by: { $0.key < $1.key }) { act() }
    }
}
