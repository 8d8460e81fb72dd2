import Dispatch
import PassCore
import PassHTTP
import Testing

@testable import PassNetwork

@Suite("HTTP server")
struct HTTPServerTests {
    @Test("Answers one request after another on one connection")
    func keepAlive() async throws {
        try await TestServer.run { server in
            let client = try server.connect()
            for index in 0..<3 {
                try client.send("GET /\(index) HTTP/1.1\r\nHost: a\r\n\r\n")
                let response = try client.response()
                #expect(response.text == "/\(index)")
                #expect(response.fields[.connection] == nil)
                #expect(response.fields.contains(.date))
            }
            #expect(server.server.connectionCount == 1)
            let load = server.server.load
            #expect(load.openConnections == 1 && load.acceptedConnections == 1 && load.bufferedBytes == 0)
            #expect(load.waitingWork == 0 && load.runningWork == 0)
        }
    }

    @Test("Ends the connection where HTTP/1.0 or the client says so")
    func ends() async throws {
        try await TestServer.run { server in
            for request in ["GET / HTTP/1.0\r\n\r\n", "GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n"] {
                let client = try server.connect()
                try client.send(request)
                #expect(try client.response().fields[.connection] == "close")
                #expect(try client.isAtEnd())
            }
            let client = try server.connect()
            for _ in 0..<2 {
                try client.send("GET / HTTP/1.0\r\nConnection: keep-alive\r\n\r\n")
                #expect(try client.response().fields[.connection] == "keep-alive")
            }
        }
    }

    @Test("Reads a request that comes in single bytes, and one whose content is large")
    func sizes() async throws {
        let respond: @Sendable (HTTPRequest) -> HTTPAnswer = { .ready(HTTPResponse(body: $0.body)) }
        try await TestServer.run(respond: respond) { server in
            let client = try server.connect()
            for byte in "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n".utf8 {
                try client.socket.send([byte])
            }
            #expect(try client.response().text == "abc")
            let body = (0..<1_048_576).map { UInt8(truncatingIfNeeded: $0 &* 31 >> 3) }
            try client.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1048576\r\n\r\n")
            try client.socket.send(body)
            #expect(try client.response().body == body)
        }
    }

    @Test("Tells a waiting client to continue, and one with too much content not to")
    func expectContinue() async throws {
        try await TestServer.run { server in
            let client = try server.connect()
            try client.send("POST /a HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nContent-Length: 2\r\n\r\n")
            #expect(try client.text() == "HTTP/1.1 100 Continue\r\n\r\n")
            try client.send("ok")
            #expect(try client.response().text == "/a")
            try client.send("POST /a HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nContent-Length: 9999999\r\n\r\n")
            #expect(try client.response().status == .contentTooLarge)
            #expect(try client.isAtEnd())
        }
    }

    @Test("HEAD is answered without content, and the connection stays in step")
    func head() async throws {
        try await TestServer.run { server in
            let client = try server.connect()
            try client.send("HEAD /abc HTTP/1.1\r\nHost: a\r\n\r\nGET /next HTTP/1.1\r\nHost: a\r\n\r\n")
            #expect(try client.response(to: .head).fields[.contentLength] == "4")
            #expect(try client.response().text == "/next")
        }
    }

    @Test("A broken request gets its status and a sentence, and the connection ends without a reset")
    func refusal() async throws {
        let events = Guarded<[String]>([])
        let log: @Sendable (HTTPServerEvent) -> Void = { event in events.withLock { $0.append("\(event)") } }
        try await TestServer.run(log: log) { server in
            let client = try server.connect()
            let garbage = String(repeating: "x", count: 100_000)
            try client.send("POST / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n" + garbage)
            let response = try client.response()
            #expect(response.status == .badRequest)
            #expect(response.text == "The request has more than one Host field.\n")
            #expect(response.fields[.connection] == "close")
            try client.send(garbage)
            #expect(try client.isAtEnd())
        }
        #expect(events.withLock { $0.count } == 1)
    }

    @Test("A client that ends its sending still gets all answers")
    func halfClose() async throws {
        let respond: @Sendable (HTTPRequest) -> HTTPAnswer = { request in
            .work { _ in HTTPResponse(text: request.target) }
        }
        try await TestServer.run(respond: respond) { server in
            let client = try server.connect()
            try client.send("GET /1 HTTP/1.1\r\nHost: a\r\n\r\nGET /2 HTTP/1.1\r\nHost: a\r\n\r\n")
            client.socket.endSending()
            #expect(try client.response().text == "/1")
            #expect(try client.response().text == "/2")
            #expect(try client.isAtEnd())
        }
    }

    @Test("A delayed answer holds up its own connection only, and no thread")
    func delayed() async throws {
        let respond: @Sendable (HTTPRequest) -> HTTPAnswer = { request in
            var response = HTTPResponse(text: request.target)
            if request.target.hasPrefix("/late") { response.delivery = .delayed(milliseconds: 60) }
            return request.target == "/late-work" ? .work { [response] _ in response } : .ready(response)
        }
        try await TestServer.run(respond: respond) { server in
            let late = try (0..<50).map { _ in try server.connect() }
            let start = MonotonicClock.milliseconds
            for (index, client) in late.enumerated() {
                let path = index.isMultiple(of: 2) ? "/late" : "/late-work"
                try client.send("GET \(path) HTTP/1.1\r\nHost: a\r\n\r\nGET /b HTTP/1.1\r\nHost: a\r\n\r\n")
            }
            try server.roundTrip()
            for client in late {
                #expect(try client.response().text.hasPrefix("/late"))
                #expect(try client.response().text == "/b")
            }
            #expect(MonotonicClock.milliseconds - start >= 60)
        }
    }

    @Test("Stops reading from a client that doesn't read its answers")
    func backPressure() async throws {
        let asked = Guarded(0)
        let content = [UInt8](repeating: 7, count: 16 << 20)
        let respond: @Sendable (HTTPRequest) -> HTTPAnswer = { request in
            if request.target != "/large" { return .ready(HTTPResponse()) }
            asked.withLock { $0 += 1 }
            return .ready(HTTPResponse(body: content))
        }
        try await TestServer.run(respond: respond) { server in
            let slow = try server.connect()
            try slow.send(String(repeating: "GET /large HTTP/1.1\r\nHost: a\r\n\r\n", count: 4))
            try server.roundTrip()
            try server.roundTrip()
            #expect(asked.withLock { $0 } == 1)
            for _ in 0..<4 { #expect(try slow.response().body.count == content.count) }
            #expect(asked.withLock { $0 } == 4)
        }
    }
}
