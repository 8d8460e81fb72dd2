import Dispatch
import PassCore

/// Calls back on a serial queue of its own: never on the main thread.
public final class SerialCallbackExecutor: CallbackExecutor {
    private let queue: DispatchQueue

    public init(label: String = "AccessEnabler.callbacks") { queue = DispatchQueue(label: label) }

    public func execute(_ work: @escaping @Sendable () -> Void) { queue.async(execute: work) }
}

/// Calls back on the main queue, where the main actor runs: `MainActor.assumeIsolated` holds in every callback.
public struct MainQueueCallbackExecutor: CallbackExecutor {
    public init() {}

    public func execute(_ work: @escaping @Sendable () -> Void) { DispatchQueue.main.async(execute: work) }
}

/// Calls back at once, on the thread of whoever brings work, for tests.
///
/// Work that comes while other work runs, from that work itself or from another thread, runs after it on the thread that is at it.
public final class InlineCallbackExecutor: CallbackExecutor {
    private struct State {
        var work: [@Sendable () -> Void] = []
        var isRunning = false
    }

    private let state = Guarded(State())

    public init() {}

    public func execute(_ work: @escaping @Sendable () -> Void) {
        let isFirst = state.withLock { state in
            state.work.append(work)
            defer { state.isRunning = true }
            return !state.isRunning
        }
        guard isFirst else { return }
        while let next = next() { next() }
    }

    private func next() -> (@Sendable () -> Void)? {
        state.withLock { state in
            if state.work.isEmpty {
                state.isRunning = false
                return nil
            }
            return state.work.removeFirst()
        }
    }
}
