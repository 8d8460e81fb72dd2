import PassAdmin
import PassCore
import PassCrypto
import PassDomain
import PassEndpointKit
import PassHTTP
import PassTestSupport
import PassTokens
import Testing

@Suite("The simulator's own paths")
struct AdminFamilyTests {
    private static let authority = Result {
        try CertificateAuthority.create(name: "Test authority", now: Timestamp(seconds: 1_767_225_600))
    }

    private func world(
        isReady: Bool = true, hosts: [String] = ["sp.auth.adobe.com"],
        namespaces: any NamespaceControl = TestNamespaces()
    ) throws -> TestWorld {
        let (token, device) = (try TestWorld.key("token"), try TestWorld.key("device"))
        return try TestWorld(
            AdminFamily(
                isReady: { isReady }, authority: Self.authority.get(),
                keys: [PublishedKey("token", token), PublishedKey("device", device)],
                tokenKeys: [JSONWebKey(token.publicKey), JSONWebKey(device.publicKey)], hosts: hosts,
                namespaces: namespaces))
    }

    private func expectProblem(_ response: HTTPResponse, _ status: HTTPStatus, _ title: String) throws {
        #expect(response.status == status && response.fields[.contentType] == "application/problem+json")
        let problem = try JSONValue.parse(response.body)
        #expect(problem["status"] == .integer(Int64(status.code)) && problem["title"] == .string(title))
        #expect(problem["detail"]?.stringValue?.isEmpty == false)
    }

    @Test("Every path but the landing page is for operators, and is under /_sim/ or is the front page")
    func audiences() throws {
        let family = AdminFamily(
            isReady: { true }, authority: try Self.authority.get(), keys: [], tokenKeys: [], hosts: [],
            namespaces: TestNamespaces())
        for route in family.endpoints.map(\.route) {
            #expect(route.audience == (route.operation == .showLanding ? .visitors : .operators), "\(route.operation)")
            #expect(route.patterns.allSatisfy { $0.hasPrefix("/_sim/") || $0 == "/" })
        }
    }

    @Test("Readiness is true, or 503 with the reason")
    func readiness() throws {
        let ready = try world().answer(.get("/_sim/ready"))
        #expect(ready.status == .ok && ready.text == #"{"ready":true}"#)
        try expectProblem(world(isReady: false).answer(.get("/_sim/ready")), .serviceUnavailable, "Not ready")
    }

    @Test(
        "The authority's certificate is served in each form",
        arguments: [
            ("pem", "application/x-pem-file"), ("crt", "application/x-x509-ca-cert"), ("der", "application/pkix-cert"),
            ("cer", "application/pkix-cert"), ("p12", "application/x-pkcs12"),
        ])
    func certificate(_ form: String, _ type: String) throws {
        let test = try world()
        let response = try test.answer(.get("/_sim/ca.\(form)"))
        #expect(response.status == .ok && response.fields[.contentType] == type)
        let authority = try Self.authority.get()
        switch form {
        case "pem", "crt": #expect(response.body == authority.certificatePEM)
        case "der", "cer": #expect(response.body == authority.certificate.der)
        default: #expect(response.body.first == 0x30 && response.body.count > authority.certificate.der.count)
        }
        let page = try test.answer(.get("/_sim/ca"))
        #expect(page.status == .ok && page.text.contains(#"href="http://localhost/_sim/ca.\#(form)""#))
        #expect(throws: TestWorld.NoEndpoint.self) { try test.answer(.get("/_sim/ca.txt")) }
    }

    @Test("The public keys are listed, and each is served in the forms that the list names")
    func keys() throws {
        let test = try world()
        let list = try JSONValue.parse(test.answer(.get("/_sim/keys")).body)
        #expect(list["trustStorePassword"] == .string("pass-simulator"))
        let entries = try #require(list["keys"]?.arrayValue)
        #expect(entries.map { $0["name"] } == [.string("token"), .string("device")])
        for entry in entries {
            let name = try #require(entry["name"]?.stringValue)
            let key = PublishedKey(name, try TestWorld.key(name))
            #expect(
                entry["bits"] == .integer(Int64(key.publicKey.modulus.count * 8))
                    && entry["algorithm"] == .string("RSA"))
            let expected: [(String, String, [UInt8]?)] = [
                ("pem", "application/x-pem-file", key.publicKey.pem),
                ("der", "application/octet-stream", key.publicKey.der),
                ("crt", "application/x-pem-file", try key.certificate().pem),
                ("cer", "application/pkix-cert", try key.certificate().der), ("p12", "application/x-pkcs12", nil),
            ]
            for (form, type, body) in expected {
                let path = "/_sim/keys/\(name).\(form)"
                #expect(entry[form] == .string("http://localhost\(path)"))
                let response = try test.answer(.get(path))
                #expect(response.status == .ok && response.fields[.contentType] == type)
                if let body { #expect(response.body == body) } else { #expect(response.body.first == 0x30) }
            }
            let der = try test.answer(.get("/_sim/keys/\(name).der")).body
            #expect(entry["sha256"] == .string(Hex.encode(Digest.sha256(der))))
        }
        #expect(throws: TestWorld.NoEndpoint.self) { try test.answer(.get("/_sim/keys/saml.pem")) }
    }

