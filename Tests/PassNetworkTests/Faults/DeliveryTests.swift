import PassCore
import PassHTTP
import Testing

@testable import PassNetwork

@Suite("Reports on the delivery of answers")
struct DeliveryTests {
    private static let ten = "0123456789"
    private static let head = "HTTP/1.1 200 OK\r\nDate: now\r\nContent-Length: 10\r\n\r\n"

    /// The reports of all receipts, in their order.
    private final class Reports: Sendable {
        private let all = Guarded<[DeliveryReport]>([])

        var list: [DeliveryReport] { all.withLock { $0 } }

        /// Returns a responder that answers `/fault` and `/late` with a watched answer, other targets with themselves.
        func responder(
            _ fault: TransportFault?, content: String = ten, delay: Int = 0, onWorker: Bool = false
        ) -> @Sendable (HTTPRequest) -> HTTPAnswer {
            { [self] request in
                guard ["/fault", "/late"].contains(request.target) else {
                    return .ready(HTTPResponse(fields: [.date: "now"], body: Array(request.target.utf8)))
                }
                var response = HTTPResponse(fields: [.date: "now"], body: Array(content.utf8))
                response.delivery.fault = fault
                response.delivery.delayMilliseconds = delay
                response.receipt = DeliveryReceipt(contentLength: content.utf8.count) { [self] report in
                    all.withLock { $0.append(report) }
                }
                let watched = response
                return onWorker ? .work { _ in watched } : .ready(watched)
            }
        }

        /// Waits until there is a report.
        func first(_ server: TestServer) throws -> DeliveryReport {
            let deadline = MonotonicClock.milliseconds + 10_000
            while list.isEmpty, MonotonicClock.milliseconds < deadline { try server.roundTrip() }
            return try #require(list.first)
        }
    }

    private static func get(_ target: String) -> String { "GET \(target) HTTP/1.1\r\nHost: a\r\n\r\n" }

    private static func report(
        _ result: DeliveryReport.Result, head: Bool = true, _ bytes: Int
    ) -> DeliveryReport {
        DeliveryReport(result, isHeadSent: head, contentBytes: bytes, contentLength: 10)
    }

    /// The faults that end a connection, and the reports of them.
    static let ends: [(TransportFault, DeliveryReport)] = [
        (.reset(after: .nothing), report(.reset, head: false, 0)), (.reset(after: .head), report(.reset, 0)),
        (.reset(after: .content(3)), report(.reset, 3)), (.reset(after: .everything), report(.reset, 10)),
        (.close(after: .nothing), report(.closed, head: false, 0)), (.close(after: .content(9)), report(.closed, 9)),
        (.close(after: .everything), report(.closed, 10)), (.wrongLength(by: 5), report(.wrongLength, 10)),
        (.garbage, report(.garbage, head: false, 10)),
    ]

    @Test(
        "A fault that ends the connection is reported before the client sees the end, once", arguments: [false, true],
        ends)
    func end(isSecure: Bool, _ pair: (fault: TransportFault, expected: DeliveryReport)) async throws {
        let reports = Reports()
        try await TestServer.run(respond: reports.responder(pair.fault, delay: isSecure ? 5 : 0)) { server in
            let client = try server.connect(isSecure: isSecure)
            try client.send(Self.get("/before") + Self.get("/fault") + Self.get("/behind"))
            _ = try client.receiveAll()
            #expect(reports.list == [pair.expected])
            try server.expectNothingLeft()
            #expect(reports.list.count == 1)
        }
    }

    /// The answers after which the connection goes on.
    static let whole: [(TransportFault?, DeliveryReport)] = [
        (nil, report(.whole, 10)), (.dribble(bytes: 20, everyMilliseconds: 1), report(.whole, 10)),
        (.dribble(bytes: 1_000, everyMilliseconds: 1), report(.whole, 10)),
        (.wrongLength(by: -4), report(.wrongLength, 10)),
    ]

