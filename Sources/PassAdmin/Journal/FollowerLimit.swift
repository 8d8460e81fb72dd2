import PassCore

/// The number of clients that follow events at once, which is limited.
final class FollowerLimit: Sendable {
    private let most: Int
    private let count = Guarded(0)

    init(most: Int) {
        self.most = most
    }

    /// Counts another client; `false` if there are as many as there may be.
    func admit() -> Bool {
        count.withLock { count in
            guard count < most else { return false }
            count += 1
            return true
        }
    }

    /// Takes note that a client has gone.
    func leave() {
        count.withLock { $0 -= 1 }
    }
}
