import PassCore
import PassCrypto
import PassHTTP
import Testing

@testable import PassNetwork

/// A server on a free port for the length of one test.
final class TestServer: Sendable {
    let server: HTTPServer
    let port: Int
    private let events: Guarded<[String]>

    private init(server: HTTPServer, port: Int) {
        self.server = server
        self.port = port
        events = Guarded([])
    }

    var address: HostAndPort { HostAndPort(host: "127.0.0.1", port: port) }

    /// Runs `body` against a server with one loop, and stops it whatever happens.
    static func run(
        limits: HTTPLimits = HTTPLimits(), identities: (any TLSIdentitySource)? = TestAuthority.shared.leaves,
        tunnels: any TunnelPolicy = ExamplePolicy(), log: (@Sendable (HTTPServerEvent) -> Void)? = nil,
        respond: @escaping @Sendable (HTTPRequest) -> HTTPAnswer = { .ready(HTTPResponse(text: $0.target)) },
        _ body: (TestServer) async throws -> Void
    ) async throws {
        let server = HTTPServer(
            settings: HTTPServer.Settings(
                listeners: [HostAndPort(host: "127.0.0.1", port: 0)], limits: limits, loops: 1),
            tls: try identities.map { try TLSServerContext(identities: $0) }, tunnels: tunnels,
            responder: ClosureResponder(respond: respond), log: log)
        let test = TestServer(server: server, port: try server.start()[0].port)
        do {
            try await body(test)
        } catch {
            await server.stop(within: 0)
            throw error
        }
        await server.stop(within: 0)
    }

    /// A new connection whose steps take ten seconds at most.
    func connect() throws -> RawClient {
        try RawClient(ClientSocket(host: "127.0.0.1", port: port, deadline: MonotonicClock.milliseconds + 60_000))
    }

    /// Returns when the loop has seen everything that was sent before: it takes events in the order of their coming.
    func roundTrip() throws {
        let client = try connect()
        try client.send("GET /round-trip HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
        #expect(try client.response().status == .ok)
        #expect(try client.isAtEnd())
    }
}

final class ClosureResponder: HTTPResponder {
    private let respond: @Sendable (HTTPRequest) -> HTTPAnswer

    init(respond: @escaping @Sendable (HTTPRequest) -> HTTPAnswer) {
        self.respond = respond
    }

    func respond(to request: HTTPRequest) -> HTTPAnswer { respond(request) }
}

/// Answers here for hosts under `example`, and refuses the rest.
struct ExamplePolicy: TunnelPolicy {
    func refusal(host: String, port: Int) -> HTTPResponse? {
        host.hasSuffix(".example") || host == "127.0.0.1"
            ? nil : HTTPResponse(.forbidden, text: "\(host):\(port) isn't answered here")
    }
}

/// One authority for all tests: making keys takes a while.
struct TestAuthority: Sendable {
    let certificatePEM: [UInt8]
    let leaves: LeafCache

    static let shared: TestAuthority = {
        do {
            let now = SystemWallClock().now()
            let authority = try CertificateAuthority.create(name: "Test", now: now)
            let leaves = try LeafCache(authority: authority, defaultNames: ["localhost", "127.0.0.1"]) { now }
            return TestAuthority(certificatePEM: authority.certificatePEM, leaves: leaves)
        } catch {
            preconditionFailure("a certificate authority can be made: \(error)")
        }
    }()

    func clientContext() throws -> TLSClientContext {
        try TLSClientContext(trustedCertificatesPEM: certificatePEM)
    }
}

/// A connection whose bytes the test writes itself.
final class RawClient {
    let socket: ClientSocket
    private var rest: [UInt8] = []

    init(_ socket: ClientSocket) {
        self.socket = socket
    }

    func send(_ text: String) throws {
        try socket.send(Array(text.utf8))
    }

    /// The next response; bytes behind it are kept for the one after it.
    func response(to method: HTTPMethod = .get) throws -> HTTPResponse {
        var limits = HTTPLimits()
        limits.bodyBytes = 1 << 30
        var parser = HTTPResponseParser(answering: method, limits: limits)
        var bytes = rest
        rest = []
        while true {
            if let response = try bytes.withUnsafeBytes({ try parser.receive($0) }) {
                rest = parser.remainder
                return response
            }
            bytes = try socket.receive()
            if bytes.isEmpty { return try parser.end() }
        }
    }

    /// The next bytes as text, one read's worth.
    func text() throws -> String {
        String(decoding: try socket.receive(), as: UTF8.self)
    }

    /// Waits for the end of what the server sends; `false` if something else comes first.
    func isAtEnd() throws -> Bool {
        try rest.isEmpty && socket.receive().isEmpty
    }

    /// Whether the server ended the connection, by an end or by a reset.
    func isGone() -> Bool {
        (try? isAtEnd()) ?? true
    }
}

extension HTTPResponse {
    var text: String { String(decoding: body, as: UTF8.self) }
}
