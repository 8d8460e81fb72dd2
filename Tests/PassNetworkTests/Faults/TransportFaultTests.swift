import PassCore
import PassHTTP
import Testing

@testable import PassNetwork

@Suite("Deliberate faults of the transport")
struct TransportFaultTests {
    private static let ten = "0123456789"
    private static let before = "HTTP/1.1 200 OK\r\nDate: now\r\nContent-Length: 7\r\n\r\n/before"

    private static func head(_ length: Int) -> String {
        "HTTP/1.1 200 OK\r\nDate: now\r\nContent-Length: \(length)\r\n\r\n"
    }

    private static func get(_ target: String) -> String { "GET \(target) HTTP/1.1\r\nHost: a\r\n\r\n" }

    private static func response(_ text: String, _ fault: TransportFault?, delay: Int = 0) -> HTTPResponse {
        var response = HTTPResponse(fields: [.date: "now"], body: Array(text.utf8))
        response.delivery.fault = fault
        response.delivery.delayMilliseconds = delay
        return response
    }

    /// Returns a responder that answers `/fault` with a fault and other targets with themselves.
    private static func responder(
        _ fault: TransportFault, content: String = ten, delay: Int = 0, onWorker: Bool = false
    ) -> @Sendable (HTTPRequest) -> HTTPAnswer {
        { request in
            guard request.target == "/fault" else { return .ready(response(request.target, nil)) }
            let faulted = response(content, fault, delay: delay)
            return onWorker ? .work { _ in faulted } : .ready(faulted)
        }
    }

    /// What ends a connection, and what the client gets of the faulted answer before.
    static let ends: [(TransportFault, Received)] = [
        (.reset(after: .nothing), Received("", .reset)),
        (.reset(after: .head), Received(head(10), .reset)),
        (.reset(after: .content(0)), Received(head(10), .reset)),
        (.reset(after: .content(3)), Received(head(10) + "012", .reset)),
        (.reset(after: .everything), Received(head(10) + ten, .reset)),
        (.close(after: .nothing), Received("", .orderly)),
        (.close(after: .head), Received(head(10), .orderly)),
        (.close(after: .content(-3)), Received(head(10), .orderly)),
        (.close(after: .content(9)), Received(head(10) + "012345678", .orderly)),
        (.close(after: .content(.max)), Received(head(10) + ten, .orderly)),
        (.close(after: .everything), Received(head(10) + ten, .orderly)),
        (.wrongLength(by: 5), Received(head(15) + ten, .orderly)),
        (.wrongLength(by: .max), Received(head(.max) + ten, .orderly)),
        (.garbage, Received(ten, .orderly)),
    ]

    @Test(
        "The client gets exactly the part before the fault and no later answer, then a reset or an orderly end",
        arguments: [false, true], ends)
    func end(isSecure: Bool, _ pair: (fault: TransportFault, expected: Received)) async throws {
        try await TestServer.run(respond: Self.responder(pair.fault)) { server in
            do {
                let client = try server.connect(isSecure: isSecure)
                try client.send(Self.get("/before") + Self.get("/fault") + Self.get("/behind"))
                let received = try client.receiveAll()
                #expect(received == Received(Self.before + pair.expected.text, pair.expected.end))
            }
            try server.expectNothingLeft()
        }
    }

    @Test("A fault comes after the answer's delay, and a worker's answer can have one", arguments: [0, 30])
    func delayedFault(delay: Int) async throws {
        let respond = Self.responder(.reset(after: .content(1)), delay: delay, onWorker: true)
        try await TestServer.run(respond: respond) { server in
            let client = try server.connect()
            let start = MonotonicClock.milliseconds
            try client.send(Self.get("/fault"))
            #expect(try client.receiveAll() == Received(Self.head(10) + "0", .reset))
            #expect(MonotonicClock.milliseconds - start >= Int64(delay))
        }
    }

    @Test(
        "An answer without content has no part of the content",
        arguments: [TransportFault.Part.content(3), .everything])
    func noContent(part: TransportFault.Part) async throws {
        try await TestServer.run(respond: Self.responder(.close(after: part))) { server in
            let client = try server.connect()
            try client.send("HEAD /fault HTTP/1.1\r\nHost: a\r\n\r\n")
            #expect(try client.receiveAll() == Received(Self.head(10), .orderly))
        }
    }

    @Test(
        "A reset loses nothing that was sent before, however much that is, and even if the client has ended its sending",
        arguments: [(isSecure: false, endsSending: false), (true, false), (false, true)])
    func largeReset(isSecure: Bool, endsSending: Bool) async throws {
        let content = String(repeating: "x", count: 8 << 20)
        let respond = Self.responder(.reset(after: .content(7 << 20)), content: content)
        try await TestServer.run(respond: respond) { server in
            do {
                let client = try server.connect(isSecure: isSecure)
                try client.send(Self.get("/fault"))
                if endsSending { client.socket.endSending() }
                let received = try client.receiveAll()
                #expect(received.end == .reset)
                #expect(received.text.utf8.count == Self.head(8 << 20).utf8.count + 7 << 20)
            }
            try server.expectNothingLeft()
        }
    }

