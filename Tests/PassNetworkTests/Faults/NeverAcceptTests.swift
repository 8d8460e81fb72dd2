import PassCore
import PassHTTP
import Testing

@testable import PassNetwork

@Suite("Connections that are ignored as if they weren't accepted")
struct NeverAcceptTests {
    private static let get = "GET /fault HTTP/1.1\r\nHost: a\r\n\r\n"

    private static func responder(_ milliseconds: Int) -> @Sendable (HTTPRequest) -> HTTPAnswer {
        { request in
            var response = HTTPResponse(text: request.target)
            if request.target == "/fault" { response.delivery.fault = .neverAccept(milliseconds: milliseconds) }
            return .ready(response)
        }
    }

    /// The ClientHello of RFC 8448, section 3, which asks for `server`.
    private static let hello = Hex.decode(
        """
        16030100c4010000c00303cb34ecb1e78163ba1c38c6dacb196a6dffa21a8d9912ec18a2ef6283024dece7000006130113031302010000\
        910000000b0009000006736572766572ff01000100000a00140012001d0017001800190100010101020103010400230000003300260024\
        001d002099381de560e4bd43d23d8e435a7dbafeb3c06e51c13cae4d5413691e529aaf2c002b0003020304000d0020001e040305030603\
        020308040805080604010501060102010402050206020202002d00020101001c00024001
        """)

    private static func read(_ bytes: some Sequence<UInt8>) -> ClientHelloName {
        Array(bytes).withUnsafeBytes { ClientHelloName.read($0) }
    }

    @Test("The name in a client's first message is read (RFC 8448, section 3)")
    func name() throws {
        let bytes = try #require(Self.hello)
        #expect(Self.read(bytes) == .name("server"))
        for count in 0..<bytes.count { #expect(Self.read(bytes.prefix(count)) == .incomplete) }
        // Another extension in the place of the name's, another kind of name, no characters, a length beyond the end.
        for (index, value) in [(57, 1), (62, 1), (64, 0), (43, 255)] {
            var changed = bytes
            changed[index] = UInt8(value)
            #expect(Self.read(changed) == .name(nil), "\(index)")
        }
        #expect(Self.read([0x16, 3, 1, 0, 0]) == .name(nil))
    }

    @Test("A plain client gets no byte and its connection stays open; other connections are served")
    func plain() async throws {
        try await TestServer.run(respond: Self.responder(60_000)) { server in
            do {
                let client = try server.connect()
                try client.send(Self.get)
                try server.roundTrip()
                try server.roundTrip()
                #expect(client.hasNothingToReceive && server.server.connectionCount >= 1)
            }
            try server.expectNothingLeft()
            let other = try server.connect(isSecure: true)
            try other.send("GET /other HTTP/1.1\r\nHost: a\r\n\r\n")
            #expect(try other.response().text == "/other")
        }
    }

    @Test("Further handshakes of the client with the same name aren't answered, others and plain requests are")
    func handshakes() async throws {
        try await TestServer.run(respond: Self.responder(600_000)) { server in
            do {
                let client = try server.connect()
                try client.socket.startTLS(try TestAuthority.shared.clientContext(), serverName: "localhost")
                try client.send(Self.get)
                let context = try TestAuthority.shared.clientContext()
                try server.roundTrip()
                let held = try ClientSocket(
                    host: "127.0.0.1", port: server.port, deadline: MonotonicClock.milliseconds + 300)
                #expect(throws: NetworkError.self) { try held.startTLS(context, serverName: "localhost") }
                let named = try server.connect()
                try named.socket.send(try #require(Self.hello))
                #expect(try !named.socket.receive().isEmpty, "another name is answered")
                let another = try server.connect()
                try another.socket.startTLS(context, serverName: "127.0.0.1")
                try another.send("GET /another HTTP/1.1\r\nHost: a\r\n\r\n")
                #expect(try another.response().text == "/another")
            }
            try server.expectNothingLeft()
        }
    }

    @Test("A handshake is answered when the time has run out, and a client that leaves before is forgotten")
    func end() async throws {
        try await TestServer.run(respond: Self.responder(500)) { server in
            do {
                let context = try TestAuthority.shared.clientContext()
                let client = try server.connect()
                try client.socket.startTLS(context, serverName: "localhost")
                // The time begins between these two.
                let earliest = MonotonicClock.milliseconds
                try client.send(Self.get)
                try server.roundTrip()
                let waiting = try server.connect()
                try waiting.socket.startTLS(context, serverName: "localhost")
                #expect(MonotonicClock.milliseconds - earliest >= 490)
                try waiting.send("GET /after HTTP/1.1\r\nHost: a\r\n\r\n")
                #expect(try waiting.response().text == "/after")
            }
            try server.expectNothingLeft()
        }
    }

    @Test("A client is recognized by address and name, whatever the name's case, until its time has run out")
    func table() {
        let clients = UnacceptedClients()
        let client = UnacceptedClients.Client("127.0.0.1", serverName: "Localhost")
        #expect(clients.isEmpty && clients.end(of: client, now: 0) == nil)
        clients.add(client, until: 100, now: 0)
        clients.add(client, until: 50, now: 10)
        #expect(!clients.isEmpty && clients.holds("127.0.0.1", now: 20) && !clients.holds("::1", now: 20))
        #expect(clients.end(of: UnacceptedClients.Client("127.0.0.1", serverName: "localhost"), now: 99) == 100)
        #expect(clients.end(of: UnacceptedClients.Client("127.0.0.1", serverName: nil), now: 99) == nil)
        #expect(clients.end(of: client, now: 100) == nil && clients.isEmpty)
        for number in 0...UnacceptedClients.most {
            clients.add(UnacceptedClients.Client("\(number)", serverName: nil), until: 200, now: 100)
        }
        #expect(clients.holds("\(UnacceptedClients.most - 1)", now: 150))
        #expect(!clients.holds("\(UnacceptedClients.most)", now: 150))
    }
}
