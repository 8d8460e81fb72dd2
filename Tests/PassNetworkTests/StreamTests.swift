import PassCore
import PassHTTP
import Testing

@testable import PassNetwork

@Suite("Answers that are streamed")
struct StreamTests {
    private static let head = "HTTP/1.1 200 OK\r\nDate: now\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nfirst\r\n"

    private let streams = Handover<HTTPBodyStream>()
    private let causes = Handover<HTTPInterruption.Cause>()

    private func get(_ target: String) -> String { "GET \(target) HTTP/1.1\r\nHost: a\r\n\r\n" }

    /// Runs `body` against a server that answers `/stream` with a stream, which it hands over.
    private func run(_ limits: HTTPLimits = HTTPLimits(), _ body: (TestServer) async throws -> Void) async throws {
        let respond: @Sendable (HTTPRequest) -> HTTPAnswer = { request in
            guard request.target == "/stream" else { return .ready(HTTPResponse(text: request.target)) }
            return .stream(HTTPResponse(fields: [.date: "now"], body: Array("first".utf8)), streams.add)
        }
        try await TestServer.run(limits: limits, respond: respond, body)
    }

    @Test(
        "The head is sent first, each piece when it is written, and the end; then the connection goes on",
        arguments: [false, true])
    func pieces(isSecure: Bool) async throws {
        try await run { server in
            let client = try server.connect(isSecure: isSecure)
            try client.send(get("/stream") + get("/behind"))
            let stream = try streams.next()
            #expect(try client.receive(Self.head.utf8.count) == Self.head)
            for piece in ["3\r\nabc\r\n", "10\r\n0123456789abcdef\r\n"] {
                let content = piece.split(separator: "\r\n")[1]
                #expect(stream.write(Array(content.utf8)))
                #expect(try client.receive(piece.utf8.count) == piece)
            }
            try server.roundTrip()
            #expect(client.hasNothingToReceive)
            stream.end()
            #expect(!stream.write([1]))
            #expect(try client.receive(until: "/behind").hasPrefix("0\r\n\r\nHTTP/1.1 200 OK\r\n"))
        }
    }

    @Test("A long body can be written in pieces, each after the previous one is sent", arguments: [false, true])
    func export(isSecure: Bool) async throws {
        let piece = [UInt8](repeating: 7, count: 65_536)
        @Sendable func write(_ count: Int, to stream: HTTPBodyStream) {
            if count == 0 {
                stream.end()
            } else {
                stream.write(piece) { write(count - 1, to: stream) }
            }
        }
        try await run { server in
            let client = try server.connect(isSecure: isSecure)
            try client.send(get("/stream"))
            write(200, to: try streams.next())
            #expect(try client.response().body.count == 5 + 200 * piece.count)
            try client.send(get("/next"))
            #expect(try client.response().text == "/next")
            try server.roundTrip()
            #expect(server.server.buffered.used == 0)
        }
    }

    @Test("A client that reads too little is reset, and the writer is notified")
    func tooSlow() async throws {
        try await run { server in
            do {
                let client = try server.connect()
                try client.send(get("/stream"))
                let stream = try streams.next()
                stream.whenInterrupted(causes.add)
                let piece = [UInt8](repeating: 7, count: 65_536)
                var count = 0
                while stream.write(piece) { count += 1 }
                #expect(count >= 15)
                #expect(try causes.next() == .clientGone)
                #expect(try client.receiveAll().end == .reset)
            }
            try server.expectNothingLeft()
        }
    }

    @Test("Bytes that a slow client hasn't read are unsent, but those that it has read aren't")
    func slowly() async throws {
        var limits = HTTPLimits()
        limits.streamBytes = 16 << 20
        try await run(limits) { server in
            let client = try server.connect()
            try client.send(get("/stream"))
            let stream = try streams.next()
            let piece = [UInt8](repeating: 7, count: 65_536)
            while server.server.buffered.used < 500_000 {
                #expect(stream.write(piece))
                try server.roundTrip()
            }
            for _ in 0..<400 {
                #expect(stream.write(piece))
                var count = 0
                while count < piece.count { count += try client.socket.receive().count }
                try server.roundTrip()
                #expect(server.server.buffered.used < 13 << 20)
            }
        }
    }

