import Dispatch
import PassCore

/// An executor that calls back on a serial queue of its own, never on the main thread.
public final class SerialCallbackExecutor: CallbackExecutor {
    private let queue: DispatchQueue

    /// Creates an executor whose queue has that label.
    public init(label: String = "AccessEnabler.callbacks") { queue = DispatchQueue(label: label) }

    /// Runs `work` later, on the queue.
    public func execute(_ work: @escaping @Sendable () -> Void) { queue.async(execute: work) }
}

/// An executor that calls back on the main queue, where the main actor runs.
///
/// Every callback may therefore use `MainActor.assumeIsolated`.
public struct MainQueueCallbackExecutor: CallbackExecutor {
    /// Creates an executor.
    public init() {}

    /// Runs `work` later, on the main queue.
    public func execute(_ work: @escaping @Sendable () -> Void) { DispatchQueue.main.async(execute: work) }
}

/// An executor for tests that calls back at once, on the thread that submits the work.
///
/// Work that is submitted while other work runs, by that work itself or by another thread, runs afterwards, on the
/// thread that is already running work.
public final class InlineCallbackExecutor: CallbackExecutor {
    private struct State {
        var work: [@Sendable () -> Void] = []
        var isRunning = false
    }

    private let state = Guarded(State())

    /// Creates an executor.
    public init() {}

    /// Runs `work` at once, or after the work that is already running.
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
