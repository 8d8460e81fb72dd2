import PassCore
import PassDomain

/// The numbers of clients that follow events, of which each namespace has a limit.
final class FollowerLimit: Sendable {
    private let most: Int
    private let counts = Guarded<[NamespaceName: Int]>([:])

    /// - Parameter most: the most clients of one namespace.
    init(most: Int) {
        self.most = most
    }

    /// Counts another client; `false` if there are as many as there may be.
    func admit(to namespace: NamespaceName) -> Bool {
        counts.withLock { counts in
            guard counts[namespace, default: 0] < most else { return false }
            counts[namespace, default: 0] += 1
            return true
        }
    }

    /// Takes note that a client has gone.
    func leave(_ namespace: NamespaceName) {
        counts.withLock { counts in
            let rest = counts[namespace, default: 1] - 1
            counts[namespace] = rest == 0 ? nil : rest
        }
    }
}
