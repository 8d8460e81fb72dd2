import PassCore
import PassHTTP
import Testing

@testable import PassNetwork

@Suite("The bytes that connections hold")
struct BufferingTests {
    private var limits: HTTPLimits {
        var limits = HTTPLimits()
        limits.bufferedBytes = 400_000
        return limits
    }

    private func head(_ length: Int) -> String { "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: \(length)\r\n\r\n" }

    @Test(
        "Content that exceeds the memory is 503, small requests in pieces are answered, and finished ones free memory"
    )
    func content() async throws {
        let piece = String(repeating: "a", count: 60_000)
        let respond: @Sendable (HTTPRequest) -> HTTPAnswer = { .ready(HTTPResponse(text: "\($0.body.count)")) }
        let events = Guarded<[String]>([])
        let log: @Sendable (HTTPServerEvent) -> Void = { event in events.withLock { $0.append("\(event)") } }
        try await TestServer.run(limits: limits, log: log, respond: respond) { server in
            let holders = try (0..<2).map { _ in try server.connect() }
            for holder in holders { try holder.send(head(90_000) + piece) }
            try server.roundTrip()
            #expect(server.server.buffered.used > 100_000)
            let large = try server.connect()
            try large.send(head(900_000) + String(repeating: piece, count: 6))
            #expect(try large.response().status == .serviceUnavailable)
            #expect(try large.isAtEnd())
            let small = try server.connect()
            try small.send(head(6) + "abc")
            try server.roundTrip()
            try small.send("def")
            #expect(try small.response().status == .ok)
            for holder in holders {
                try holder.send(String(repeating: "a", count: 30_000))
                #expect(try holder.response().body == Array("90000".utf8))
            }
            try server.roundTrip()
            #expect(server.server.buffered.used == 0)
        }
        #expect(events.withLock { $0 } == ["tooMuchHeld(peerAddress: \"127.0.0.1\")"])
    }

    @Test("A connection that is closed frees its memory")
    func closed() async throws {
        try await TestServer.run(limits: limits) { server in
            do {
                let holder = try server.connect()
                try holder.send(head(90_000) + String(repeating: "a", count: 60_000))
                try server.roundTrip()
                #expect(server.server.buffered.used > 50_000)
            }
            for _ in 0..<1_000 where server.server.buffered.used > 0 { try server.roundTrip() }
            #expect(server.server.buffered.used == 0)
        }
    }

    @Test("An answer that is delayed counts until it is sent")
    func delayed() async throws {
        let respond: @Sendable (HTTPRequest) -> HTTPAnswer = { request in
            var response = HTTPResponse(body: [UInt8](repeating: 7, count: request.target == "/late" ? 100_000 : 1))
            if request.target == "/late" { response.delivery.delayMilliseconds = 600_000 }
            return .ready(response)
        }
        try await TestServer.run(limits: limits, respond: respond) { server in
            let clients = try (0..<5).map { _ in try server.connect() }
            for client in clients {
                try client.send("GET /late HTTP/1.1\r\nHost: a\r\n\r\n")
                try server.roundTrip()
            }
            // There is room for the answers of four clients.
            #expect((380_000...400_000).contains(server.server.buffered.used))
            #expect(throws: (any Error).self) { try clients[4].response() }
        }
    }

    @Test("Answers that a client doesn't read are held up to the limit; then the connection is reset")
    func unsent() async throws {
        let body = [UInt8](repeating: 7, count: 64 << 20)
        let respond: @Sendable (HTTPRequest) -> HTTPAnswer = { request in
            .ready(request.target == "/large" ? HTTPResponse(body: body) : HTTPResponse())
        }
        try await TestServer.run(limits: limits, respond: respond) { server in
            let client = try server.connect()
            try client.send("GET /large HTTP/1.1\r\nHost: a\r\n\r\n")
            try server.roundTrip()
            #expect(throws: (any Error).self) { try client.response() }
            #expect(server.server.buffered.used == 0)
        }
    }
}