    @Test("The keys of tokens are a key set in the order in which they were given")
    func tokenKeys() throws {
        let response = try world().answer(.get("/_sim/jwks.json"))
        #expect(response.status == .ok && response.fields[.contentType] == "application/jwk-set+json")
        let keys = try #require(JSONValue.parse(response.body)["keys"]?.arrayValue)
        let ids = try ["token", "device"].map { JSONWebKey(try TestWorld.key($0).publicKey).id }
        #expect(keys.map { $0["kid"]?.stringValue } == ids)
        let modulus = Base64.encode(try TestWorld.key("token").publicKey.modulus, .url)
        #expect(keys[0]["n"] == .string(modulus) && keys[0]["alg"] == .string("RS256") && keys[0]["d"] == nil)
    }

    @Test("The environment names the addresses for each SDK, as a page and as JSON")
    func environment() throws {
        let test = try world(hosts: ["sp.auth.adobe.com", "login.mvpd.example"])
        let json = try JSONValue.parse(test.answer(.get("/_sim/environment.json")).body)
        let provider = "http://localhost/adobe-services"
        #expect(json["namespace"] == .string("default") && json["serviceProvider"] == .string(provider))
        #expect(json["native"]?["serviceProviders"] == .array([.string("localhost/adobe-services")]))
        #expect(json["native"]?["useHttps"] == .bool(false))
        #expect(json["spoofing"]?["hosts"] == .array([.string("sp.auth.adobe.com"), .string("login.mvpd.example")]))
        #expect(json["verification"]?["keys"]?["device"] == .string("http://localhost/_sim/keys/device.pem"))
        let page = try test.answer(.get("/_sim/environment"))
        #expect(page.status == .ok && page.fields[.contentType]?.hasPrefix("text/html") == true)
        #expect(page.text.contains(provider) && page.text.contains("sp.auth.adobe.com login.mvpd.example"))
    }

    @Test("A request over TLS gets https addresses")
    func secureEnvironment() throws {
        let request = HTTPRequest(target: "/_sim/environment.json", connection: HTTPConnectionInfo(scheme: .https))
        let json = try JSONValue.parse(world().answer(request).body)
        #expect(json["serviceProvider"] == .string("https://localhost/adobe-services"))
        #expect(json["native"]?["useHttps"] == .bool(true))
    }

    @Test("A list of hosts that would hold up the loop is written by a worker")
    func manyHosts() throws {
        for (count, onLoop) in [(64, true), (65, false)] {
            let family = AdminFamily(
                isReady: { true }, authority: try Self.authority.get(), keys: [], tokenKeys: [],
                hosts: Array(repeating: "h", count: count), namespaces: TestNamespaces())
            let route = try #require(family.endpoints.map(\.route).first { $0.operation == .describeEnvironment })
            if case .loop = route.place { #expect(onLoop) } else { #expect(!onLoop) }
        }
    }

    @Test("The landing page shows what came back, escaped and without passwords")
    func landing() throws {
        let test = try world()
        for request in [
            HTTPRequest.get("/_sim/done?code=%3Cb%3E&password=secret"),
            .form("/_sim/done?code=%3Cb%3E", "password=secret"),
        ] {
            let page = try test.answer(request)
            #expect(page.status == .ok && page.text.contains("&lt;b&gt;") && page.text.contains("code"))
            #expect(!page.text.contains("<b>") && !page.text.contains("secret"))
        }
        try expectProblem(test.answer(.get("/_sim/done?code=%")), .badRequest, "Malformed input")
    }
}
