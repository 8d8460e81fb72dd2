import PassCrypto
import PassNetwork

/// The sentinels of Valkey or Redis, which watch a master and its replicas, and make one of the replicas the new master
/// when the old one is gone.
struct RedisSentinels {
    /// The time that a sentinel has to answer, in milliseconds, before the next one is asked.
    private static let patience: Int64 = 1_000

    private let addresses: [HostAndPort]
    private let tls: TLSClientContext?

    /// Names the sentinels, in the order in which they are asked.
    ///
    /// - Parameter tls: the settings of TLS, the same as for the server; `nil` for plain TCP.
    init(_ addresses: [HostAndPort], _ tls: TLSClientContext?) {
        self.addresses = addresses
        self.tls = tls
    }

    /// Returns the address of a master, from the first sentinel that knows it.
    ///
    /// - Throws: `RedisConnection.Broken` if no sentinel knows it; the reason says why the last one gave no address.
    func address(of master: String) throws(RedisConnection.Broken) -> HostAndPort {
        var reason = "there are none."
        for sentinel in addresses {
            do throws(RedisConnection.Broken) {
                if let address = try ask(sentinel, master) { return address }
                reason = "\(sentinel) doesn't know a master with that name."
            } catch {
                reason = error.reason
            }
        }
        throw RedisConnection.Broken(
            reason: "No sentinel gives the address of the master \(master): \(reason)", isTimeout: false)
    }

    private func ask(
        _ sentinel: HostAndPort, _ master: String
    ) throws(RedisConnection.Broken) -> HostAndPort? {
        let deadline = MonotonicClock.milliseconds + Self.patience
        let connection = try RedisConnection(sentinel, tls, until: deadline)
        let question = RedisCommand("SENTINEL", "get-master-addr-by-name", RedisWord(master))
        let reply = try connection.replies(to: [question], until: deadline)[0]
        if case .error(let text) = reply {
            throw RedisConnection.Broken(reason: "\(sentinel) refused the query: \(text)", isTimeout: false)
        }
        guard let host = reply[0].text, let port = reply[1].integer, (1...65_535).contains(port) else { return nil }
        return HostAndPort(host: host, port: Int(port))
    }
}
