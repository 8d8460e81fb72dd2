import PassCore

/// The queues of callers that wait so that only one call of a kind is running at a time. The next callback of that kind
/// is then the answer to that call.
final class WaitingLines: Sendable {
    enum Line: Sendable, Hashable {
        case authentication
        case token(resource: String)
        case preauthorized
        case metadata([String: EntitlementValue])
    }

    private let waiting = Guarded<[Line: [@Sendable () -> Void]]>([:])

    /// Runs `start` now if the line is free, or else when all callers before it have left.
    ///
    /// - Parameter isFirst: whether to go ahead of all callers that are waiting.
    func enter(_ line: Line, isFirst: Bool = false, _ start: @escaping @Sendable () -> Void) {
        let isFree = waiting.withLock { waiting in
            guard let others = waiting[line] else {
                waiting[line] = []
                return true
            }
            waiting[line] = isFirst ? [start] + others : others + [start]
            return false
        }
        if isFree { start() }
    }

    /// Leaves the line, and runs the next caller's `start`.
    func leave(_ line: Line) {
        let next: (@Sendable () -> Void)? = waiting.withLock { waiting in
            guard let others = waiting[line], !others.isEmpty else {
                waiting[line] = nil
                return nil
            }
            return waiting[line]?.removeFirst()
        }
        next?()
    }
}
