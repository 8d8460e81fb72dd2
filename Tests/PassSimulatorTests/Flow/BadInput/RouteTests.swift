import PassDomain
import PassEndpointKit
import PassHTTP
import PassXML
import Testing

@testable import PassSimulator

@Suite("Methods and paths")
struct RouteTests {
    /// Every path of the service and the methods that its page names.
    private static let routes: [(path: String, methods: Set<String>)] = [
        ("/adobe-services/config/TEST_REQUESTOR", ["GET"]), ("/adobe-services/authenticate", ["GET"]),
        ("/adobe-services/authenticate/saml", ["GET"]), ("/adobe-services/session", ["GET", "POST"]),
        ("/adobe-services/sessionDevice", ["GET", "POST"]), ("/adobe-services/authorize", ["POST"]),
        ("/adobe-services/authorizeDevice", ["POST"]), ("/adobe-services/shortAuthorize", ["POST"]),
        ("/adobe-services/deviceShortAuthorize", ["POST"]), ("/adobe-services/logout", ["GET"]),
        ("/adobe-services/getMetadata", ["POST"]), ("/adobe-services/getMetadataDevice", ["POST"]),
        ("/adobe-services/usermetadata", ["POST"]), ("/indiv/devices", ["POST"]), ("/o/client/register", ["POST"]),
        ("/o/client/token", ["POST"]),
        ("/reggie/v1/TEST_REQUESTOR/regcode", ["POST"]), ("/reggie/v1/TEST_REQUESTOR/regcode/A", ["GET", "DELETE"]),
        ("/adobe-services/oauth2", ["GET"]), ("/adobe-services/oauth2/logout", ["GET"]),
        ("/sp/saml/SAMLAssertionConsumer", ["GET", "POST"]), ("/sp/saml/LogoutServiceHTTPRedirectResponse", ["GET"]),
        ("/adobe-services/preauthorize", ["POST"]), ("/reset-tempass/v3/reset", ["DELETE"]),
        ("/reset-tempass/v3/reset/generic", ["DELETE"]), ("/reset-tempass/v2/reset", ["DELETE"]),
        ("/tvs/v1/sign", ["GET", "POST"]), ("/_sim/tokens/verify", ["POST"]), ("/_sim/ready", ["GET"]),
        ("/_sim/ca.pem", ["GET"]), ("/_sim/keys/token.pem", ["GET"]),
        ("/_sim/keys", ["GET"]), ("/_sim/keys/saml.p12", ["GET"]), ("/_sim/done", ["GET"]),
        ("/adobe-services/completePassiveAuthentication", ["GET"]),
        ("/adobe-services/completeBackgroundLogin", ["GET"]),
        ("/adobe-services/cookieDomains", ["GET"]), ("/adobe-services/errors", ["POST"]),
        ("/adobe-services/tokens", ["POST"]), ("/adobe-services/tokens/verificationCode", ["POST"]),
        ("/entitlement/v4/AccessEnabler.js", ["GET"]), ("/entitlement/js/AccessEnablerProxy.html", ["GET"]),
        ("/_sim/environment", ["GET"]), ("/_sim/environment.json", ["GET"]), ("/_sim/", ["GET"]),
        ("/_sim/dashboard/main.js", ["GET"]),
    ]
    private static let mvpdPaths =
        ["sso", "login", "slo", "logo.svg", "nothing"].map { "/_sim/mvpd/Adobe/\($0)" }
        + [
            "authorize", "token", "userinfo", "revoke", "logout", "jwks", ".well-known/openid-configuration",
        ].map { "/_sim/mvpd/OAuthTV/\($0)" }
    private static let otherPaths =
        [
            "configuration", "sessions", "sessions/A", "sessions/sso/Apple", "profiles", "profiles/Adobe",
            "profiles/code/A", "profiles/sso/Apple", "decisions/authorize/Adobe", "decisions/preauthorize/Adobe",
            "logout/Adobe",
        ].map { "/api/v2/TEST_REQUESTOR/\($0)" }
        + [
            "/api/v2/authenticate/TEST_REQUESTOR/A", "/api/TEST_REQUESTOR/serviceToken", "/api/TEST_REQUESTOR/link",
            "/api/TEST_REQUESTOR/unlink", "/api/TEST_REQUESTOR/list", "/_sim/clients/none", "/reset-tempass/v2.1/reset",
            "/_sim/namespaces/none", "/_sim/ca",
            "/_sim/jwks.json", "/_sim/openapi/rest-v2.json", "/entitlement/v4/AccessEnablerProxy.js",
            "/entitlement/v4/completeBackgroundLogin.html",
            "/entitlement/v4/completeBackgroundLogout.html", "/_sim/mvpd/JSONTV/authn", "/_sim/mvpd/JSONTV/finish",
            "/_sim/mvpd/ConsentTV/consent", "/_sim/mvpd/BookendTV/bookend",
        ]
    private static let controlPaths =
        [
            "clock", "namespaces", "reset", "rules", "rules/a", "login", "tokens/mint", "state/sessions",
            "state/sessions/a", "exchanges", "exchanges/a", "exchanges/a/explanation", "exchanges/verify",
            "exchanges.har", "exchanges.jsonl", "exchanges/import", "flows", "flows/a", "flows/a/diagram.svg",
            "verdict", "snapshot", "capsule", "metrics",
        ].map { "/_sim/\($0)" }
    /// The paths whose answers come later.
    private static let waitingPaths = ["/_sim/exchanges/await", "/_sim/events"]
    private static let methods = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "get", "X"]

    @Test("A method that a path does not have is 405, and Allow names those that it has", arguments: routes)
    func wrongMethod(_ path: String, _ documented: Set<String>) throws {
        let site = try TestSite()
        for method in ["PUT", "PATCH", "TRACE", "get", "PROPFIND"] {
            let answer = site.send(site.request(HTTPMethod(rawValue: method), path))
            #expect(answer.status == .methodNotAllowed, "\(method)")
            let isProblem = answer.fields[.contentType] == "application/problem+json"
            #expect(isProblem == path.hasPrefix("/_sim/"), "\(method)")
            let allowed = Set(answer.fields[.allow]?.split(separator: ", ").map(String.init) ?? [])
            #expect(allowed.isSuperset(of: documented) && !allowed.contains(method), "\(method): \(allowed)")
            #expect(allowed.contains("HEAD") == documented.contains("GET") || allowed.contains("GET"))
        }
        for method in documented {
            #expect(site.send(site.request(HTTPMethod(rawValue: method), path)).status != .methodNotAllowed)
        }
    }

    @Test(
        "A preflight is answered on every service path, with the requesting origin; the simulator's own refuse it",
        arguments: routes)
    func preflight(_ path: String, _ documented: Set<String>) throws {
        let site = try TestSite()
        let answer = site.send(site.request(.options, path, [.origin: "https://site.example"]))
        if path.hasPrefix("/_sim/"), path != "/_sim/done" {
            #expect(answer.status == .forbidden)
            #expect(site.send(site.request(.options, path, [.origin: "http://127.0.0.1:8080"])).status == .ok)
        } else {
            #expect(answer.status == .ok)
        }
        if !path.hasPrefix("/_sim/") {
            #expect(answer.fields["Access-Control-Allow-Origin"] == "https://site.example")
            #expect(answer.fields["Access-Control-Allow-Credentials"] == "true")
        }
    }

    @Test(
        "Repeated slashes, one at the end and the segment 1.0 make no difference",
        arguments: [
            "config/TEST_REQUESTOR", "authenticate/saml?requestor_id=TEST_REQUESTOR&mso_id=AcmeCable&redirect_url=a:b",
            "authenticate?requestor_id=REF30&mso_id=Adobe&redirect_url=a:b", "session?requestor_id=REF30",
            "sessionDevice?requestor_id=REF30&device_id=1", "logout?redirect_url=adobepass://ios.app",
            "completePassiveAuthentication", "completeBackgroundLogin", "cookieDomains?requestor_id=REF30",
        ])
    func aliases(_ operation: String) throws {
        func answer(_ path: String) throws -> [UInt8] {
            let answer = try TestSite { $0.journal.exchanges = 0 }.get(path)
            // Cookies expire by the real clock.
            let fields = answer.fields.pairs.map { "\($0.name):\($0.value.replacing(/; Expires=[^;]*/, with: ""))\n" }
            return Array(fields.joined().utf8) + answer.body
        }
        let parts = operation.split(separator: "?", maxSplits: 1)
        let query = parts.count == 2 ? "?\(parts[1])" : ""
        let plain = try answer("/adobe-services/\(operation)")
        for path in [
            "/adobe-services/1.0/\(parts[0])", "//adobe-services/1.0/\(parts[0])", "/adobe-services//\(parts[0])",
            "/adobe-services/\(parts[0])/", "///adobe-services///1.0///\(parts[0])///",
        ] {
            #expect(try answer(path + query) == plain, "\(path)")
        }
    }

    @Test(
        "A path that is not the service's is 404",
        arguments: [
            "/nothing", "/adobe-services", "/adobe-services/", "/adobe-services/1.0", "/adobe-services/nothing",
            "/adobe-services/2.0/session", "/adobe-services/1.0/1.0/session", "/adobe-services/session/more",
            "/Adobe-Services/session", "/adobe-services/config/A/b", "/adobe-services/config/%zz", "/sp/saml",
            "/sp/saml/nothing", "/o/client", "/reggie/v1", "/reggie/v2/A/regcode", "/tvs/v1", "/indiv", "/_sim/nothing",
            "/_sim/tokens", "/_sim/keys/token", "/_sim/mvpd", "/adobe-services/../_sim/ready", "/%2e%2e/etc/passwd",
        ])
    func unknownPath(_ path: String) throws {
        let site = try TestSite()
        for method in ["GET", "POST"] {
            let answer = site.send(site.request(HTTPMethod(rawValue: method), path))
            #expect(answer.status == .notFound, "\(method)")
        }
    }

    @Test(
        "No garbage on any path causes a defect, a forged header or XML that can't be read",
        arguments: routes.map(\.path) + mvpdPaths + otherPaths + controlPaths)
    func sweep(_ path: String) throws {
        let site = try TestSite()
        for method in Self.methods {
            for request in Garbage.requests(HTTPMethod(rawValue: method), path, site) {
                let answer = site.send(request)
                let isDocumented = answer.status == .serviceUnavailable && path == "/sp/saml/SAMLAssertionConsumer"
                #expect(answer.status.code < 500 || isDocumented, "\(method) \(request.target): \(answer.text)")
                #expect(answer.fields.pairs.allSatisfy { !$0.value.utf8.contains { $0 < 0x20 || $0 == 0x7F } })
                if answer.fields[.contentType]?.hasPrefix("application/xml") == true, answer.status == .ok {
                    #expect(throws: Never.self) { try XMLReader.parse(answer.body) }
                }
            }
        }
    }

    @Test("The paths of these tests reach every operation")
    func complete() throws {
        let router = Router(try TestSite().backend.families)
        var reached: Set<Operation> = []
        let paths = Self.mvpdPaths + Self.otherPaths + Self.controlPaths + Self.waitingPaths
        for path in Self.routes.map(\.path) + paths {
            for method in Self.methods {
                if let route = router.match(HTTPMethod(rawValue: method), path).route {
                    reached.insert(route.operation)
                }
            }
        }
        let missing = Set(Operation.allCases).subtracting(reached).map(\.rawValue).sorted()
        #expect(missing == [])
    }
}
