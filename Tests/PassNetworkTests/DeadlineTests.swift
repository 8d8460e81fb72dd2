import PassHTTP
import Testing

@testable import PassNetwork

@Suite("Deadlines of connections")
struct DeadlineTests {
    private func limits(_ change: (inout HTTPLimits) -> Void) -> HTTPLimits {
        var limits = HTTPLimits()
        change(&limits)
        return limits
    }

    @Test("A head that isn't finished in time is answered with 408")
    func head() async throws {
        try await TestServer.run(limits: limits { $0.headerMilliseconds = 30 }) { server in
            let client = try server.connect()
            try client.send("GET / HTTP/1.1\r\nHo")
            #expect(try client.response().status == .requestTimeout)
            #expect(try client.isAtEnd())
        }
    }

    @Test("Content that isn't finished in time is answered with 408, counted from the end of the head")
    func content() async throws {
        try await TestServer.run(limits: limits { $0.bodyMilliseconds = 30 }) { server in
            let client = try server.connect()
            try client.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\nx")
            #expect(try client.response().status == .requestTimeout)
            #expect(try client.isAtEnd())
        }
    }

    @Test("An idle connection is closed without an answer, new or used")
    func idle() async throws {
        try await TestServer.run(limits: limits { $0.idleMilliseconds = 30 }) { server in
            #expect(try server.connect().isAtEnd())
            let used = try server.connect()
            try used.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
            #expect(try used.response().status == .ok)
            #expect(try used.isAtEnd())
        }
    }

    @Test("A TLS handshake that stalls is closed")
    func handshake() async throws {
        try await TestServer.run(limits: limits { $0.handshakeMilliseconds = 30 }) { server in
            let client = try server.connect()
            try client.socket.send([0x16, 3, 1])
            #expect(client.isGone())
        }
    }

    @Test("A client that reads nothing of its answer is closed")
    func write() async throws {
        let content = [UInt8](repeating: 7, count: 64 << 20)
        let respond: @Sendable (HTTPRequest) -> HTTPAnswer = { request in
            if request.target == "/large" { return .ready(HTTPResponse(body: content)) }
            var late = HTTPResponse()
            late.delivery = .delayed(milliseconds: 300)
            return .ready(late)
        }
        try await TestServer.run(limits: limits { $0.writeMilliseconds = 30 }, respond: respond) { server in
            let stalled = try server.connect()
            try stalled.send("GET /large HTTP/1.1\r\nHost: a\r\n\r\n")
            let other = try server.connect()
            try other.send("GET /late HTTP/1.1\r\nHost: a\r\n\r\n")
            #expect(try other.response().status == .ok)
            #expect(server.server.connectionCount == 1)
            #expect(throws: (any Error).self) { try stalled.response() }
        }
    }

    @Test(
        "A client that reads its answer slowly keeps its connection if it reads enough",
        // Kept although all of it takes longer than the deadline, which leaves a busy machine time between two readings.
        arguments: [(1, 2_000, 500, true), (1 << 30, 250, 100, false)])
    func slowly(enough: Int, deadline: Int, pause: Int, isKept: Bool) async throws {
        let content = [UInt8](repeating: 7, count: 64 << 20)
        let respond: @Sendable (HTTPRequest) -> HTTPAnswer = { request in
            if request.target == "/large" { return .ready(HTTPResponse(body: content)) }
            var late = HTTPResponse()
            late.delivery = .delayed(milliseconds: pause)
            return .ready(late)
        }
        let short = limits {
            $0.writeMilliseconds = deadline
            $0.writeBytes = enough
        }
        try await TestServer.run(limits: short, respond: respond) { server in
            let slow = try server.connect()
            try slow.send("GET /large HTTP/1.1\r\nHost: a\r\n\r\n")
            let other = try server.connect()
            for _ in 0..<8 {
                var count = 0
                while count < 512 << 10, let more = try? slow.socket.receive().count, more > 0 { count += more }
                try other.send("GET /late HTTP/1.1\r\nHost: a\r\n\r\n")
                #expect(try other.response().status == .ok)
            }
            #expect(server.server.connectionCount == (isKept ? 2 : 1))
        }
    }

    @Test("Work isn't limited by the client's deadlines")
    func work() async throws {
        let short = limits {
            $0.idleMilliseconds = 20
            $0.headerMilliseconds = 20
        }
        let respond: @Sendable (HTTPRequest) -> HTTPAnswer = { _ in
            var late = HTTPResponse(text: "late")
            late.delivery = .delayed(milliseconds: 80)
            return .ready(late)
        }
        try await TestServer.run(limits: short, respond: respond) { server in
            let client = try server.connect()
            try client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
            #expect(try client.response().text == "late")
        }
    }
}
