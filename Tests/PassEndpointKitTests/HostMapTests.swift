import PassEndpointKit
import Testing

@Suite("Host map")
struct HostMapTests {
    private let hosts = HostMap(
        mvpdHosts: ["login.mvpd.example", "Login.Xfinity.com"], landingHosts: ["www.site.example"])

    @Test(
        "The service's hosts have one label before auth or auth-…, in adobe.com",
        arguments: [
            "sp.auth.adobe.com", "api.auth-staging.adobe.com", "sp.auth-uat1.adobe.com", "sp-preprod.auth.adobe.com",
            "sp.auth-dev.adobe.com", "mgmt-prequal.auth.adobe.com", "sp.auth.adobe.com.",
        ])
    func service(_ host: String) {
        #expect(hosts.kind(of: host) == .service)
    }

    @Test(
        "Other hosts of the domain and look-alikes aren't the service's",
        arguments: [
            "adobe.com", "auth.adobe.com", "www.adobe.com", "a.b.auth.adobe.com", "sp.auth.adobe.com.evil.example",
            "sp.authx.adobe.com", ".auth.adobe.com", "sp.auth.adobe.org", "", ".", "127.0.0.1",
        ])
    func direct(_ host: String) {
        #expect(hosts.kind(of: host) == .direct)
    }

    @Test("Every host that clients are known to ask for is named and served")
    func named() {
        for host in [
            "sp.auth.adobe.com", "sp.auth-staging.adobe.com", "sp.auth-uat1.adobe.com", "sp-preprod.auth.adobe.com",
            "sp.auth-dev.adobe.com", "api.auth.adobe.com", "api.auth-staging.adobe.com", "entitlement.auth.adobe.com",
            "entitlement.auth-staging.adobe.com", "test.auth.adobe.com", "mgmt.auth.adobe.com",
        ] {
            #expect(hosts.names.contains(host) && hosts.kind(of: host) == .service, "\(host)")
        }
        #expect(hosts.names.suffix(3) == ["login.mvpd.example", "login.xfinity.com", "www.site.example"])
        #expect(Set(hosts.names).count == hosts.names.count)
    }

    @Test("MVPDs' hosts and landing hosts are found whatever the case in the configuration")
    func configured() {
        #expect(hosts.kind(of: "login.xfinity.com") == .mvpd)
        #expect(hosts.kind(of: "login.mvpd.example") == .mvpd)
        #expect(hosts.kind(of: "www.site.example") == .landing)
        #expect(hosts.kind(of: "site.example") == .direct)
    }
}
