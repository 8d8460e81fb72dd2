import PassSimulator
import Testing

@Suite("Answering without a socket")
struct RespondTests {
    @Test("A path, a World's URL and a spoofed host lead to the same place as from the network")
    func targets() async throws {
        let simulator = try await Simulator.start()
        func logo(_ target: String) -> String? {
            let text = simulator.respond(to: SimulatorRequest("GET", target)).text
            return text.firstRange(of: "<logoUrl>").map { String(text[$0.upperBound...].prefix { $0 != "<" }) }
        }
        let path = "/adobe-services/config/DEMO_NET"
        #expect(logo(path) == simulator.url + "/_sim/mvpd/Adobe/logo.svg")
        let world = try simulator.world(named: "a")
        #expect(logo(world.url + path) == world.url + "/_sim/mvpd/Adobe/logo.svg")
        #expect(logo(world.httpsURL + path) == world.httpsURL + "/_sim/mvpd/Adobe/logo.svg")
        #expect(logo("https://sp.auth.adobe.com" + path) == "https://login.mvpd.example/Adobe/logo.svg")
        await simulator.stop()
    }

    @Test(
        "A request that no client may send is answered as on a connection",
        arguments: [
            (SimulatorRequest("GET", "no path"), 400), (SimulatorRequest("GET", "no-path"), 400),
            (SimulatorRequest("G T", "/"), 400), (SimulatorRequest("GET", "/ü"), 400),
            (SimulatorRequest("GET", "/", fields: [("a", "b\r\nc: d")]), 400),
            (SimulatorRequest("GET", "/", fields: [("Host", "a"), ("Host", "b")]), 400),
            (SimulatorRequest("GET", "/" + String(repeating: "a", count: 20_000)), 414),
            (SimulatorRequest("POST", "/", body: Array(repeating: 0, count: 2_000_000)), 413),
            (SimulatorRequest("POST", "/", fields: [("Content-Length", "5")]), 400),
            (SimulatorRequest("CONNECT", "sp.auth.adobe.com:443"), 400),
            (SimulatorRequest("BREW", "/adobe-services/config/DEMO_NET"), 405),
            (SimulatorRequest("GET", "/nothing"), 404), (SimulatorRequest("OPTIONS", "*"), 200),
        ])
    func malformed(_ request: SimulatorRequest, _ status: Int) async throws {
        let simulator = try await Simulator.start()
        #expect(simulator.respond(to: request).status == status)
        await simulator.stop()
    }

    @Test("HEAD has the fields of GET and no body")
    func head() async throws {
        let simulator = try await Simulator.start()
        let answer = simulator.respond(to: SimulatorRequest("HEAD", "/adobe-services/config/DEMO_NET"))
        #expect(answer.status == 200 && answer.body.isEmpty)
        #expect(answer.field("Content-Type") == "application/xml;charset=UTF-8")
        await simulator.stop()
    }
}
