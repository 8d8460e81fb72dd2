import PassEndpointKit
import PassHTTP
import Testing

@testable import PassSimulator

@Suite("Hosts that the proxy leads to")
struct SpoofedHostsTests {
    private let hosts = SpoofedHosts(
        hosts: HostMap(mvpdHosts: ["login.mvpd.example"], landingHosts: ["site.example"]),
        ownNames: ["localhost", "::1"])

    @Test(
        "The proxy leads to the imitated hosts and the server itself",
        arguments: [
            "sp.auth.adobe.com", "SP.Auth-Staging.adobe.com", "login.mvpd.example", "site.example", "localhost", "::1",
            "a.ns.localhost", "127.0.0.1", "127.3.2.1", "pass-simulator", "Pass-Simulator", "pass-simulator.localhost",
        ])
    func accepted(_ host: String) {
        #expect(hosts.refusal(host: host, port: 443) == nil)
    }

    @Test(
        "Any other host is refused, also one that only looks like an address of this machine",
        arguments: [
            "example.com", "127.example.com", "127.0.0.1.example.com", "128.0.0.1", "adobe.com", "127.",
            "pass-simulator.example", "localhost.example",
        ])
    func refused(_ host: String) {
        #expect(hosts.refusal(host: host, port: 443)?.status == .forbidden)
    }
}
