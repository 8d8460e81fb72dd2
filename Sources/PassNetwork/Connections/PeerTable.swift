import PassCore

/// The number of connections of each peer, in all loops together, so that no address takes all of them.
///
/// An address without connections has no entry, so memory use is proportional to the number of open connections.
final class PeerTable: Sendable {
    /// The most connections of one address.
    private let limit: Int
    private let countsLoopback: Bool
    private let counts = Guarded<[String: Int]>([:])

    /// Creates a table without connections.
    ///
    /// - Parameters:
    ///   - limit: the most connections of one address. `nil` means a quarter of all, and no limit for loopback
    ///     addresses, from which a developer's own tests and load tests come.
    ///   - connections: the most connections of the whole server.
    init(limit: Int?, connections: Int) {
        self.limit = limit ?? max(1, connections / 4)
        countsLoopback = limit != nil
    }

    /// Counts a new connection.
    ///
    /// - Returns: by how many connections the peer now exceeds the limit; 0 while it keeps to the limit.
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

    /// The number of addresses with counted connections.
    var count: Int { counts.withLock { $0.count } }

    private func isCounted(_ address: String) -> Bool {
        countsLoopback || !(address.utf8.starts(with: "127.".utf8) || address == "::1")
    }
}
