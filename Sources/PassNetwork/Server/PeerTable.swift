import PassCore

/// How many connections each peer has, in all loops together, so that no address holds all of them.
///
/// An address without a connection leaves no trace, so memory follows the number of open connections.
final class PeerTable: Sendable {
    /// The most connections of one address.
    private let limit: Int
    private let countsLoopback: Bool
    private let counts = Guarded<[String: Int]>([:])

    /// - Parameters:
    ///   - limit: the most connections of one address; `nil` for a quarter of all, and no limit for loopback addresses,
    ///     from which a developer's own tests and load come.
    ///   - connections: how many connections the server has at most.
    init(limit: Int?, connections: Int) {
        self.limit = limit ?? max(1, connections / 4)
        countsLoopback = limit != nil
    }

    /// Counts a new connection.
    ///
    /// - Returns: how many connections above the limit the peer has now; 0 while it keeps to the limit.
    func enter(_ address: String) -> Int {
        guard isCounted(address) else { return 0 }
        return max(0, counts.withLock { Self.increment(&$0[address, default: 0]) } - limit)
    }

    private static func increment(_ count: inout Int) -> Int {
        count += 1
        return count
    }

    /// Forgets a connection that was counted.
    func leave(_ address: String) {
        guard isCounted(address) else { return }
        counts.withLock { counts in
            guard let index = counts.index(forKey: address) else { return }
            if counts.values[index] > 1 { counts.values[index] -= 1 } else { counts.remove(at: index) }
        }
    }

    /// How many addresses have connections that are counted.
    var count: Int { counts.withLock { $0.count } }

    private func isCounted(_ address: String) -> Bool {
        countsLoopback || !(address.utf8.starts(with: "127.".utf8) || address == "::1")
    }
}