    @Test("A stream gets no more memory than the limit for all connections")
    func memory() async throws {
        var limits = HTTPLimits()
        limits.streamBytes = 128 << 20
        limits.bufferedBytes = 400_000
        try await run(limits) { server in
            let client = try server.connect()
            try client.send(get("/stream"))
            let stream = try streams.next()
            stream.whenInterrupted(causes.add)
            stream.write([UInt8](repeating: 7, count: 64 << 20))
            #expect(try causes.next() == .clientGone)
            #expect(try client.receiveAll().end == .reset)
            #expect(server.server.buffered.used == 0)
            #expect(!stream.write([1]))
        }
    }

    @Test("A stream that is released before its end is cut off by a reset", arguments: [false, true])
    func released(isSecure: Bool) async throws {
        try await run { server in
            do {
                let client = try server.connect(isSecure: isSecure)
                try client.send(get("/stream") + get("/behind"))
                #expect(try streams.next().write(Array("abc".utf8)))
                #expect(try client.receiveAll() == Received(Self.head + "3\r\nabc\r\n", .reset))
            }
            try server.expectNothingLeft()
        }
    }

    @Test("In HTTP/1.0 the content ends with the connection")
    func oldVersion() async throws {
        try await run { server in
            let client = try server.connect()
            try client.send("GET /stream HTTP/1.0\r\nConnection: keep-alive\r\n\r\n")
            let stream = try streams.next()
            stream.write(Array("abc".utf8))
            stream.end()
            let expected = "HTTP/1.1 200 OK\r\nDate: now\r\nConnection: close\r\n\r\nfirstabc"
            #expect(try client.receiveAll() == Received(expected, .orderly))
        }
    }

    @Test("A client that wants only the head gets it, and the writer is told to write nothing")
    func headOnly() async throws {
        try await run { server in
            let client = try server.connect()
            try client.send("HEAD /stream HTTP/1.1\r\nHost: a\r\n\r\n" + get("/behind"))
            let stream = try streams.next()
            #expect(!stream.write([1]))
            stream.whenInterrupted(causes.add)
            #expect(try causes.next() == .clientGone)
            #expect(try client.response(to: .head).body.isEmpty)
            #expect(try client.response().text == "/behind")
        }
    }

    @Test("A client that leaves is noticed while nothing is written", arguments: [false, true])
    func clientGone(isSecure: Bool) async throws {
        try await run { server in
            let stream: HTTPBodyStream
            do {
                let client = try server.connect(isSecure: isSecure)
                try client.send(get("/stream"))
                stream = try streams.next()
                stream.whenInterrupted(causes.add)
                #expect(try client.receive(Self.head.utf8.count) == Self.head)
                #expect(causes.isEmpty)
            }
            #expect(try causes.next() == .clientGone)
            #expect(!stream.write([1]))
            try server.expectNothingLeft()
        }
    }

    @Test(
        "When the server stops, the writer is notified, and a stream that ends in time is complete",
        arguments: [false, true])
    func serverStops(isSecure: Bool) async throws {
        try await run { server in
            let client = try server.connect(isSecure: isSecure)
            try client.send(get("/stream") + get("/behind"))
            let stream = try streams.next()
            stream.whenInterrupted(causes.add)
            server.server.drain(within: 10_000)
            #expect(try causes.next() == .serverStopping)
            stream.write(Array("bye".utf8))
            stream.end()
            #expect(try client.receiveAll() == Received(Self.head + "3\r\nbye\r\n0\r\n\r\n", .orderly))
        }
    }

    @Test("A stream that doesn't end in the server's time to stop is incomplete")
    func tooLate() async throws {
        try await run { server in
            let client = try server.connect()
            try client.send(get("/stream"))
            let stream = try streams.next()
            // Not `stop`: a crowded test process goes on with an `await` when the client's time is over.
            server.server.drain(within: 20)
            #expect(try client.receiveAll() == Received(Self.head, .orderly))
            #expect(!stream.write([1]))
        }
    }
}
