import PassDomain
import PassEndpointKit
import PassHTTP
import Testing

@testable import PassSimulator

@Suite("Schemes, hosts and proxies")
struct TransportTests {
    private static let query = "requestor_id=TEST_REQUESTOR&mso_id=AcmeCable&redirect_url=adobepass://ios.app"
    private static let login = "/adobe-services/authenticate/saml?" + query

    private func location(_ site: TestSite, from peer: String, _ fields: HTTPFields) -> String? {
        let connection = HTTPConnectionInfo(scheme: .http, peerAddress: peer)
        return site.send(site.request(.get, Self.login, fields).with(connection: connection)).location
    }

    @Test("X-Forwarded fields are accepted only from a trusted proxy, first item first")
    func forwarded() throws {
        let range = try #require(Configuration.AddressRange("10.0.0.0/8"))
        let site = try TestSite { $0.trustedProxies = [range] }
        let fields: HTTPFields = [
            "X-Forwarded-Proto": "https, http", "X-Forwarded-Host": "sim.example:8443", "X-Forwarded-For": "192.0.2.1",
        ]
        #expect(location(site, from: "10.1.2.3", fields)?.hasPrefix("https://sim.example:8443/_sim/mvpd/") == true)
        for peer in ["192.0.2.7", "127.0.0.1", "::1", "11.0.0.1"] {
            #expect(location(site, from: peer, fields)?.hasPrefix("http://127.0.0.1:8080/_sim/mvpd/") == true)
        }
        let none = try TestSite()
        #expect(location(none, from: "10.1.2.3", fields)?.hasPrefix("http://127.0.0.1:8080/") == true)
    }

    @Test(
        "A trusted proxy's invalid fields are ignored",
        arguments: [
            ["X-Forwarded-Proto": "gopher"], ["X-Forwarded-Host": "a b"], ["X-Forwarded-Host": ""],
            ["X-Forwarded-Proto": ""], ["X-Forwarded-Host": "evil.example/x?"],
        ])
    func nonsense(_ fields: [String: String]) throws {
        let range = try #require(Configuration.AddressRange("10.0.0.0/8"))
        let site = try TestSite { $0.trustedProxies = [range] }
        var all: HTTPFields = [:]
        for (name, value) in fields { all.append(HTTPFieldName(name), value) }
        #expect(location(site, from: "10.1.2.3", all)?.hasPrefix("http://127.0.0.1:8080/_sim/mvpd/") == true)
    }

