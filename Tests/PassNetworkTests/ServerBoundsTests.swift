import Dispatch
import PassCore
import PassHTTP
import Testing

@testable import PassNetwork

@Suite("Bounds of the HTTP server")
struct ServerBoundsTests {
    @Test("Work beyond the queue's bound is answered with 503, and the connection stays open")
    func workBound() async throws {
        var limits = HTTPLimits()
        limits.queuedWork = 1
        let gate = DispatchSemaphore(value: 0)
        let respond: @Sendable (HTTPRequest) -> HTTPAnswer = { request in
            guard request.target == "/work" else { return .ready(HTTPResponse()) }
            return .work { refusal in
                if let refusal { return refusal }
                gate.wait()
                return HTTPResponse(text: "done")
            }
        }
        try await TestServer.run(limits: limits, respond: respond) { server in
            let first = try server.connect()
            try first.send("GET /work HTTP/1.1\r\nHost: a\r\n\r\n")
            try server.roundTrip()
            let second = try server.connect()
            try second.send("GET /work HTTP/1.1\r\nHost: a\r\n\r\n")
            let busy = try second.response()
            #expect(busy.status == .serviceUnavailable)
            #expect(busy.fields[.retryAfter] == "1")
            try second.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
            #expect(try second.response().status == .ok)
            gate.signal()
            #expect(try first.response().text == "done")
        }
    }

    @Test("Work of a namespace with too many requests yields to another's, and is answered with 503")
    func fairness() async throws {
        var limits = HTTPLimits()
        limits.queuedWork = ProcessResources.processorCount + 2 + 10
        let gate = DispatchSemaphore(value: 0)
        let respond: @Sendable (HTTPRequest) -> HTTPAnswer = { request in
            guard request.target != "/round-trip" else { return .ready(HTTPResponse()) }
            return .work(in: request.target) { refusal in
                if let refusal { return refusal }
                gate.wait()
                return HTTPResponse(text: request.target)
            }
        }
        try await TestServer.run(limits: limits, respond: respond) { server in
            let flood = try (0..<limits.queuedWork).map { _ in try server.connect() }
            for client in flood { try client.send("GET /flood HTTP/1.1\r\nHost: a\r\n\r\n") }
            try server.roundTrip()
            let others = try (0..<5).map { _ in try server.connect() }
            for client in others { try client.send("GET /other HTTP/1.1\r\nHost: a\r\n\r\n") }
            try server.roundTrip()
            for _ in 0..<limits.queuedWork { gate.signal() }
            for client in others { #expect(try client.response().text == "/other") }
            let answers = try flood.map { try $0.response() }
            #expect(answers.count { $0.status == .serviceUnavailable && $0.fields[.retryAfter] == "1" } == 5)
            #expect(answers.count { $0.status == .ok } == limits.queuedWork - 5)
        }
    }

    @Test("An answer that is ready is sent, however much work is queued and however long that takes")
    func crowd() async throws {
        let (first, others) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        let respond: @Sendable (HTTPRequest) -> HTTPAnswer = { request in
            guard let gate = ["/first": first, "/other": others][request.target] else { return .ready(HTTPResponse()) }
            return .work { refusal in
                if let refusal { return refusal }
                gate.wait()
                return HTTPResponse(text: request.target)
            }
        }
        var limits = HTTPLimits()
        limits.queuedWork = 100 + 8 * (ProcessResources.processorCount + 2)
        try await TestServer.run(limits: limits, respond: respond) { server in
            let client = try server.connect()
            try client.send("GET /first HTTP/1.1\r\nHost: a\r\n\r\n")
            try server.roundTrip()
            let crowd = try (0..<(8 * (ProcessResources.processorCount + 2))).map { _ in try server.connect() }
            for other in crowd { try other.send("GET /other HTTP/1.1\r\nHost: a\r\n\r\n") }
            try server.roundTrip()
            first.signal()
            #expect(try client.response().text == "/first")
            for _ in crowd { others.signal() }
            for other in crowd { #expect(try other.response().text == "/other") }
        }
    }

    @Test("A connection beyond the bound is answered with 503, and the others go on")
    func connectionBound() async throws {
        var limits = HTTPLimits()
        limits.connections = 2
        try await TestServer.run(limits: limits) { server in
            let clients = try (0..<2).map { _ in try server.connect() }
            for _ in 0..<2 {
                let rejected = try server.connect()
                let response = try rejected.response()
                #expect(response.status == .serviceUnavailable)
                #expect(response.fields[.connection] == "close")
                #expect(response.fields.contains(.retryAfter))
                #expect(try rejected.isAtEnd())
                for client in clients {
                    try client.send("GET /a HTTP/1.1\r\nHost: a\r\n\r\n")
                    #expect(try client.response().text == "/a")
                }
            }
        }
    }

    @Test("A connection beyond its address's bound is answered with 503, until another of that address is closed")
    func peerBound() async throws {
        var limits = HTTPLimits()
        limits.connectionsPerPeer = 2
        let events = Guarded<[String]>([])
        let log: @Sendable (HTTPServerEvent) -> Void = { event in events.withLock { $0.append("\(event)") } }
        try await TestServer.run(limits: limits, log: log) { server in
            let first = try server.connect()
            do {
                let second = try server.connect()
                let rejected = try server.connect()
                let response = try rejected.response()
                #expect(response.status == .serviceUnavailable)
                #expect(response.fields[.connection] == "close")
                #expect(response.fields.contains(.retryAfter))
                #expect(try rejected.isAtEnd())
                try second.send("GET /a HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
                #expect(try second.response().text == "/a")
                #expect(try second.isAtEnd())
            }
            // The loop learns of the ends after the clients do.
            let deadline = MonotonicClock.milliseconds + 10_000
            repeat {
                try first.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
                #expect(try first.response().status == .ok)
            } while server.server.connectionCount > 1 && MonotonicClock.milliseconds < deadline
            try server.roundTrip()
        }
        #expect(events.withLock { $0 } == ["tooManyConnectionsOfPeer(peerAddress: \"127.0.0.1\")"])
    }

    @Test("Each of many connections beyond the bound is answered with 503, though no client closes one")
    func manyBeyondTheBound() async throws {
        var limits = HTTPLimits()
        limits.connections = 1
        try await TestServer.run(limits: limits) { server in
            let client = try server.connect()
            let others = try (0..<150).map { _ in try server.connect() }
            for other in others {
                #expect(try other.response().status == .serviceUnavailable)
                #expect(other.isGone())
            }
            try client.send("GET /a HTTP/1.1\r\nHost: a\r\n\r\n")
            #expect(try client.response().text == "/a")
        }
    }
}
