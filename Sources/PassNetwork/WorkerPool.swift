import Dispatch
import PassCore

/// Runs work that would hold a loop up, a bounded number of pieces at once and with a bounded queue before them.
///
/// Work runs on a concurrent Dispatch queue, whose thread count would follow the load; so pieces wait here, in order.
final class WorkerPool: Sendable {
    /// So many pieces wait for each worker when the pool is crowded.
    private static let crowd = 4

    private struct State {
        var waiting: [@Sendable () -> Void] = []
        /// How many of `waiting`, from the start, are taken already.
        var taken = 0
        /// Workers, each of which runs one piece at a time.
        var workers = 0
        /// Pieces that were accepted and aren't done.
        var unfinished = 0
    }

    private let queue = DispatchQueue(label: "pass-simulator.workers", attributes: .concurrent)
    private let state = Guarded(State())
    private let width: Int
    private let capacity: Int

    /// - Parameters:
    ///   - width: how many pieces run at once.
    ///   - capacity: how many wait or run in all.
    init(width: Int, capacity: Int) {
        self.width = width
        self.capacity = capacity
    }

    /// Takes a piece of work, or says `false` when there is no room for it.
    func submit(_ work: @escaping @Sendable () -> Void) -> Bool {
        enum Decision {
            case refused
            case queued
            case started
        }
        let decision = state.withLock { state -> Decision in
            guard state.unfinished < capacity else { return .refused }
            state.unfinished += 1
            state.waiting.append(work)
            guard state.workers < width else { return .queued }
            state.workers += 1
            return .started
        }
        if decision == .started { queue.async { self.drain() } }
        return decision != .refused
    }

    /// Whether work that comes now waits for several pieces of each worker before it is begun.
    var isCrowded: Bool {
        state.withLock { $0.waiting.count - $0.taken >= Self.crowd * width }
    }

    /// Runs one piece after another until none waits.
    private func drain() {
        while let work = next() {
            work()
            state.withLock { $0.unfinished -= 1 }
        }
    }

    private func next() -> (@Sendable () -> Void)? {
        state.withLock { state in
            guard state.taken < state.waiting.count else {
                state.waiting.removeAll(keepingCapacity: state.waiting.capacity <= 1_024)
                state.taken = 0
                state.workers -= 1
                return nil
            }
            let work = state.waiting[state.taken]
            state.waiting[state.taken] = {}
            state.taken += 1
            if state.taken >= 1_024 {
                state.waiting.removeFirst(state.taken)
                state.taken = 0
            }
            return work
        }
    }
}