    @Test(
        "An address from a trusted proxy may have a port; another text isn't taken for an address",
        arguments: [
            ("192.0.2.1", "192.0.2.1"), ("192.0.2.1:4711", "192.0.2.1"), ("2001:db8::1", "2001:db8::1"),
            ("[2001:db8::1]:4711", "2001:db8::1"), ("unknown", "10.1.2.3"), ("viewer.example", "10.1.2.3"),
            (String(repeating: "1", count: 9_000), "10.1.2.3"), ("\u{1B}[31m", "10.1.2.3"),
        ])
    func forwardedAddress(_ item: String, _ address: String) throws {
        let proxies = TrustedProxies(ranges: [try #require(Configuration.AddressRange("10.0.0.0/8"))])
        let site = try TestSite()
        let request = site.request(.get, Self.login, ["X-Forwarded-For": item])
        let undone = try #require(proxies.undo(request.with(connection: HTTPConnectionInfo(peerAddress: "10.1.2.3"))))
        #expect(undone.connection.peerAddress == address)
    }

    @Test("URLs follow the scheme, host and port that the client used")
    func ownAddress() throws {
        var site = try TestSite()
        site.scheme = .https
        site.authority = "localhost:9443"
        #expect(site.get(Self.login).location?.hasPrefix("https://localhost:9443/_sim/mvpd/AcmeCable/sso?") == true)
        site.authority = "[::1]:9443"
        #expect(site.get(Self.login).location?.hasPrefix("https://[::1]:9443/_sim/mvpd/") == true)
    }

    @Test("On a spoofed host of the service the MVPD has its own host, and the flow works over both")
    func spoofed() throws {
        var site = try TestSite()
        site.scheme = .https
        site.authority = "sp.auth.adobe.com"
        let location = site.get(Self.login).location
        #expect(location?.hasPrefix("https://login.mvpd.example/AcmeCable/sso?SAMLRequest=") == true)
        let client = NativeClient(site: site, mvpd: "AcmeCable")
        #expect(client.authorize(try client.login()).element("authzToken") != nil)
    }

    @Test("A landing host answers every path with the landing page")
    func landing() throws {
        var site = try TestSite { $0.proxy.landingHosts = ["www.site.example"] }
        let landing = site.get("/_sim/done").text
        site.authority = "www.site.example"
        for path in ["/", "/shows/1", "/adobe-services/config/TEST_REQUESTOR"] {
            let answer = site.get(path)
            #expect(answer.status == .ok && answer.text == landing)
        }
    }

    /// The operations that carry no token, no code and no device identifier; all others need TLS.
    private static let openOperations: Set<Operation> = [
        // The requestor's configuration as SDKs before 3.0 ask for it, and pages that read nothing.
        .retrieveConfiguration, .retrieveCookieDomains, .completePassiveAuthentication, .completeBackgroundLogin,
        .probeAssertionConsumer, .accessEnablerScript, .storageProxy, .storageProxyScript, .backgroundLoginFile,
        .backgroundLogoutFile,
        // Ends of logouts, and the pages at which an MVPD asks for a login: SAML and OAuth requests.
        .consumeLogoutResponse, .consumeOAuthLogout, .singleSignOnByRedirect, .singleSignOnByPost, .singleLogout,
        .authorizeClient, .showLogin,
        // Published keys, certificates and descriptions.
        .publishKeys, .describeOpenIDProvider, .logo, .serveCertificate, .serveKey, .publishTokenKeys, .showLanding,
        .offerCertificate, .listKeys, .showDashboard, .serveDashboardFile, .describeEnvironment, .describeAPI,
        .reportReadiness, .removeNamespace,
        // The control of clocks, namespaces and rules.
        .readClock, .changeClock, .listNamespaces, .describeNamespace, .createNamespace, .removeAllNamespaces,
        .resetNamespace, .listRules, .describeRule, .addRule, .removeRule, .removeAllRules, .removeExchanges,
        .reportMetrics,
    ]

    @Test("With requireTLS each operation that carries tokens, codes or device IDs is refused over plain HTTP")
    func plainRefused() throws {
        var site = try TestSite { $0.requireTLS = true }
        let routes = site.backend.families.flatMap(\.endpoints).map(\.route)
        let secret = routes.filter { !Self.openOperations.contains($0.operation) }
        let names = Set(secret.map(\.operation))
        #expect(names.isSuperset(of: [.authenticate, .sessionDevice, .authorizeDevice]))
        #expect(Self.openOperations.isSubset(of: Set(routes.map(\.operation))), "an operation that is gone")
        for route in secret {
            let path = try #require(route.patterns.first.map(Self.path))
            for method in route.methods {
                func call() -> HTTPResponse {
                    site.send(
                        site.request(
                            method, method == .post ? path : "\(path)?requestor_id=TEST_REQUESTOR",
                            method == .post ? [.contentType: "application/x-www-form-urlencoded"] : [:],
                            body: method == .post ? Array("requestor_id=TEST_REQUESTOR".utf8) : []))
                }
                site.scheme = .http
                let answer = call()
                if answer.text.contains("invalid_access_token_client_application") {
                    // REST API v2 has no error of its own for this.
                    #expect(answer.status == .unauthorized && path.hasPrefix("/api/v2/"), "\(path)")
                } else if answer.text.contains("Unauthorized access") {
                    // Neither has the SSO Service.
                    #expect(answer.status == .unauthorized && path.hasPrefix("/api/"), "\(path)")
                } else {
                    #expect((400..<500).contains(answer.status.code) && answer.status != .unauthorized, "\(path)")
                    #expect(answer.text.lowercased().contains("https"), "\(method) \(path): \(answer.text)")
                }
                #expect(answer.location == nil, "\(path)")
                site.scheme = .https
                #expect(!call().text.contains("use https"), "\(path)")
            }
        }
    }

    /// Returns a path of the pattern, without its optional parts.
    private static func path(_ pattern: String) -> String {
        var path = ""
        var isOptional = false
        for character in pattern {
            if character == "[" { isOptional = true }
            if !isOptional { path.append(character) }
            if character == "]" { isOptional = false }
        }
        let isOAuth = ["token", "userinfo", "revoke", "consent"].contains { path.hasSuffix("/\($0)") }
        let mvpd = isOAuth ? "OAuthTV" : "AcmeCable"
        return path.replacing("{requestor}", with: "TEST_REQUESTOR").replacing("{mvpd}", with: mvpd)
            .replacing("{code}", with: "A")
    }

    @Test("Both paths of the authentication request need TLS", arguments: ["authenticate", "authenticate/saml"])
    func plainAuthentication(_ operation: String) throws {
        var site = try TestSite { $0.requireTLS = true }
        let path = Self.login.replacing("authenticate/saml", with: operation)
        let answer = site.get(path)
        #expect(answer.status == .forbidden && answer.location == nil && answer.text.contains("https"))
        site.scheme = .https
        #expect(site.get(path).location?.contains("/_sim/mvpd/") == true)
    }

    @Test("A logout names tokens in its query, so requireTLS refuses it over plain HTTP too")
    func plainLogout() throws {
        var site = try TestSite { $0.requireTLS = true }
        let answer = site.get("/adobe-services/logout", [("redirect_url", "adobepass://ios.app")])
        #expect(answer.status == .forbidden && answer.location == nil && answer.text.contains("https"))
        site.scheme = .https
        let secure = site.get("/adobe-services/logout", [("redirect_url", "adobepass://ios.app")])
        #expect(secure.location == "adobepass://ios.app")
    }

    @Test("With requireTLS the configuration is refused over plain HTTP to an SDK from 3.0 on, which sends its bearer")
    func plainConfiguration() throws {
        var site = try TestSite { $0.requireTLS = true }
        let path = "/adobe-services/config/TEST_REQUESTOR"
        site.scheme = .https
        let bearer: HTTPFields = [.authorization: "Bearer \(try site.registeredClient().bearer)"]
        site.scheme = .http
        let answer = site.send(site.request(.get, path, bearer))
        #expect(answer.status == .forbidden && answer.text.contains("https"))
        #expect(!answer.text.contains("<mvpds>"))
        site.scheme = .https
        #expect(site.send(site.request(.get, path, bearer)).text.contains("<mvpds>"))
    }

    @Test("With requireTLS the configuration is still available over plain HTTP, and the flow works over TLS")
    func requireTLS() throws {
        var site = try TestSite { $0.requireTLS = true }
        #expect(site.get("/adobe-services/config/TEST_REQUESTOR").status == .ok)
        #expect(site.get("/_sim/ready").status == .ok)
        site.scheme = .https
        let client = NativeClient(site: site)
        let decision = try #require(client.authorize(try client.login()).element("authzToken"))
        #expect(client.mediaToken(decision).text.contains("<shortAuthorizationToken>"))
    }
}
