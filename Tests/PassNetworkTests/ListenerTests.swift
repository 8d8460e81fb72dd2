import PassHTTP
import Testing

@testable import PassNetwork

@Suite("Listeners")
struct ListenerTests {
    @Test(
        "Addresses are a host and a port",
        arguments: [
            ("127.0.0.1:8080", "127.0.0.1", 8080), ("[::1]:0", "::1", 0), ("LocalHost:65535", "localhost", 65_535),
            ("0.0.0.0:443", "0.0.0.0", 443),
        ])
    func addresses(_ text: String, _ host: String, _ port: Int) throws {
        let address = try #require(HostAndPort(text))
        #expect(address == HostAndPort(host: host, port: port))
        #expect(address.description == text.lowercased())
    }

    @Test(
        "Other text isn't an address", arguments: ["", "8080", ":8080", "a", "a:", "a:b", "a:65536", "::1:80", "a:80/"])
    func notAddresses(_ text: String) {
        #expect(HostAndPort(text) == nil)
    }

    @Test("A port that is in use is refused with its address and the reason")
    func inUse() throws {
        let first = try Listener(HostAndPort(host: "127.0.0.1", port: 0))
        let error = #expect(throws: NetworkError.self) {
            try Listener(HostAndPort(host: "127.0.0.1", port: first.address.port))
        }
        #expect(error?.code == .addressInUse)
        #expect(
            error?.message
                == "Can't listen on 127.0.0.1:\(first.address.port): another process listens there already.")
    }

    @Test("Addresses that this machine doesn't have, and unknown names, are refused")
    func notOurs() {
        let foreign = #expect(throws: NetworkError.self) { try Listener(HostAndPort(host: "192.0.2.1", port: 0)) }
        #expect(foreign?.code == .addressNotAvailable)
        let unknown = #expect(throws: NetworkError.self) { try Listener(HostAndPort(host: "a b", port: 0)) }
        #expect(unknown?.code == .badAddress)
    }

    @Test("Listens on IPv6 and by name", arguments: ["[::1]:0", "localhost:0"])
    func otherForms(_ text: String) async throws {
        let address = try #require(HostAndPort(text))
        let server = HTTPServer(
            settings: HTTPServer.Settings(listeners: [address], loops: 2), tls: nil, tunnels: ExamplePolicy(),
            responder: ClosureResponder { .ready(HTTPResponse(text: $0.connection.peerAddress)) }, log: nil)
        let bound = try server.start()[0]
        let response = try HTTPClient(timeoutMilliseconds: 60_000).send(.get, url: "http://\(bound)/")
        #expect(response.text == bound.host)
        await server.stop(within: 1_000)
    }

    @Test("If one of several addresses isn't available, none is kept")
    func allOrNone() throws {
        let taken = try Listener(HostAndPort(host: "127.0.0.1", port: 0))
        let free = try Listener(HostAndPort(host: "127.0.0.1", port: 0)).address.port
        let server = HTTPServer(
            settings: HTTPServer.Settings(listeners: [
                HostAndPort(host: "127.0.0.1", port: free),
                HostAndPort(host: "127.0.0.1", port: taken.address.port),
            ]), tls: nil, tunnels: ExamplePolicy(), responder: ClosureResponder { _ in .ready(HTTPResponse()) },
            log: nil)
        #expect(throws: NetworkError(.addressInUse, "")) { try server.start() }
        #expect(throws: NetworkError(.connectFailed, "")) {
            try HTTPClient(timeoutMilliseconds: 60_000).send(.get, url: "http://127.0.0.1:\(free)/")
        }
    }
}
