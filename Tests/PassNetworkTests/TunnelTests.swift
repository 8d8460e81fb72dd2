import PassCore
import PassCrypto
import PassHTTP
import Testing

@testable import PassNetwork

/// Says which connection a request came on.
private let describeConnection: @Sendable (HTTPRequest) -> HTTPAnswer = { request in
    let connection = request.connection
    return .ready(
        HTTPResponse(
            text: "\(connection.scheme) \(connection.tunnelHost ?? "-") \(connection.serverName ?? "-") "
                + "\(request.authority) \(request.target)"))
}

/// Hands out the standard leaf for every host and writes down which hosts were asked for.
private final class RecordingIdentities: TLSIdentitySource {
    let names = Guarded<[String?]>([])

    func identity(for name: String?) -> TLSIdentity {
        names.withLock { $0.append(name) }
        return TestAuthority.shared.leaves.identity(for: nil)
    }
}

@Suite("TLS and proxy requests on the same port")
struct TunnelTests {
    private let get = "GET /x HTTP/1.1\r\nHost: h\r\n\r\n"

    @Test("TLS and plain requests are distinguished by their first byte")
    func oneport() async throws {
        try await TestServer.run(respond: describeConnection) { server in
            let plain = try server.connect()
            try plain.send(get)
            #expect(try plain.response().text == "http - - h /x")
            let secure = try server.connect()
            try secure.socket.startTLS(try TestAuthority.shared.clientContext(), serverName: "sp.example")
            for _ in 0..<2 {
                try secure.send(get)
                #expect(try secure.response().text == "https - sp.example h /x")
            }
        }
    }

    @Test("A client that names no host gets the server's own names")
    func withoutName() async throws {
        try await TestServer.run(respond: describeConnection) { server in
            let client = HTTPClient(
                trustedCertificatesPEM: TestAuthority.shared.certificatePEM, timeoutMilliseconds: 60_000)
            let response = try client.send(.get, url: "https://127.0.0.1:\(server.port)/x")
            #expect(response.text == "https - - 127.0.0.1:\(server.port) /x")
        }
    }

