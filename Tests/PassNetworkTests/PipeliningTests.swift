import Dispatch
import PassCore
import PassHTTP
import Testing

@testable import PassNetwork

@Suite("Requests that one connection sends at once")
struct PipeliningTests {
    @Test("Answers more pipelined requests than one turn takes, in order, work among them")
    func order() async throws {
        let respond: @Sendable (HTTPRequest) -> HTTPAnswer = { request in
            let response = HTTPResponse(text: request.target)
            return request.target.hasSuffix("7") ? .work { _ in response } : .ready(response)
        }
        try await TestServer.run(respond: respond) { server in
            let client = try server.connect()
            try client.send((0..<1_000).map { "GET /\($0) HTTP/1.1\r\nHost: a\r\n\r\n" }.joined())
            for index in 0..<1_000 {
                #expect(try client.response().text == "/\(index)")
            }
        }
    }

    @Test("Answers another client after at most 16 requests that one connection has sent at once")
    func turns() async throws {
        let (isBusy, goesOn) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        let targets = Guarded<[String]>([])
        let respond: @Sendable (HTTPRequest) -> HTTPAnswer = { request in
            targets.withLock { $0.append(request.target) }
            if request.target == "/first" {
                isBusy.signal()
                goesOn.wait()
            }
            return .ready(HTTPResponse())
        }
        try await TestServer.run(respond: respond) { server in
            let clients = try (0..<3).map { _ in try server.connect() }
            try clients[0].send("GET /first HTTP/1.1\r\nHost: a\r\n\r\n")
            isBusy.wait()
            try clients[1].send(String(repeating: "GET /many HTTP/1.1\r\nHost: a\r\n\r\n", count: 100))
            try clients[2].send("GET /one HTTP/1.1\r\nHost: a\r\n\r\n")
            goesOn.signal()
            #expect(try clients[2].response().status == .ok)
        }
        let seen = targets.withLock { $0 }
        #expect(seen.prefix { $0 != "/one" }.count { $0 == "/many" } <= 16)
    }
}
