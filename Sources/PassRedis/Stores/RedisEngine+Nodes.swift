package import PassCore
package import PassDomain
import PassNetwork

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// The turn that one node at a time takes to change the database, and the list of the nodes that use it.
///
/// The turn is a key with a random value. The key expires if the node ends before giving the turn back. A node whose
/// turn has expired can't undo what other nodes have changed since: `keep` refuses its description, which is based on
/// an older revision than theirs.
extension RedisEngine: SharedStoreEngine {
    /// The time after which a node loses a turn that it hasn't given back.
    private static let turnMilliseconds = 15_000
    /// The maximum time for which a node waits for its turn.
    private static let waitMilliseconds: Int64 = 20_000
    /// The longest pause between two attempts to get the turn, in microseconds.
    private static let longestPause: UInt32 = 16_000

    package func locked<Result>(_ body: () throws -> Result) throws -> Result {
        let token = SystemIdentifierSource().hex(byteCount: 16)
        try takeTurn(token)
        defer {
            // If this fails, the key expires.
            _ = try? pool.run(RedisCommand(NodeScripts.release, key: StoreKeys.turn, [RedisWord(token)]), changes: true)
        }
        return try body()
    }

    private func takeTurn(_ token: String) throws {
        let deadline = MonotonicClock.milliseconds + Self.waitMilliseconds
        var pause: UInt32 = 500
        let command = RedisCommand(
            "SET", RedisWord(StoreKeys.turn), RedisWord(token), "NX", "PX", RedisWord(Self.turnMilliseconds))
        while try pool.run(command, changes: true) == .null {
            guard MonotonicClock.milliseconds < deadline else {
                throw StoreError(
                    .unavailable,
                    "Other simulators have locked the store \(pool.server.name) for too long. Try again.")
            }
            usleep(pause)
            pause = min(2 * pause, Self.longestPause)
        }
    }

    package func announce(_ node: StoreNode, for life: TimeToLive) throws {
        let words = [RedisWord(node.name), RedisWord(node.url), RedisWord(life.milliseconds)]
        _ = try pool.run(RedisCommand(NodeScripts.announce, key: StoreKeys.nodes, words), changes: true)
    }

    package func withdraw(_ node: StoreNode) throws {
        _ = try pool.run(
            RedisCommand(NodeScripts.withdraw, key: StoreKeys.nodes, [RedisWord(node.name)]), changes: true)
    }

    package func nodes() throws -> [StoreNode] {
        let pairs = try pool.run(RedisCommand(NodeScripts.list, key: StoreKeys.nodes, []), changes: true).array
        let nodes = stride(from: 0, to: pairs.count - 1, by: 2).compactMap { index -> StoreNode? in
            guard let name = pairs[index].text, let url = pairs[index + 1].text else { return nil }
            return StoreNode(name: name, url: url)
        }
        return nodes.sorted { $0.name < $1.name }
    }
}