    @Test(
        "A complete answer is reported when it is sent, and requests after it are answered next",
        arguments: [false, true], whole)
    func passing(isSecure: Bool, _ pair: (fault: TransportFault?, expected: DeliveryReport)) async throws {
        let reports = Reports()
        try await TestServer.run(respond: reports.responder(pair.fault, delay: 20, onWorker: isSecure)) { server in
            let client = try server.connect(isSecure: isSecure)
            try client.send(Self.get("/before") + Self.get("/late") + Self.get("/behind"))
            let text = try client.receive(until: "/behind")
            #expect(text.contains("/before") && text.contains(Self.ten + "HTTP/1.1"))
            #expect(reports.list == [pair.expected])
        }
        #expect(reports.list.count == 1)
    }

    @Test("An answer to HEAD is whole without content")
    func noContent() async throws {
        let reports = Reports()
        try await TestServer.run(respond: reports.responder(nil, delay: 1)) { server in
            let client = try server.connect()
            try client.send("HEAD /late HTTP/1.1\r\nHost: a\r\n\r\n")
            #expect(try client.receive(Self.head.utf8.count) == Self.head)
            #expect(reports.list == [.whole(contentLength: 0)])
        }
    }

    @Test("A stalled answer is reported when the client leaves", arguments: [false, true])
    func stall(isSecure: Bool) async throws {
        let reports = Reports()
        try await TestServer.run(respond: reports.responder(.stall(after: .content(3)))) { server in
            do {
                let client = try server.connect(isSecure: isSecure)
                try client.send(Self.get("/fault"))
                #expect(try client.receive(Self.head.utf8.count + 3) == Self.head + "012")
                try server.roundTrip()
                #expect(reports.list.isEmpty)
            }
            try server.expectNothingLeft()
            #expect(reports.list == [Self.report(.stalled, 3)])
        }
    }

    @Test("A client that left during the delay got nothing, one that only has no more requests got the whole answer")
    func gone() async throws {
        let reports = Reports()
        try await TestServer.run(respond: reports.responder(nil, delay: 40)) { server in
            do {
                let client = try server.connect()
                try client.send(Self.get("/late"))
                try server.roundTrip()
            }
            #expect(try reports.first(server) == Self.report(.connectionEnded, head: false, 0))
            try server.expectNothingLeft()
            let client = try server.connect()
            try client.send(Self.get("/late"))
            Sockets.endSending(client.socket.descriptor)
            #expect(try client.receiveAll() == Received(Self.head + Self.ten, .orderly))
            #expect(reports.list.count == 2 && reports.list.last == Self.report(.whole, 10))
        }
    }

    @Test("A client that reads only a part and leaves is reported with the bytes that it read")
    func part() async throws {
        let reports = Reports()
        let content = String(repeating: "x", count: 64 << 20)
        try await TestServer.run(respond: reports.responder(nil, content: content, delay: 1)) { server in
            do {
                let client = try server.connect()
                try client.send(Self.get("/late"))
                _ = try client.receive(100_000)
                try server.roundTrip()
                #expect(reports.list.isEmpty)
            }
            let report = try reports.first(server)
            #expect(
                report.result == .connectionEnded && report.isHeadSent && report.contentLength == content.utf8.count)
            #expect(report.contentBytes > 50_000 && report.contentBytes < content.utf8.count)
        }
        #expect(reports.list.count == 1)
    }

    @Test("An answer that a stop of the server prevents is reported once", arguments: [false, true])
    func stop(onWorker: Bool) async throws {
        let reports = Reports()
        try await TestServer.run(respond: reports.responder(nil, delay: 600_000, onWorker: onWorker)) { server in
            let client = try server.connect()
            try client.send(Self.get("/late"))
            try server.roundTrip()
            #expect(reports.list.isEmpty)
            await server.server.stop(within: 0)
        }
        // A worker that still holds the answer drops it after the stop.
        let deadline = MonotonicClock.milliseconds + 10_000
        while reports.list.isEmpty, MonotonicClock.milliseconds < deadline { await Task.yield() }
        #expect(reports.list == [Self.report(.connectionEnded, head: false, 0)])
    }

    @Test("A receipt that is released without a report says that nothing was sent")
    func released() {
        let reports = Guarded<[DeliveryReport]>([])
        for isReported in [false, true] {
            let receipt = DeliveryReceipt(contentLength: 7) { report in reports.withLock { $0.append(report) } }
            if isReported {
                receipt.report(.whole(contentLength: 7))
                receipt.reportNothing()
            }
        }
        #expect(reports.withLock { $0 } == [.neverSent(contentLength: 7), .whole(contentLength: 7)])
    }
}
