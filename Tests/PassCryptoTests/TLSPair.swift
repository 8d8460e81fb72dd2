import PassCrypto
import Testing

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
            accepting: test.context, descriptor: sockets.server, fallbackName: { fallbackName })
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
