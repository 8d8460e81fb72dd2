import PassNetwork
import Testing

@testable import PassSimulator

@Suite("Who can connect")
struct ExposureTests {
    @Test("A server that only this machine can reach logs no warning", arguments: ["127.0.0.1", "127.8.9.1", "::1"])
    func loopback(_ host: String) {
        #expect(RequestLog.exposure(of: [BoundAddress(host: host, port: 8080)]) == nil)
    }

    @Test("Any other address is reported, once, with who can connect and how to change it")
    func exposed() throws {
        let addresses = [
            BoundAddress(host: "127.0.0.1", port: 1), BoundAddress(host: "0.0.0.0", port: 8080),
            BoundAddress(host: "2001:db8::7", port: 2),
        ]
        let sentence = try #require(RequestLog.exposure(of: addresses))
        #expect(
            sentence.hasPrefix(
                "listening at 0.0.0.0:8080 (every address of this machine) and [2001:db8::7]:2: everyone who can connect there"
            ))
        #expect(sentence.contains("127.0.0.1:8080, is for this machine alone"))
        for wildcard in ["0.0.0.0", "::"] {
            #expect(RequestLog.exposure(of: [BoundAddress(host: wildcard, port: 1)]) != nil)
        }
    }

    @Test("By default the server listens only for this machine")
    func standard() {
        for configuration in [Configuration(), .server()] {
            #expect(configuration.listen.map(\.host) == ["127.0.0.1"])
        }
    }
}
