import PassEndpointKit
import PassHTTP
import Testing

@testable import PassSimulator

@Suite("Host names of the simulator's own paths")
struct OperatorHostsTests {
    /// As they stand in `Host`.
    private static let known = [
        "127.0.0.1", "127.0.0.1:8080", "10.0.2.2:8080", "192.0.2.7", "0.0.0.0", "[::1]", "[::1]:8080",
        "[2001:db8::7]:1",
        "localhost", "LocalHost:8080", "localhost.", "a.localhost", "suite-1.ns.localhost:8080", "pass-simulator",
        "pass_simulator:8080", "host.docker.internal", "Host.Docker.Internal:8080", "sim.example", "SIM.example.:8080",
        "localhost:", "host.containers.internal:8080",
    ]
    private static let strange = [
        "evil.example", "localhost.evil.example", "127.0.0.1.evil.example", "127.0.0.1.nip.io", "evillocalhost.example",
        "com.", "a.sim.example", "sim.example.evil", "xsim.example", "host.docker.internal.evil.example",
        "gateway.docker.internal", "containers.internal",
        "sp.auth.adobe.com", "127.1", "0x7f.0.0.1", "127.0.0.256", ".localhost.a",
        "local%68ost.evil", "localhos%74", "1.2.3.4,a", "localhost..", "a.local", "..", ".",
    ]

    @Test("Names that no stranger can direct here are accepted, with and without port", arguments: known)
    func accepted(_ host: String) throws {
        var site = try Self.namedSite()
        site.authority = host
        for path in ["/_sim/ready", "/_ns/suite-1/_sim/keys", "/"] { #expect(site.get(path).status == .ok, "\(path)") }
    }

    @Test("Any other name is 421 with a message that names the setting, whatever is requested", arguments: strange)
    func refused(_ host: String) throws {
        var site = try Self.namedSite()
        site.authority = host
        for path in [
            "/_sim/ready", "/_ns/suite-1/_sim/ready", "//_sim///ready/", "/%5Fsim/rea%64y",
            "/_sim/environment.json?a=b", "/", "/_sim/ca.pem", "/_sim/keys/token.p12", "/_sim/nothing",
            "/%5Fsim//nothing", "/_sim",
        ] {
            for method in [HTTPMethod.get, .head, .post, .options, HTTPMethod(rawValue: "PUT")] {
                let answer = site.send(site.request(method, path))
                #expect(answer.status == .misdirectedRequest, "\(method) \(path)")
                #expect(answer.text.contains("admin.hosts"))
                #expect(answer.fields[.contentType] == "application/problem+json")
            }
        }
        let token: [(name: String, value: String)] = [("token", "x")]
        #expect(site.post("/_sim/tokens/verify", token).status == .misdirectedRequest)
    }

    @Test("A refused request makes no namespace")
    func noWorld() throws {
        var site = try TestSite { $0.namespaces.max = 2 }
        site.authority = "evil.example"
        for name in ["a", "b", "c"] { _ = site.get("/_ns/\(name)/_sim/ready") }
        site.authority = "localhost"
        #expect(site.get("/_ns/d/_sim/ready").status == .ok)
    }

    @Test("The service's paths, the MVPDs' pages and the landing page are served for any name")
    func others() throws {
        var site = try TestSite()
        site.authority = "sim.corp.example:8080"
        #expect(site.get("/adobe-services/config/TEST_REQUESTOR").status == .ok)
        #expect(site.get("/_sim/done").status == .ok)
        #expect(site.get("/_sim/mvpd/Adobe/logo.svg").status == .ok)
        var browser = TestBrowser(site)
        let query = [("requestor_id", "TEST_REQUESTOR"), ("mso_id", "Adobe"), ("redirect_url", "adobepass://ios.app")]
        let form = try browser.openLogin(query)
        #expect(try browser.signIn(form).location == "adobepass://ios.app")
    }

    @Test("A name that the server was told to listen at is accepted")
    func listening() throws {
        var site = try TestSite { $0.listen = [.init(host: "Sim.Corp.example", port: 80)] }
        site.authority = "sim.corp.example"
        #expect(site.get("/_sim/ready").status == .ok)
        site.authority = "other.corp.example"
        #expect(site.get("/_sim/ready").status == .misdirectedRequest)
    }

    @Test("Behind a trusted proxy both names are checked: a page can write X-Forwarded-Host, but not Host")
    func forwarded() throws {
        let range = try #require(Configuration.AddressRange("127.0.0.1"))
        func status(_ host: String, forwarded: String) throws -> Int {
            var site = try TestSite {
                $0.trustedProxies = [range]
                $0.admin.hosts = ["sim.example"]
            }
            site.authority = host
            return site.get("/_sim/ready", [], ["X-Forwarded-Host": forwarded]).status.code
        }
        #expect(try status("127.0.0.1:8080", forwarded: "sim.example") == 200)
        #expect(try status("127.0.0.1:8080", forwarded: "evil.example") == 421)
        #expect(try status("evil.example", forwarded: "localhost") == 421)
    }

    @Test("A request without a host is judged by the address that it reached")
    func nameless() throws {
        var site = try TestSite()
        site.authority = ""
        #expect(site.get("/_sim/ready").status == .ok)
    }

    private static func namedSite() throws -> TestSite {
        try TestSite { $0.admin.hosts = ["Sim.example"] }
    }
}
