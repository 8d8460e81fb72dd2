import PassCore

/// Counts what is under way, so that a test can wait until nothing is and no clock has to tell it.
///
/// Whoever begins something says so before it can be seen, and ends it when its consequences have begun. A request that a
/// test holds back is paused: it doesn't count until it goes on.
package final class Activity: Sendable {
    private struct State {
        var count = 0
        var waiting: [CheckedContinuation<Void, Never>] = []
    }

    private let state = Guarded(State())

    package init() {}

    package func begin() { state.withLock { $0.count += 1 } }

    package func end() {
        let resumed = state.withLock { state in
            state.count -= 1
            precondition(state.count >= 0, "more has ended than began")
            guard state.count == 0 else { return [CheckedContinuation<Void, Never>]() }
            defer { state.waiting = [] }
            return state.waiting
        }
        for continuation in resumed { continuation.resume() }
    }

    package func pause() { end() }
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
