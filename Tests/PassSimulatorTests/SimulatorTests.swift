import PassHTTP
import PassNetwork
import PassSimulator
import PassTestSupport
import Testing

@Suite("A simulator on its own sockets")
struct SimulatorTests {
    private func client(_ simulator: Simulator) -> HTTPClient {
        HTTPClient(
            trustedCertificatesPEM: Array(simulator.certificateAuthority.utf8), timeoutMilliseconds: 60_000)
    }

    @Test("A simulator is ready when it has started, by HTTP and by HTTPS, and keeps nothing on disk")
    func starts() async throws {
        let simulator = try await Simulator.start()
        let client = client(simulator)
        for url in [simulator.url, simulator.httpsURL] {
            let answer = try client.send(.get, url: url + "/_sim/ready")
            #expect(answer.status == .ok)
            #expect(answer.body == Array(#"{"ready":true}"#.utf8))
        }
        let served = try client.send(.get, url: simulator.url + "/_sim/ca.pem")
        #expect(served.body == Array(simulator.certificateAuthority.utf8))
        #expect(simulator.certificateAuthorityFile == nil)
        await simulator.stop()
    }

    @Test("A spoofed host is answered with a certificate of its own name")
    func spoofed() async throws {
        let simulator = try await Simulator.start()
        let address = try #require(URIReference(simulator.url)?.port)
        let answer = try client(simulator).send(
            .get, url: "https://sp.auth.adobe.com/adobe-services/config/DEMO_NET",
            connectTo: HostAndPort(host: "127.0.0.1", port: address))
        #expect(answer.status == .ok)
        #expect(String(decoding: answer.body, as: UTF8.self).contains("https://login.mvpd.example/Adobe/logo.svg"))
        await simulator.stop()
    }

    @Test("Several simulators at once don't affect each other")
    func several() async throws {
        let first = try await Simulator.start()
        let second = try await Simulator.start()
        #expect(first.url != second.url)
        await first.stop()
        #expect(try client(second).send(.get, url: second.url + "/_sim/ready").status == .ok)
        await second.stop()
    }

    @Test("A used address fails the start with a message that names it, and is free again after a stop")
    func usedAddress() async throws {
        let simulator = try await Simulator.start()
        let port = try #require(URIReference(simulator.url)?.port)
        var configuration = Configuration()
        configuration.listen = [.init(host: "127.0.0.1", port: UInt16(port))]
        do {
            _ = try await Simulator.start(configuration)
            Issue.record("the address was taken twice")
        } catch {
            #expect("\(error)".contains("127.0.0.1:\(port)"))
        }
        await simulator.stop()
        let again = try await Simulator.start(configuration)
        #expect(try client(again).send(.get, url: again.url + "/_sim/ready").status == .ok)
        await again.stop()
    }

    @Test(
        "A key file without a key fails the start with a message that names the file and its setting",
        arguments: ["/no/such/key.pem", "\(Fixture.directory)/SoftwareStatements/demo.jwt"])
    func badKey(_ path: String) async {
        var statements = Configuration()
        statements.softwareStatements.trustedKeys = [path]
        var requestor = Configuration()
        requestor.requestors["DEMO_NET"]?.certificates = ["\(Fixture.directory)/Keys/requestor-certificate.pem", path]
        for (configuration, setting) in [
            (statements, "softwareStatements.trustedKeys"), (requestor, "requestors.DEMO_NET.certificates"),
        ] {
            do {
                _ = try await Simulator.start(configuration)
                Issue.record("it started")
            } catch {
                #expect("\(error)".contains(path) && "\(error)".contains(setting))
            }
        }
    }
}
