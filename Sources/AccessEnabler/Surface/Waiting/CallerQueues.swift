import PassCore

/// The queues in which callers wait, so that only one call of each kind is under way at a time.
///
/// The next callback of that kind is therefore the answer to that call.
final class CallerQueues: Sendable {
    enum Queue: Sendable, Hashable {
        case authentication
        case token(resource: String)
        case preauthorized
        case metadata([String: EntitlementValue])
    }

    private let waiting = Guarded<[Queue: [@Sendable () -> Void]]>([:])

    /// Runs `start` now if the queue is free, or else when all callers ahead in the queue have left.
    ///
    /// - Parameter isFirst: whether to go ahead of all callers that are waiting.
    func enter(_ queue: Queue, isFirst: Bool = false, _ start: @escaping @Sendable () -> Void) {
        let isFree = waiting.withLock { waiting in
            guard let others = waiting[queue] else {
                waiting[queue] = []
                return true
            }
            waiting[queue] = isFirst ? [start] + others : others + [start]
            return false
        }
        if isFree { start() }
    }

    /// Leaves the queue, and runs the next caller's `start`.
    func leave(_ queue: Queue) {
        let next: (@Sendable () -> Void)? = waiting.withLock { waiting in
            guard let others = waiting[queue], !others.isEmpty else {
                waiting[queue] = nil
                return nil
            }
            return waiting[queue]?.removeFirst()
        }
        next?()
    }
}
