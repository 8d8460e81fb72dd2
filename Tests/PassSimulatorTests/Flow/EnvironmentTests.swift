import PassCore
import PassHTTP
import PassSimulator
import Testing

@Suite("Settings for each SDK")
struct EnvironmentTests {
    private func environment(_ site: TestSite, _ fields: HTTPFields = [:]) throws -> JSONValue {
        let answer = site.get("/_sim/environment.json", [], fields)
        #expect(answer.status == .ok && answer.fields[.contentType] == "application/json")
        return try JSONValue.parse(answer.body)
    }

    @Test("Addresses follow the scheme and host of the request, native ones without a scheme")
    func addresses() throws {
        var site = try TestSite { $0.admin.hosts = ["sim.example"] }
        site.scheme = .https
        site.authority = "sim.example:8443"
        let json = try environment(site)
        #expect(json["serviceProvider"] == .string("https://sim.example:8443/adobe-services"))
        #expect(json["native"]?["serviceProviders"] == .array([.string("sim.example:8443/adobe-services")]))
        #expect(json["native"]?["useHttps"] == .bool(true))
        #expect(json["android"]?["environment"] == .string("sim.example:8443"))
        #expect(
            json["javaScript"]?["endpoints"] == .array([.string("https://sim.example:8443/adobe-services")]))
        let hosts = try #require(json["spoofing"]?["hosts"]?.arrayValue)
        #expect(hosts.contains(.string("test.auth.adobe.com")) && hosts.contains(.string("login.mvpd.example")))
        site.scheme = .http
        #expect(try environment(site)["native"]?["useHttps"] == .bool(false))
    }

    @Test("Every address that the environment names is answered here", arguments: ["", "/_ns/suite-1"])
    func reachable(_ prefix: String) throws {
        var site = try TestSite()
        site.prefix = prefix
        let json = try environment(site)
        let base = "http://127.0.0.1:8080"
        let named = [
            json["serviceProvider"]?.stringValue.map { $0 + "/config/REF30" },
            json["javaScript"]?["script"]?.stringValue,
            json["javaScript"]?["storageProxy"]?.stringValue, json["spoofing"]?["certificateAuthority"]?.stringValue,
            json["verification"]?["jwks"]?.stringValue,
            json["verification"]?["keys"]?["token"]?.stringValue, json["verification"]?["keys"]?["saml"]?.stringValue,
        ]
        for address in named {
            let address = try #require(address)
            try #require(address.hasPrefix(base + prefix + "/"), "\(address)")
            #expect(site.send(site.request(.get, String(address.dropFirst(base.count)))).status == .ok, "\(address)")
        }
        #expect(json["verification"]?["mediaTokens"] == .string("\(base)\(prefix)/_sim/tokens/verify"))
    }

    @Test("The address in the ready line leads browsers to the dashboard, in their namespace")
    func start() throws {
        let site = try TestSite()
        for prefix in ["", "/_ns/suite-1"] {
            let answer = site.get("\(prefix)/", [], ["Accept": "text/html"])
            #expect(answer.status == .found)
            #expect(answer.fields[.location] == "http://127.0.0.1:8080\(prefix)/_sim/")
            #expect(site.get("\(prefix)/_sim/").text.contains("<title>Pass Simulator</title>"))
        }
    }

    @Test("In a namespace the addresses stay there; settings that can't have a path name it in the host")
    func namespace() throws {
        let site = try TestSite()
        let json = try environment(site, ["X-Pass-Namespace": "suite-1"])
        #expect(json["namespace"] == .string("suite-1"))
        #expect(json["native"]?["serviceProviders"] == .array([.string("127.0.0.1:8080/_ns/suite-1/adobe-services")]))
        #expect(json["android"]?["environment"] == .string("suite-1.ns.localhost:8080"))
        var labelled = site
        labelled.authority = "suite-1.ns.localhost:8080"
        #expect(try environment(labelled)["namespace"] == .string("suite-1"))
        #expect(try environment(labelled)["android"]?["environment"] == .string("suite-1.ns.localhost:8080"))
    }

    @Test("Browsers get the same content as a page")
    func page() throws {
        let page = try TestSite().get("/_ns/suite-1/_sim/environment?%zz")
        #expect(page.status == .ok && page.fields[.contentType] == "text/html;charset=UTF-8")
        for text in [
            "<dd>127.0.0.1:8080/_ns/suite-1/adobe-services</dd>",
            "<dd>http://127.0.0.1:8080/_ns/suite-1/_sim/ca.pem</dd>",
            #"href="http://127.0.0.1:8080/_ns/suite-1/_sim/environment.json""#, "in the namespace suite-1",
        ] {
            #expect(page.text.contains(text), "\(text)")
        }
    }
}
