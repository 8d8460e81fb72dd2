import Dispatch
import PassHTTP
import Testing

@testable import PassNetwork

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

@Suite("HTTP client")
struct HTTPClientTests {
    private let client = HTTPClient(
        trustedCertificatesPEM: TestAuthority.shared.certificatePEM, timeoutMilliseconds: 60_000)

    @Test("Sends method, target, fields and content, and reads the answer")
    func exchange() async throws {
        let respond: @Sendable (HTTPRequest) -> HTTPAnswer = { request in
            let fields = request.fields.pairs.map { "\($0.name)=\($0.value)" }.joined(separator: ",")
            return .ready(
                HTTPResponse(
                    .created,
                    text: "\(request.method.rawValue) \(request.target) \(fields) "
                        + String(decoding: request.body, as: UTF8.self)))
        }
        try await TestServer.run(respond: respond) { server in
            let host = "127.0.0.1:\(server.port)"
            let post = try client.send(
                .post, url: "http://\(host)/a?b=c#d", fields: ["X-y": "z\r\nEvil: 1"], body: Array("body".utf8))
            #expect(post.status == .created)
            #expect(
                post.text == "POST /a?b=c Host=\(host),X-y=z  Evil: 1,Content-Length=4,Connection=close body")
            let get = try client.send(.get, url: "http://\(host)")
            #expect(get.text == "GET / Host=\(host),Connection=close ")
            #expect(try client.send(.head, url: "http://\(host)/").body.isEmpty)
        }
    }

    @Test("Connects to another address than the URL's, with the URL's host in Host and in the certificate")
    func spoofing() async throws {
        let respond: @Sendable (HTTPRequest) -> HTTPAnswer = { request in
            .ready(HTTPResponse(text: "\(request.authority) \(request.connection.serverName ?? "-")"))
        }
        try await TestServer.run(respond: respond) { server in
            let response = try client.send(.get, url: "https://sp.example/", connectTo: server.address)
            #expect(response.text == "sp.example sp.example")
            let mistrustful = HTTPClient(timeoutMilliseconds: 60_000)
            #expect(throws: NetworkError(.tlsFailed, "")) {
                try mistrustful.send(.get, url: "https://sp.example/", connectTo: server.address)
            }
        }
    }

    @Test("Takes an answer that comes before the content is sent")
    func earlyAnswer() async throws {
        try await TestServer.run { server in
            let large = [UInt8](repeating: 0, count: 8 << 20)
            let response = try client.send(.post, url: "http://127.0.0.1:\(server.port)/", body: large)
            #expect(response.status == .contentTooLarge)
        }
    }

    @Test("Fails when its time has run out, when no server listens, and when the URL is malformed")
    func failures() async throws {
        let respond: @Sendable (HTTPRequest) -> HTTPAnswer = { _ in
            var late = HTTPResponse()
            late.delivery = .delayed(milliseconds: 600_000)
            return .ready(late)
        }
        try await TestServer.run(respond: respond) { server in
            let impatient = HTTPClient(timeoutMilliseconds: 30)
            #expect(throws: NetworkError(.timedOut, "")) {
                try impatient.send(.get, url: "http://127.0.0.1:\(server.port)/")
            }
        }
        let free = try Listener(HostAndPort(host: "127.0.0.1", port: 0)).address.port
        #expect(throws: NetworkError(.connectFailed, "")) { try client.send(.get, url: "http://127.0.0.1:\(free)/") }
        for url in ["", "/a", "ftp://a/", "http:///a", "http://a b/"] {
            #expect(throws: NetworkError(.badAddress, "")) { try client.send(.get, url: url) }
        }
    }

    @Test(
        "A server that sends endlessly is abandoned when time has run out, or sooner beyond the largest answer",
        arguments: [
            ("", "HTTP/1.1 100 Continue\r\n\r\n", .badResponse), ("HTTP/1.1 200 OK\r\n", "A: b\r\n", .badResponse),
            ("HTTP/1.1 200 OK\r\nA: ", "b", .badResponse), ("HTTP/1.1 200 OK\r\n\r\n", "b", .timedOut),
            ("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n", "1\r\nb\r\n", .timedOut),
        ] as [(String, String, NetworkError.Code)])
    func endless(_ start: String, _ more: String, _ code: NetworkError.Code) throws {
        let server = try EndlessServer(start: start, more: more)
        // What is refused is refused long before this; what isn't takes longer.
        let patient = HTTPClient(timeoutMilliseconds: code == .timedOut ? 100 : 60_000)
        #expect(throws: NetworkError(code, "")) { try patient.send(.get, url: "http://127.0.0.1:\(server.port)/") }
        server.waitForEnd()
    }
}

/// Takes one connection and sends the same few bytes on it, each time by a call of its own, until the client is gone.
private final class EndlessServer: Sendable {
    let port: Int
    private let isOver = DispatchSemaphore(value: 0)

    init(start: String, more: String) throws {
        let listener = try Listener(HostAndPort(host: "127.0.0.1", port: 0))
        port = listener.address.port
        DispatchQueue(label: "endless server").async { [isOver] in
            defer { isOver.signal() }
            Self.wait(listener.descriptor, POLLIN)
            guard case .success(let (descriptor, _)) = listener.accept() else { return }
            defer { close(descriptor) }
            var bytes = Array(start.utf8)
            while true {
                if bytes.isEmpty { bytes = Array(more.utf8) }
                switch bytes.withUnsafeBytes({ Sockets.send(descriptor, $0) }) {
                case .bytes(let count): bytes.removeFirst(count)
                case .wouldBlock: Self.wait(descriptor, POLLOUT)
                case .end, .failed: return
                }
            }
        }
    }

    func waitForEnd() {
        isOver.wait()
    }

    private static func wait(_ descriptor: Int32, _ events: Int32) {
        var entry = pollfd(fd: descriptor, events: Int16(events), revents: 0)
        _ = poll(&entry, 1, 60_000)
    }
}
