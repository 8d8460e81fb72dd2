import PassHTTP
import PassNetwork
import PassSimulator
import Testing

@Suite("The exchanges of an embedded World")
struct ExchangeTests {
    @Test("Each exchange has operation, request and answer, oldest first, in its own namespace")
    func told() async throws {
        let simulator = try await Simulator.start()
        let world = try simulator.world(named: "suite-1")
        world.freeze()
        world.set(toMillis: 1_936_513_800_000)
        let client = EmbeddedClient(simulator, world)
        _ = client.get("/config/DEMO_NET?a=1%202", fields: [("User-Agent", "test")])
        try world.fail(.authorizeDevice, with: .status(503))
        _ = client.authorize("no token", "news & more")
        _ = simulator.respond(to: SimulatorRequest("GET", world.url + "/nothing"))
        let exchanges = world.exchanges
        #expect(exchanges.map(\.operation) == [.retrieveConfiguration, .authorizeDevice, nil])
        #expect(exchanges.map(\.status) == [200, 503, 404])
        #expect(exchanges.map(\.wasFaulted) == [false, true, false])
        #expect(exchanges.allSatisfy { $0.timeMillis == 1_936_513_800_000 && $0.namespace == "suite-1" })
        let first = exchanges[0]
        #expect(first.method == "GET" && first.target == "/adobe-services/config/DEMO_NET?a=1%202")
        #expect(first.path == "/adobe-services/config/DEMO_NET" && first.parameter("a") == "1 2")
        #expect("http://" + first.authority == simulator.url)
        #expect(first.requestField("user-agent") == "test")
        #expect(first.responseField("content-type") == "application/xml;charset=UTF-8")
        #expect(String(decoding: first.responseBody, as: UTF8.self).hasPrefix("<config><time>1936513800000</time>"))
        #expect(exchanges[1].parameter("resource_id") == "news & more")
        #expect(exchanges[1].parameter("authentication_token") == "no token")
        #expect(simulator.world.exchanges.isEmpty)
        world.clearExchanges()
        #expect(world.exchanges.isEmpty)
        await simulator.stop()
    }

    @Test("As many exchanges are returned as the configuration says; probes aren't, and long bodies are cut")
    func bounds() async throws {
        var configuration = Configuration()
        configuration.journalExchanges = 2
        let simulator = try await Simulator.start(configuration)
        for path in ["/a", "/b", "/_sim/ready"] { _ = simulator.respond(to: SimulatorRequest("GET", path)) }
        let body = [UInt8](repeating: 0x61, count: 70_000)
        _ = simulator.respond(to: SimulatorRequest("POST", "/c", body: body))
        let exchanges = simulator.world.exchanges
        #expect(exchanges.map(\.target) == ["/b", "/c"])
        #expect(exchanges.map(\.isRequestBodyCut) == [false, true])
        #expect(exchanges[1].requestBody.count == 65_536 && !exchanges[1].isResponseBodyCut)
        await simulator.stop()
    }

    @Test("If none are allowed, none are returned; the command line allows more than an embedded simulator")
    func off() async throws {
        var configuration = Configuration()
        #expect(configuration.journalExchanges == 500)
        #expect(Configuration.server().journal.exchanges == 10_000)
        configuration.journalExchanges = 0
        let simulator = try await Simulator.start(configuration)
        #expect(EmbeddedClient(simulator).get("/config/DEMO_NET").status == 200)
        #expect(simulator.world.exchanges.isEmpty)
        await simulator.stop()
    }

    @Test("Over a socket a named World is reached by its URL, by HTTP and HTTPS, and returns the same")
    func socket() async throws {
        let simulator = try await Simulator.start()
        let world = try simulator.world(named: "suite-1")
        let client = HTTPClient(
            trustedCertificatesPEM: Array(simulator.certificateAuthority.utf8), timeoutMilliseconds: 60_000)
        for url in [world.url, world.httpsURL] {
            #expect(try client.send(.get, url: url + "/adobe-services/config/DEMO_NET").status == .ok)
        }
        #expect(world.exchanges.map(\.operation) == [.retrieveConfiguration, .retrieveConfiguration])
        #expect(simulator.world.exchanges.isEmpty)
        await simulator.stop()
    }
}