    @Test("Large content crosses TLS in both directions, and pipelined requests are answered in order")
    func largeContent() async throws {
        var limits = HTTPLimits()
        limits.bodyBytes = 8 << 20
        let respond: @Sendable (HTTPRequest) -> HTTPAnswer = { request in
            .work { _ in HTTPResponse(body: request.body) }
        }
        try await TestServer.run(limits: limits, respond: respond) { server in
            let client = try server.connect()
            try client.socket.startTLS(try TestAuthority.shared.clientContext(), serverName: "localhost")
            let body = (0..<4_000_000).map { UInt8(truncatingIfNeeded: $0 &* 31 >> 3) }
            try client.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 4000000\r\n\r\n")
            try client.socket.send(body)
            #expect(try client.response().body == body)
            // More than one TLS record of small requests, each waiting for the one before it.
            try client.send(
                (0..<1_000).map { "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\n\r\n\($0 + 100)".prefix(57) }
                    .joined())
            for index in 0..<900 { #expect(try client.response().text == "\(index + 100)") }
        }
    }

    @Test("An accepted CONNECT leads to TLS or plain HTTP in its tunnel")
    func connect() async throws {
        try await TestServer.run(respond: describeConnection) { server in
            let secure = try server.connect()
            try secure.send("CONNECT API.example:443 HTTP/1.1\r\nHost: api.example:443\r\n\r\n")
            #expect(try secure.response(to: .connect).status == .ok)
            try secure.socket.startTLS(try TestAuthority.shared.clientContext(), serverName: "api.example")
            try secure.send(get)
            #expect(try secure.response().text == "https api.example api.example h /x")
            let plain = try server.connect()
            try plain.send("CONNECT api.example:80 HTTP/1.0\r\n\r\n")
            #expect(try plain.response(to: .connect).status == .ok)
            for _ in 0..<2 {
                try plain.send(get)
                #expect(try plain.response().text == "http api.example - h /x")
            }
            let eager = try server.connect()
            try eager.send("CONNECT api.example:80 HTTP/1.1\r\nHost: api.example\r\n\r\n" + get)
            #expect(try eager.response(to: .connect).status == .ok)
            #expect(try eager.response().text == "http api.example - h /x")
        }
    }

    @Test("In a tunnel the certificate is for the name in the hello, else for the tunnel's host")
    func certificates() async throws {
        let identities = RecordingIdentities()
        try await TestServer.run(identities: identities, respond: describeConnection) { server in
            for name in ["localhost", "127.0.0.1"] {
                let client = try server.connect()
                try client.send("CONNECT api.example:443 HTTP/1.1\r\nHost: api.example:443\r\n\r\n")
                #expect(try client.response(to: .connect).status == .ok)
                try client.socket.startTLS(try TestAuthority.shared.clientContext(), serverName: name)
                try client.send(get)
                #expect(try client.response().status == .ok)
            }
        }
        // The context's own identity, with which sessions begin, is for no host.
        #expect(identities.names.withLock { $0 } == [nil, "localhost", "api.example"])
    }

    @Test("A refused CONNECT says why, and the connection can be reused")
    func refusedConnect() async throws {
        try await TestServer.run(respond: describeConnection) { server in
            let client = try server.connect()
            try client.send("CONNECT other.test:443 HTTP/1.1\r\nHost: other.test:443\r\n\r\n")
            let response = try client.response()
            #expect(response.status == .forbidden)
            #expect(response.text == "other.test:443 isn't answered here")
            try client.send(get)
            #expect(try client.response().text == "http - - h /x")
        }
    }

    @Test("CONNECT in a tunnel or on a TLS connection is refused")
    func nestedConnect() async throws {
        try await TestServer.run(respond: describeConnection) { server in
            let inner = try server.connect()
            try inner.send("CONNECT a.example:80 HTTP/1.1\r\nHost: a.example\r\n\r\n")
            #expect(try inner.response(to: .connect).status == .ok)
            try inner.send("CONNECT b.example:80 HTTP/1.1\r\nHost: b.example\r\n\r\n")
            #expect(try inner.response().status == .badRequest)
            let secure = try server.connect()
            try secure.socket.startTLS(try TestAuthority.shared.clientContext(), serverName: "localhost")
            try secure.send("CONNECT b.example:80 HTTP/1.1\r\nHost: b.example\r\n\r\n")
            #expect(try secure.response().status == .badRequest)
        }
    }

    @Test("A handshake that doesn't wait for the tunnel is refused")
    func earlyHandshake() async throws {
        try await TestServer.run { server in
            let client = try server.connect()
            try client.socket.send(
                Array("CONNECT a.example:443 HTTP/1.1\r\nHost: a.example\r\n\r\n".utf8) + [0x16, 3, 1, 0, 1, 0])
            #expect(try client.response().status == .badRequest)
            #expect(try client.isAtEnd())
        }
    }

    @Test("An absolute target is answered here if its host is ours, with that host as its authority")
    func absoluteTarget() async throws {
        try await TestServer.run(respond: describeConnection) { server in
            let client = try server.connect()
            try client.send("GET http://Sp.example:8080/a?b HTTP/1.1\r\nHost: other\r\n\r\n")
            #expect(try client.response().text == "http - - sp.example:8080 /a?b")
            try client.send("GET http://other.test/ HTTP/1.1\r\nHost: other.test\r\n\r\n")
            let refused = try client.response()
            #expect(refused.status == .forbidden)
            #expect(refused.text == "other.test:80 isn't answered here")
        }
    }

    @Test("Without a TLS context a handshake is a broken request; a broken handshake is closed and logged")
    func failures() async throws {
        try await TestServer.run(identities: nil) { server in
            let client = try server.connect()
            try client.socket.send([0x16, 3, 1, 0, 5, 1, 0, 0, 1, 0x0A])
            #expect(try client.response().status == .badRequest)
        }
        let events = Guarded<[String]>([])
        let log: @Sendable (HTTPServerEvent) -> Void = { event in
            if case .tlsFailed = event { events.withLock { $0.append("failed") } }
        }
        try await TestServer.run(log: log) { server in
            let client = try server.connect()
            try client.socket.send([0x16] + Array(repeating: 0x41, count: 100))
            while try !client.socket.receive().isEmpty {}
            #expect(events.withLock { $0 } == ["failed"])
        }
    }
}
