import PassCore
import PassDomain
import PassHTTP
import Testing

@testable import PassSimulator

@Suite("Throttled clients", .eachStore)
struct ThrottleFlowTests {
    private static let path = "/adobe-services/config/TEST_REQUESTOR"

    private func site(burst: Int = 2) throws -> TestSite {
        try TestSite {
            $0.throttle.requestsPerSecond = 1
            $0.throttle.burst = burst
        }
    }

    private func status(_ site: TestSite, from peer: String, _ fields: HTTPFields = [:]) -> HTTPStatus {
        let connection = HTTPConnectionInfo(peerAddress: peer)
        return site.send(site.request(.get, Self.path, fields).with(connection: connection)).status
    }

    @Test("No client is throttled unless a policy says so")
    func off() throws {
        let site = try TestSite()
        for _ in 0..<50 { #expect(site.get(Self.path).status == .ok) }
    }

    @Test("After the burst each second of the World's clock allows one more request")
    func burst() throws {
        let site = try site()
        #expect((0..<5).map { _ in site.get(Self.path).status.code } == [200, 200, 200, 429, 429])
        site.clock?.advance(by: TimeToLive(milliseconds: 999))
        #expect(site.get(Self.path).status == .tooManyRequests)
        site.clock?.advance(by: TimeToLive(milliseconds: 1))
        #expect((0..<2).map { _ in site.get(Self.path).status.code } == [200, 429])
        site.clock?.set(to: TestSite.start - .days(1000))
        #expect((0..<2).map { _ in site.get(Self.path).status.code } == [200, 429])
        site.clock?.advance(by: .seconds(1))
        #expect((0..<2).map { _ in site.get(Self.path).status.code } == [200, 429])
    }

    @Test("A client is the first address of X-Forwarded-For, else the peer")
    func address() throws {
        let site = try site(burst: 0)
        #expect(status(site, from: "192.0.2.1") == .ok)
        #expect(status(site, from: "192.0.2.1") == .tooManyRequests)
        #expect(status(site, from: "192.0.2.2") == .ok)
        let viewer: HTTPFields = ["X-Forwarded-For": "198.51.100.7, 10.0.0.1"]
        #expect(status(site, from: "192.0.2.1", viewer) == .ok)
        #expect(status(site, from: "192.0.2.3", viewer) == .tooManyRequests)
        #expect(status(site, from: "192.0.2.3", ["X-Forwarded-For": " 198.51.100.7"]) == .tooManyRequests)
        #expect(status(site, from: "198.51.100.7") == .tooManyRequests)
        #expect(status(site, from: "192.0.2.2", ["X-Forwarded-For": " , "]) == .tooManyRequests)
    }

    @Test("Each World counts separately")
    func worlds() throws {
        let site = try site(burst: 0)
        #expect(site.get(Self.path).status == .ok)
        #expect(site.get(Self.path).status == .tooManyRequests)
        #expect(site.get("/_ns/other" + Self.path).status == .ok)
    }

    @Test(
        "The REST APIs, client registration and the configuration are throttled",
        arguments: [
            (HTTPMethod.get, path), (.get, "//adobe-services//1.0/config/A"), (.post, "/o/client/register"),
            (.post, "/o/client/token"), (.post, "/reggie/v1/REF30/regcode"), (.get, "/api/v2/REF30/configuration"),
            (.get, "/api/v2/authenticate/REF30/AAAAAAA"), (.post, "/api/v2/REF30/sessions"),
        ])
    func limited(_ method: HTTPMethod, _ path: String) throws {
        let site = try site(burst: 0)
        #expect(site.send(site.request(method, path)).status != .tooManyRequests)
        #expect(site.send(site.request(method, path)).status == .tooManyRequests)
    }

    @Test(
        "No other operation of the service is throttled",
        arguments: [
            (HTTPMethod.post, "/adobe-services/session"), (.post, "/adobe-services/authorize"),
            (.get, "/adobe-services/authenticate/saml"), (.post, "/sp/saml/SAMLAssertionConsumer"),
            (.post, "/indiv/devices"), (.get, "/entitlement/v4/AccessEnabler.js"),
        ])
    func unlimited(_ method: HTTPMethod, _ path: String) throws {
        let site = try site(burst: 0)
        for _ in 0..<5 { #expect(site.send(site.request(method, path)).status != .tooManyRequests) }
    }

    @Test("The vendor's timeline applies by the World's clock, at a polling call of REST API v2")
    func timeline() throws {
        let site = try site(burst: 10)
        let app = try RESTv2App(site)
        let fields: HTTPFields = ["X-Forwarded-For": "198.51.100.7"]
        let started = site.clock?.now() ?? TestSite.start
        let tenths: [Int64] = [0, 3, 6, 9, 12, 13, 14, 15, 16, 17, 18, 21, 22, 24, 26, 28, 31]
        let refused = tenths.filter { tenth in
            site.clock?.set(to: started + TimeToLive(milliseconds: 100 * tenth))
            return app.get("profiles", fields).status == .tooManyRequests
        }
        #expect(refused == [24, 26, 28])
    }

    @Test("The simulator's own paths, the MVPDs' pages and preflights aren't throttled")
    func free() throws {
        var site = try site(burst: 0)
        #expect(site.get(Self.path).status == .ok)
        for path in ["/_sim/ready", "/_sim/environment", "/_sim/done", "/_sim/mvpd/Adobe/logo.svg"] {
            for _ in 0..<5 { #expect(site.get(path).status != .tooManyRequests, "\(path)") }
        }
        for _ in 0..<5 { #expect(site.send(site.request(.options, Self.path)).status == .ok) }
        #expect(site.get(Self.path).status == .tooManyRequests)
        site.authority = "login.mvpd.example"
        for _ in 0..<5 { #expect(site.get("/Adobe/logo.svg").status == .ok) }
    }

    @Test("The refusal is the front server's page, readable by a page of any origin")
    func refusal() throws {
        let site = try site(burst: 0)
        _ = site.get(Self.path)
        let answer = site.get(Self.path, [], [.origin: "https://site.example"])
        #expect(answer.status == .tooManyRequests && answer.body.count == 166)
        #expect(answer.fields["Access-Control-Allow-Origin"] == "https://site.example")
    }
}
