import Dispatch
import PassCore
import PassHTTP
import Testing

@testable import PassNetwork

@Suite("Answers of several connections that are sent together")
struct CollectedAnswersTests {
    /// Holds the loop up in the request `/wait`, so that what is sent meanwhile is answered in one turn.
    private final class Hold: Sendable {
        private let isReached = DispatchSemaphore(value: 0)
        private let isOver = DispatchSemaphore(value: 0)

        @Sendable func respond(to request: HTTPRequest) -> HTTPAnswer {
            if request.target == "/wait" {
                isReached.signal()
                isOver.wait()
            }
            let answer = HTTPResponse(body: Array(request.target.utf8))
            return .ready(request.target == "/large" ? HTTPResponse(body: CollectedAnswersTests.large) : answer)
        }

        /// - Returns: the client whose request the loop is in.
        func begin(at server: TestServer) throws -> RawClient {
            let client = try server.connect()
            try client.send("GET /wait HTTP/1.1\r\nHost: a\r\n\r\n")
            isReached.wait()
            return client
        }

        func end() { isOver.signal() }
    }

    /// More than a socket takes at once.
    private static let large = [UInt8](repeating: UInt8(ascii: "x"), count: 16 << 20)

    @Test("Each connection gets its own answer, whatever happens to the others")
    func mixture() async throws {
        let hold = Hold()
        try await TestServer.run(respond: hold.respond) { server in
            let first = try hold.begin(at: server)
            let clients = try (0..<40).map { _ in try server.connect() }
            let slow = try server.connect()
            var leaving: RawClient? = try server.connect()
            for (index, client) in clients.enumerated() {
                try client.send("GET /\(index) HTTP/1.1\r\nHost: a\r\n\r\n")
                if index == 5 {
                    try leaving?.send("GET /leaving HTTP/1.1\r\nHost: a\r\n\r\n")
                    leaving?.reset()
                    leaving = nil
                    try slow.send("GET /large HTTP/1.1\r\nHost: a\r\n\r\nGET /behind HTTP/1.1\r\nHost: a\r\n\r\n")
                }
                if index == 6 { try client.send("GET /6b HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n") }
                if index == 7 { client.socket.endSending() }
            }
            hold.end()
            #expect(try first.response().text == "/wait")
            for (index, client) in clients.enumerated() { #expect(try client.response().text == "/\(index)") }
            #expect(try clients[6].response().text == "/6b")
            #expect(try clients[6].isAtEnd())
            #expect(try clients[7].isAtEnd())
            #expect(try slow.response().body == Self.large)
            #expect(try slow.response().text == "/behind")
        }
    }

    @Test("Requests that arrive together stay separate, in parts and with more content than is received at once")
    func arrivals() async throws {
        let hold = Hold()
        let respond: @Sendable (HTTPRequest) -> HTTPAnswer = { request in
            request.body.isEmpty ? hold.respond(to: request) : .ready(HTTPResponse(body: request.body))
        }
        try await TestServer.run(respond: respond) { server in
            let first = try hold.begin(at: server)
            let clients = try (0..<24).map { _ in try server.connect() }
            let content = { (index: Int) in [UInt8](repeating: UInt8(index), count: 20_000 + index) }
            for (index, client) in clients.enumerated() {
                switch index % 3 {
                case 0: try client.send("GET /\(index) HTTP/1.1\r\nHo")
                case 1:
                    try client.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: \(20_000 + index)\r\n\r\n")
                    try client.socket.send(content(index))
                default:
                    try client.send("GET /\(index) HTTP/1.1\r\nHost: a\r\n\r\nGET /next HTTP/1.1\r\nHost: a\r\n\r\n")
                }
            }
            hold.end()
            #expect(try first.response().text == "/wait")
            for (index, client) in clients.enumerated() {
                switch index % 3 {
                case 0:
                    try client.send("st: a\r\n\r\n")
                    #expect(try client.response().text == "/\(index)")
                case 1: #expect(try client.response().body == content(index))
                default:
                    #expect(try client.response().text == "/\(index)")
                    #expect(try client.response().text == "/next")
                }
            }
        }
    }

    @Test("A worker's answer reaches a peer that has ended its sending in the meantime")
    func endBesideAnswer() async throws {
        let (hold, gate, finished) = (Hold(), DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        let respond: @Sendable (HTTPRequest) -> HTTPAnswer = { request in
            guard request.target == "/work" else { return hold.respond(to: request) }
            return .work { _ in
                gate.wait()
                finished.signal()
                return HTTPResponse(text: "worked")
            }
        }
        try await TestServer.run(respond: respond) { server in
            // So few that the loop doesn't wait for several answers before it looks at them.
            let clients = try (0..<2).map { _ in try server.connect() }
            for client in clients { try client.send("GET /work HTTP/1.1\r\nHost: a\r\n\r\n") }
            try server.roundTrip()
            // The loop learns of the answers and of the ends in one turn.
            let first = try hold.begin(at: server)
            for _ in clients { gate.signal() }
            for _ in clients { finished.wait() }
            for client in clients { client.socket.endSending() }
            hold.end()
            #expect(try first.response().text == "/wait")
            for client in clients { #expect(try client.response().text == "worked") }
        }
    }

    @Test("No answer waits for more than fifteen others")
    func bounded() async throws {
        let (hold, later) = (Hold(), DispatchSemaphore(value: 0))
        let count = Guarded(0)
        let respond: @Sendable (HTTPRequest) -> HTTPAnswer = { request in
            let place = count.withLock { count in
                count += 1
                return count
            }
            // The first is the one that holds the loop up.
            if place == 18 { later.wait() }
            return hold.respond(to: request)
        }
        try await TestServer.run(respond: respond) { server in
            let first = try hold.begin(at: server)
            let clients = try (0..<20).map { _ in try server.connect() }
            for client in clients { try client.send("GET /one HTTP/1.1\r\nHost: a\r\n\r\n") }
            hold.end()
            // The loop is in the seventeenth request, so those before it can't have waited for its end.
            #expect(try first.response().text == "/wait")
            for client in clients.prefix(16) { #expect(try client.response().text == "/one") }
            later.signal()
            for client in clients.suffix(4) { #expect(try client.response().text == "/one") }
        }
    }

    @Test("Stopping loses no answers")
    func draining() async throws {
        let hold = Hold()
        try await TestServer.run(respond: hold.respond) { server in
            let first = try hold.begin(at: server)
            let clients = try (0..<10).map { _ in try server.connect() }
            for client in clients { try client.send("GET /one HTTP/1.1\r\nHost: a\r\n\r\n") }
            server.server.drain(within: 10_000)
            hold.end()
            #expect(try first.response().text == "/wait")
            for client in clients {
                #expect(try client.response().text == "/one")
                #expect(try client.isAtEnd())
            }
        }
    }
}
