import AccessEnabler
import Testing

@testable import PassHarness

@Suite("The simulated network")
struct SimulatedNetworkTests {
    private let activity = Activity()
    private let sent = Recorder<String>()
    private let network: SimulatedNetwork

    init() {
        network = SimulatedNetwork(over: StubTransport(sent: sent), activity: activity) { 42 }
    }

    private static let config = "http://sp.example/adobe-services/1.0/config/REF"
    private static let token = "http://sp.example/o/client/token"

    /// Sends as the SDK does: counted as activity from before it begins until its end is told.
    private func start(_ url: String, by app: String = "A") -> Task<String, Never> {
        activity.begin()
        return Task {
            let transport = network.transport(for: app)
            let end: String
            do throws(AccessEnabler.TransportError) {
                end = "\(try await transport.send(TransportRequest(url: url)).status)"
            } catch {
                end =
                    switch error {
                    case .unreachable: "unreachable"
                    case .untrusted: "untrusted"
                    case .timedOut: "timed out"
                    case .cancelled: "cancelled"
                    }
            }
            activity.end()
            return end
        }
    }

    @Test(
        "Operations are named after the path's last component that is an operation",
        arguments: [
            ("http://h/adobe-services/1.0/config/REF?a=b/token", "config"), ("http://h/o/client/register", "register"),
            ("http://h/_ns/config/o/client/token", "token"), ("https://h/reggie/v1/REF/regcode", "regcode"),
            ("http://h/reggie/v1/REF/regcode/ABC", "regcode"),
            ("http://h/adobe-services/sessionDevice", "sessionDevice"),
            ("http://h/adobe-services/authenticate/saml?x", "authenticate"), ("http://h", ""), ("http://config", ""),
        ])
    func operations(url: String, name: String) {
        #expect(Exchange.operation(of: url) == name)
    }

    @Test("Every exchange is recorded with its sender, its parameters and its end")
    func records() async throws {
        _ = await start(Self.config + "?x=1&y=a%20b").value
        var login = TransportRequest(method: "POST", url: "http://sp.example/adobe-services/authenticate/saml?z=2")
        login.fields = [TransportField("content-type", "application/x-www-form-urlencoded")]
        login.body = Array("user=me&z=3".utf8)
        _ = try await network.send(login)
        let exchanges = network.exchanges
        #expect(exchanges.map(\.number) == [1, 2])
        #expect(exchanges.map(\.origin) == [.app("A"), .browser])
        #expect(exchanges.map(\.operation) == ["config", "authenticate"])
        #expect(exchanges[0]["y"] == "a b")
        #expect(exchanges[1].values("z") == ["2", "3"])
        #expect(exchanges[1]["user"] == "me")
        #expect(exchanges.map(\.response?.status) == [200, 200])
        #expect(exchanges[0].timeMillis == 42)
        #expect(exchanges[0].description == "#1 GET \(Self.config) -> 200")
    }

    @Test("A held request lets the device settle, and goes on when it is released")
    func hold() async {
        network.hold("config")
        let task = start(Self.config)
        await activity.settled()
        #expect(sent.all.isEmpty)
        #expect(network.exchanges.count == 1)
        #expect(network.exchanges[0].outcome == nil)
        network.release("config")
        #expect(await task.value == "200")
        await activity.settled()
        #expect(sent.all == [Self.config])
    }

    @Test("Only requests that begin at the named place are held")
    func holdAtPlace() async {
        network.hold("config", at: "http://other.example/")
        #expect(await start(Self.config).value == "200")
        let held = start("http://other.example/1.0/config/REF")
        await activity.settled()
        network.restore()
        #expect(await held.value == "200")
    }

    @Test("A held request whose sender cancels ends as cancelled, and is active again until then")
    func cancelled() async {
        network.hold("config")
        let task = start(Self.config)
        await activity.settled()
        task.cancel()
        #expect(await task.value == "cancelled")
        await activity.settled()
        network.release("config")
        #expect(sent.all.isEmpty)
    }

    @Test("A cut network is unreachable, a distrusted one is untrusted, as many times as requested")
    func ends() async {
        network.cut("config", times: 2)
        #expect(await start(Self.config).value == "unreachable")
        #expect(await start(Self.config).value == "unreachable")
        #expect(await start(Self.config).value == "200")
        network.distrust()
        #expect(await start(Self.config).value == "untrusted")
        network.restore()
        #expect(await start(Self.config).value == "200")
        #expect(sent.all.count == 2)
    }

    @Test("A scenario's answer replaces the backend's; the latest one is used")
    func answers() async {
        network.answer("config", status: 503)
        network.answer("config", status: 410, body: "old", times: 1)
        #expect(await start(Self.config).value == "410")
        #expect(network.exchanges[0].answer == "old")
        #expect(await start(Self.config).value == "503")
        #expect(sent.all.isEmpty)
    }

    @Test("Mutations see requests and answers, including the browser's")
    func mutations() async throws {
        network.mutateRequests("config") { exchange in
            var request = exchange.request
            request.url += "?changed"
            return request
        }
        network.mutate("config") { exchange, response in
            var response = response
            if exchange.origin == .browser { response.status += 1 }
            return response
        }
        #expect(await start(Self.config).value == "200")
        #expect(try await network.send(TransportRequest(url: Self.config)).status == 201)
        #expect(sent.all == [Self.config + "?changed", Self.config + "?changed"])
        #expect(network.exchanges[1].request.url == Self.config + "?changed")
    }

    @Test("The latest route for an operation is used until it is restored")
    func reroute() async throws {
        let (first, second) = (Recorder<String>(), Recorder<String>())
        network.reroute("*", over: StubTransport(sent: first))
        network.reroute("config", over: StubTransport(sent: second))
        #expect(await start(Self.config).value == "200")
        #expect(try await network.send(TransportRequest(url: Self.token)).status == 200)
        network.restore()
        #expect(await start(Self.config).value == "200")
        #expect([first.all, second.all, sent.all] == [[Self.token], [Self.config], [Self.config]])
    }
}

/// Answers 200 and tells what it was asked.
private struct StubTransport: HTTPTransport {
    let sent: Recorder<String>

    func send(_ request: TransportRequest) async throws(AccessEnabler.TransportError) -> TransportResponse {
        sent.add(request.url)
        return TransportResponse(status: 200)
    }
}
