import PassCore

/// A counter of the work under way, so that a test can wait until none is left without relying on a clock.
///
/// Code calls `begin` before its work becomes visible, and `end` only once any work that follows from it has begun, so
/// that the count doesn't reach 0 in between. A request that a test holds back is paused: it doesn't count until the
/// test resumes it.
package final class Activity: Sendable {
    private struct State {
        var count = 0
        var waiting: [CheckedContinuation<Void, Never>] = []
    }

    private let state = Guarded(State())

    package init() {}

    /// Begins a piece of work.
    package func begin() { state.withLock { $0.count += 1 } }

    /// Ends a piece of work, and wakes the tests that wait if it was the last one.
    package func end() {
        let resumed = state.withLock { state in
            state.count -= 1
            precondition(state.count >= 0, "end() was called more often than begin()")
            guard state.count == 0 else { return [CheckedContinuation<Void, Never>]() }
            defer { state.waiting = [] }
            return state.waiting
        }
        for continuation in resumed { continuation.resume() }
    }

    /// Stops counting a piece of work that a test holds back.
    package func pause() { end() }
    /// Counts a piece of work again that a test held back.
    package func resume() { begin() }

    /// Returns when nothing is under way.
    package func settled() async {
        await withCheckedContinuation { continuation in
            let isAtRest = state.withLock { state in
                if state.count > 0 { state.waiting.append(continuation) }
                return state.count == 0
            }
            if isAtRest { continuation.resume() }
        }
    }
}
