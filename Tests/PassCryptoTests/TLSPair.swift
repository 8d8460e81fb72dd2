import PassCore
import PassCrypto
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
        if isClientOpen { close(client) }
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

/// Gives every connection the one leaf that it has, and remembers for which names it was asked.
struct TestAuthority {
    let authority: CertificateAuthority
    let context: TLSServerContext

    init() throws {
        let now = SystemWallClock().now()
        authority = try CertificateAuthority.create(name: "Test authority", now: now)
        context = try TLSServerContext(
            identities: LeafCache(
                authority: authority, defaultNames: ["localhost", "127.0.0.1", "::1"],
                now: { SystemWallClock().now() }))
    }

    func clientContext() throws -> TLSClientContext {
        try TLSClientContext(trustedCertificatesPEM: authority.certificatePEM)
    }
}

/// A server's and a client's session over two connected sockets.
struct TLSPair {
    let sockets: SocketPair
    let server: TLSSession
    let client: TLSSession

    init(
        _ test: TestAuthority, host: String = "sp.auth.adobe.com", fallbackName: String? = nil,
        trusting context: TLSClientContext? = nil
    ) throws {
        sockets = try SocketPair()
        server = try TLSSession(
            accepting: test.context, descriptor: sockets.server, fallbackName: fallbackName)
        client = try TLSSession(
            connecting: context ?? test.clientContext(), descriptor: sockets.client, serverName: host)
    }

    /// Lets both sides go on in turn until neither wants to, and says how each ended.
    func handshake() -> (server: TLSSession.Step, client: TLSSession.Step) {
        var client = client.handshake()
        var server = server.handshake()
        for _ in 0..<10 {
            if client.isWaiting { client = self.client.handshake() }
            if server.isWaiting { server = self.server.handshake() }
        }
        return (server, client)
    }
}

extension TLSSession.Step {
    var isWaiting: Bool {
        switch self {
        case .wantRead, .wantWrite: true
        case .done, .closed, .failed: false
        }
    }

    /// For comparisons: the case's name, with the code of a failure.
    var label: String {
        switch self {
        case .done: "done"
        case .wantRead: "wantRead"
        case .wantWrite: "wantWrite"
        case .closed: "closed"
        case .failed(let error): "\(error.code)"
        }
    }
}

extension TLSSession.Transfer {
    /// For comparisons: the case's name, with the code of a failure or the number of bytes.
    var label: String {
        switch self {
        case .bytes(let count): "bytes \(count)"
        case .wantRead: "wantRead"
        case .wantWrite: "wantWrite"
        case .closed: "closed"
        case .failed(let error): "\(error.code)"
        }
    }
}

extension TLSSession {
    /// One call of `read` with its bytes.
    func take(upTo size: Int = 65_536) -> (bytes: [UInt8], label: String) {
        var buffer = [UInt8](repeating: 0, count: size)
        let transfer = buffer.withUnsafeMutableBytes { read(into: $0) }
        guard case .bytes(let count) = transfer else { return ([], transfer.label) }
        return (Array(buffer.prefix(count)), transfer.label)
    }

    func put(_ bytes: some Collection<UInt8>) -> Transfer {
        Array(bytes).withUnsafeBytes { write($0) }
    }
}