    @Test("A length that is too small keeps the connection open, and the rest of the content precedes the next answer")
    func smallLength() async throws {
        try await TestServer.run(respond: Self.responder(.wrongLength(by: -4))) { server in
            let client = try server.connect()
            try client.send(Self.get("/fault") + Self.get("/before"))
            let expected = Self.head(6) + Self.ten + Self.before
            #expect(try client.receive(expected.utf8.count) == expected)
        }
        try await TestServer.run(respond: Self.responder(.wrongLength(by: .min))) { server in
            let client = try server.connect()
            try client.send(Self.get("/fault"))
            let expected = Self.head(0) + Self.ten
            #expect(try client.receive(expected.utf8.count) == expected)
        }
    }

    /// The parts after which an answer can stall, with the bytes that the client gets.
    static let stalls: [(TransportFault.Part, String)] = [
        (.nothing, ""), (.head, head(10)), (.content(3), head(10) + "012"), (.everything, head(10) + ten),
    ]

    @Test(
        "A stalled answer stays incomplete, and its connection is closed when the client leaves",
        arguments: [false, true], stalls)
    func stall(isSecure: Bool, _ stall: (part: TransportFault.Part, text: String)) async throws {
        try await TestServer.run(respond: Self.responder(.stall(after: stall.part))) { server in
            do {
                let client = try server.connect(isSecure: isSecure)
                try client.send(Self.get("/before") + Self.get("/fault") + Self.get("/behind"))
                let expected = Self.before + stall.text
                #expect(try client.receive(expected.utf8.count) == expected)
                try client.send(Self.get("/later"))
                try server.roundTrip()
                try server.roundTrip()
                #expect(client.hasNothingToReceive)
                #expect(server.server.connectionCount >= 1)
            }
            try server.expectNothingLeft()
        }
    }

    @Test(
        "A stalled answer ends when the server stops, long before the time to stop ends", arguments: [false, true])
    func stopWhileStalled(isSecure: Bool) async throws {
        try await TestServer.run(respond: Self.responder(.stall(after: .head))) { server in
            let client = try server.connect(isSecure: isSecure)
            try client.send(Self.get("/fault"))
            #expect(try client.receive(Self.head(10).utf8.count) == Self.head(10))
            let start = MonotonicClock.milliseconds
            server.server.drain(within: 600_000)
            #expect(try client.receiveAll() == Received("", .orderly))
            #expect(MonotonicClock.milliseconds - start < 60_000)
        }
    }

    @Test("A stalled answer ends when its time has run out", arguments: [false, true])
    func stallIsBounded(isSecure: Bool) async throws {
        var limits = HTTPLimits()
        limits.faultMilliseconds = 30
        try await TestServer.run(limits: limits, respond: Self.responder(.stall(after: .content(1)))) { server in
            let client = try server.connect(isSecure: isSecure)
            try client.send(Self.get("/fault"))
            #expect(try client.receiveAll() == Received(Self.head(10) + "0", .orderly))
            try server.expectNothingLeft()
        }
    }

    @Test("A dribbled answer takes its time, arrives whole, and the connection goes on", arguments: [false, true])
    func dribble(isSecure: Bool) async throws {
        let respond = Self.responder(.dribble(bytes: 10, everyMilliseconds: 4))
        try await TestServer.run(respond: respond) { server in
            let client = try server.connect(isSecure: isSecure)
            let start = MonotonicClock.milliseconds
            try client.send(Self.get("/fault") + Self.get("/before"))
            let expected = Self.head(10) + Self.ten + Self.before
            #expect(try client.receive(expected.utf8.count) == expected)
            // 6 or 7 pieces with a pause after each but the last.
            #expect(MonotonicClock.milliseconds - start >= 5 * 4)
            try client.send(Self.get("/before"))
            #expect(try client.receive(Self.before.utf8.count) == Self.before)
        }
    }

    @Test("A dribbled answer that would take too long is sent in larger pieces")
    func fasterDribble() async throws {
        var limits = HTTPLimits()
        limits.faultMilliseconds = 40
        let respond = Self.responder(.dribble(bytes: 1, everyMilliseconds: 600_000))
        try await TestServer.run(limits: limits, respond: respond) { server in
            let client = try server.connect()
            try client.send(Self.get("/fault"))
            let expected = Self.head(10) + Self.ten
            #expect(try client.receive(expected.utf8.count) == expected)
        }
    }

    @Test("A dribbled answer of a client that has left is forgotten")
    func dribbleToNobody() async throws {
        let content = String(repeating: "x", count: 300_000)
        let respond = Self.responder(.dribble(bytes: 1_000, everyMilliseconds: 60_000), content: content)
        try await TestServer.run(respond: respond) { server in
            do {
                let client = try server.connect()
                try client.send(Self.get("/fault"))
                _ = try client.receive(1_000)
                try server.roundTrip()
                #expect(server.server.buffered.used > 290_000)
            }
            try server.expectNothingLeft()
        }
    }

    @Test(
        "A dribble's pieces have their size, unless that would take longer than the limit",
        arguments: [
            (1, 100, 1_000, 11), (1, 1, 1_000, 100), (30, 10, 1_000, 4), (0, 0, 1_000, 100), (1, 5_000, 1_000, 2),
        ])
    func pieces(bytes: Int, interval: Int, limit: Int, count: Int) {
        let all = (0..<100).map { UInt8($0) }
        var dribble = Dribble(all, pieceBytes: bytes, interval: interval, limit: limit)
        var output = OutputBuffer()
        var pieces = 0
        while !dribble.isComplete {
            dribble.writeNext(into: &output)
            pieces += 1
        }
        #expect(Array(output.bytes) == all)
        #expect(pieces <= count && pieces >= count - 1)
        #expect((pieces - 1) * Int(dribble.interval) <= limit)
    }
}
