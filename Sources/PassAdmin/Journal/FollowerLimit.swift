import PassCore
import PassDomain

/// Counts the clients that follow events in each namespace, and limits their number.
final class FollowerLimit: Sendable {
    private let most: Int
    private let counts = Guarded<[NamespaceName: Int]>([:])

    /// Creates a limit without clients.
    ///
    /// - Parameter most: the maximum number of clients of one namespace.
    init(most: Int) {
        self.most = most
    }

    /// Adds a client to the count; returns `false` if the limit is reached.
    func admit(to namespace: NamespaceName) -> Bool {
        counts.withLock { counts in
            guard counts[namespace, default: 0] < most else { return false }
            counts[namespace, default: 0] += 1
            return true
        }
    }

    /// Records that a client has disconnected.
    func leave(_ namespace: NamespaceName) {
        counts.withLock { counts in
            let rest = counts[namespace, default: 1] - 1
            counts[namespace] = rest == 0 ? nil : rest
        }
    }
}
