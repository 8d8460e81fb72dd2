import Testing

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// Two connected sockets, closed when the test drops them.
final class SocketPair {
    let server: Int32
    let client: Int32
    private var isClientOpen = true

    init() throws {
        var descriptors: [Int32] = [-1, -1]
        try #require(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &descriptors) == 0)
        server = descriptors[0]
        client = descriptors[1]
    }

    deinit {
        closeClient()
        close(server)
    }

    func closeClient() {
        guard isClientOpen else { return }
        // A program that another test has just started may have inherited the descriptor, which would keep the connection.
        shutdown(client, Int32(SHUT_RDWR))
        close(client)
        isClientOpen = false
    }

    /// Sends bytes as a client that speaks something else than TLS.
    func sendRaw(_ bytes: [UInt8]) throws {
        try #require(send(client, bytes, bytes.count, Int32(MSG_NOSIGNAL)) == bytes.count)
    }

    /// Takes what has arrived at one end as it is on the wire.
    static func receiveRaw(_ descriptor: Int32) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: 65_536)
        let count = recv(descriptor, &bytes, bytes.count, Int32(MSG_DONTWAIT))
        return Array(bytes.prefix(max(0, count)))
    }
}
