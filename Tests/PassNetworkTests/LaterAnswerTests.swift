import Dispatch
import PassCore
import PassHTTP
import Testing

@testable import PassNetwork

/// Objects that the server or its responder hands to a test, which takes them on its own thread.
final class Handover<Item: Sendable>: Sendable {
    private let items = Guarded<[Item]>([])
    private let count = DispatchSemaphore(value: 0)

    @Sendable func add(_ item: Item) {
        items.withLock { $0.append(item) }
        count.signal()
    }

    /// Waits for the next object, and gives up all references to it.
    func next() throws -> Item {
        try #require(count.wait(timeout: .now() + 60) == .success, "nothing was handed over")
        return items.withLock { $0.removeFirst() }
    }

    var isEmpty: Bool { items.withLock { $0.isEmpty } }
}

@Suite("Answers that are given later")
struct LaterAnswerTests {
    private let later = "GET /later HTTP/1.1\r\nHost: a\r\n\r\n"
    private let replies = Handover<HTTPReply>()
    private let causes = Handover<HTTPInterruption.Cause>()

    /// Runs `body` against a server that answers `/later` later, by replies that it hands over.
    private func run(_ body: (TestServer) async throws -> Void) async throws {
        let respond: @Sendable (HTTPRequest) -> HTTPAnswer = { request in
            request.target == "/later" ? .later(replies.add) : .ready(HTTPResponse(text: request.target))
        }
        try await TestServer.run(respond: respond, body)
    }

    @Test("An answer from any thread reaches its client, and requests behind it wait", arguments: [false, true])
    func answer(isSecure: Bool) async throws {
        try await run { server in
            let client = try server.connect(isSecure: isSecure)
            try client.send(later + "GET /behind HTTP/1.1\r\nHost: a\r\n\r\n")
            let reply = try replies.next()
            try server.roundTrip()
            #expect(client.hasNothingToReceive)
            reply.send(HTTPResponse(text: "now"))
            #expect(try client.response().text == "now")
            #expect(try client.response().text == "/behind")
            reply.send(HTTPResponse(text: "again"))
            try client.send("GET /next HTTP/1.1\r\nHost: a\r\n\r\n")
            #expect(try client.response().text == "/next")
        }
    }

    @Test("Many requests wait at once without using a worker")
    func many() async throws {
        try await run { server in
            let clients = try (0..<100).map { _ in try server.connect() }
            for client in clients { try client.send(later) }
            let waiting = try clients.map { _ in try replies.next() }
            try server.roundTrip()
            for reply in waiting { reply.send(HTTPResponse(.created)) }
            for client in clients { #expect(try client.response().status == .created) }
        }
    }

    @Test("A reply that is released without an answer is 503, and the connection goes on")
    func released() async throws {
        try await run { server in
            let client = try server.connect()
            try client.send(later)
            _ = try replies.next()
            let response = try client.response()
            #expect(response.status == .serviceUnavailable && response.fields[.retryAfter] == "1")
            try client.send("GET /next HTTP/1.1\r\nHost: a\r\n\r\n")
            #expect(try client.response().text == "/next")
        }
    }

    @Test("An answer may have a fault")
    func fault() async throws {
        try await run { server in
            let client = try server.connect()
            try client.send(later)
            var response = HTTPResponse()
            response.delivery.fault = .reset(after: .nothing)
            try replies.next().send(response)
            #expect(try client.receiveAll() == Received("", .reset))
        }
    }

    @Test(
        "The producer is notified when the client leaves, even if requests after it are unread",
        arguments: [false, true], ["", "GET /behind HTTP/1.1\r\nHost: a\r\n\r\n"])
    func clientGone(isSecure: Bool, behind: String) async throws {
        try await run { server in
            let reply: HTTPReply
            do {
                let client = try server.connect(isSecure: isSecure)
                try client.send(later)
                reply = try replies.next()
                reply.whenInterrupted(causes.add)
                if !behind.isEmpty { try client.send(behind) }
                try server.roundTrip()
                #expect(causes.isEmpty && client.hasNothingToReceive)
            }
            #expect(try causes.next() == .clientGone)
            reply.send(HTTPResponse())
            try server.expectNothingLeft()
        }
    }

    @Test("The producer is notified when the server stops, and an answer in time is the connection's last")
    func serverStops() async throws {
        try await run { server in
            let client = try server.connect()
            try client.send(later)
            let reply = try replies.next()
            reply.whenInterrupted(causes.add)
            server.server.drain(within: 10_000)
            #expect(try causes.next() == .serverStopping)
            reply.send(HTTPResponse(text: "last"))
            let response = try client.response()
            #expect(response.text == "last" && response.fields[.connection] == "close")
            #expect(try client.isAtEnd())
        }
    }

    @Test("A connection whose answer doesn't come in the time to stop is closed, and the late answer is dropped")
    func tooLate() async throws {
        try await run { server in
            let client = try server.connect()
            try client.send(later)
            let reply = try replies.next()
            await server.server.stop(within: 20)
            #expect(client.isGone())
            #expect(server.server.connectionCount == 0)
            reply.send(HTTPResponse())
        }
    }

    @Test("An interruption handler that is set late is called at once, and never after the answer")
    func handlers() throws {
        let interruption = HTTPInterruption()
        interruption.raise(.serverStopping)
        interruption.raise(.clientGone)
        interruption.whenRaised(causes.add)
        #expect(try causes.next() == .serverStopping)
        let second = HTTPInterruption()
        let reply = HTTPReply(second) { _ in }
        reply.whenInterrupted(causes.add)
        reply.send(HTTPResponse())
        second.raise(.clientGone)
        #expect(causes.isEmpty)
    }
}
