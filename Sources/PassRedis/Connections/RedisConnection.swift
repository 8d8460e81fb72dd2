import PassCrypto
import PassNetwork

/// A connection to the server, used by one thread at a time. It closes when its last reference is gone.
///
/// `@unchecked Sendable` because the pool passes it from one thread to the next under a lock.
final class RedisConnection: @unchecked Sendable {
    /// The error that makes a connection unusable.
    struct Broken: Error {
        let reason: String
        /// Whether the only fault is that the deadline has passed.
        let isTimeout: Bool
    }

    /// The maximum size of the replies to the commands of one operation, in bytes.
    private static let longestReplies = 1 << 30

    private static let longestBuffer = 1 << 18

    private let socket: ClientSocket
    private let reader = RedisReader()
    private var buffer = [UInt8](repeating: 0, count: 16_384)

    /// Connects to an address.
    ///
    /// - Parameters:
    ///   - tls: the settings of TLS; `nil` for plain TCP.
    ///   - deadline: a time on the monotonic clock.
    init(_ address: HostAndPort, _ tls: TLSClientContext?, until deadline: Int64) throws(Broken) {
        do throws(NetworkError) {
            socket = try ClientSocket(host: address.host, port: address.port, deadline: deadline)
            socket.probePeer()
            if let tls { try socket.startTLS(tls, serverName: address.host) }
        } catch {
            throw Broken(error)
        }
    }

    /// Whether the server has ended the connection, so that the pool drops it.
    var hasEnded: Bool { socket.hasEnded }

    /// Sends the commands together, and returns a reply for each.
    ///
    /// - Parameters:
    ///   - knowsScripts: whether to name scripts by their digests; otherwise their source is sent, for a server that
    ///     doesn't know them.
    ///   - deadline: a time on the monotonic clock.
    /// - Throws: `Broken`.
    func replies(
        to commands: [RedisCommand], knowsScripts: Bool = true, until deadline: Int64
    ) throws(Broken) -> [RedisReply] {
        socket.deadline = deadline
        var request: [UInt8] = []
        for command in commands { command.write(to: &request, knowsScripts: knowsScripts) }
        do throws(NetworkError) {
            try socket.send(request)
        } catch {
            throw Broken(error)
        }
        var replies: [RedisReply] = []
        var received = 0
        while replies.count < commands.count {
            do throws(RedisReader.Malformed) {
                if let reply = try reader.next() {
                    replies.append(reply)
                    continue
                }
            } catch {
                throw Broken(
                    reason: "The server's reply doesn't follow "
                        + "the Redis protocol: \(error.reason).", isTimeout: false)
            }
            received += try receive()
            guard received <= Self.longestReplies else {
                throw Broken(reason: "The server's reply is too long.", isTimeout: false)
            }
        }
        return replies
    }

    /// Waits for bytes, hands them to the reader, and returns their number.
    private func receive() throws(Broken) -> Int {
        let count: Int
        do throws(NetworkError) {
            count = try socket.receive(into: &buffer)
        } catch {
            throw Broken(error)
        }
        guard count > 0 else { throw Broken(reason: "The server has ended the connection.", isTimeout: false) }
        guard reader.feed(buffer, count: count) else {
            throw Broken(reason: "There is no memory for the server's reply.", isTimeout: false)
        }
        // A larger buffer receives long replies in fewer steps.
        if count == buffer.count, count < Self.longestBuffer { buffer = [UInt8](repeating: 0, count: 2 * count) }
        return count
    }
}

extension RedisConnection.Broken {
    init(_ error: NetworkError) {
        self.init(reason: "\(error)", isTimeout: error.code == .timedOut)
    }
}
