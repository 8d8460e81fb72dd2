import PassEndpointKit
import PassHTTP
import Testing

@testable import PassSimulator

@Suite("The simulator's own paths and web pages")
struct OperatorGateTests {
    private static let form: [(name: String, value: String)] = [("token", "x")]

    /// Where a request was sent, the origins that are its own, and some that aren't.
    private static let origins: [(scheme: HTTPConnectionInfo.Scheme, host: String, own: [String], foreign: [String])] =
        [
            (
                .http, "localhost:8080", ["http://localhost:8080"],
                [
                    "http://localhost", "http://localhost:8081", "https://localhost:8080", "http://127.0.0.1:8080",
                    "null",
                    "http://localhost:8080.evil.example", "http://localhost:8080@evil.example", "http://evil.example",
                    "",
                    "http://localhost:8080/", "http://localhost:8080 http://evil.example", "file://",
                    "HTTP://LOCALHOST:8080",
                    "http://a.localhost:8080", "chrome-extension://abc", "localhost:8080", "*",
                ]
            ),
            (
                .http, "localhost", ["http://localhost", "http://localhost:80"],
                ["https://localhost", "http://localhost:443"]
            ),
            (.https, "localhost:443", ["https://localhost", "https://localhost:443"], ["http://localhost:443"]),
            (.http, "[::1]:8080", ["http://[::1]:8080"], ["http://[::2]:8080", "http://::1:8080"]),
        ]

    @Test(
        "An origin is our own if scheme, host and port are; any other is 403 and gets no CORS", arguments: origins
    )
    func origin(
        _ scheme: HTTPConnectionInfo.Scheme, _ host: String, _ own: [String], _ foreign: [String]
    ) throws {
        var site = try TestSite()
        site.scheme = scheme
        site.authority = host
        for origin in own {
            #expect(site.get("/_sim/ready", [], [.origin: origin]).status == .ok, "\(origin)")
            #expect(site.post("/_sim/tokens/verify", Self.form, [.origin: origin]).status == .ok, "\(origin)")
        }
        for origin in foreign {
            for answer in [
                site.get("/_sim/ready", [], [.origin: origin]),
                site.get("//_sim/environment.json", [], [.origin: origin]),
                site.get("/_ns/a/%5Fsim/keys", [], [.origin: origin]), site.get("/", [], [.origin: origin]),
                site.get("/_sim/nothing", [], [.origin: origin]),
                site.post("/_sim/tokens/verify", Self.form, [.origin: origin]),
                site.send(site.request(.options, "/_ns/a/_sim/tokens/verify", [.origin: origin])),
            ] {
                #expect(answer.status == .forbidden, "\(origin)")
                #expect(answer.text.contains("an origin other than \(scheme.rawValue)://"), "\(answer.text)")
                #expect(!answer.fields.pairs.contains { $0.name.lowercased().hasPrefix("access-control-") })
            }
        }
    }

    @Test("A request with two Origin fields is foreign if one of them is")
    func twoOrigins() throws {
        let site = try TestSite()
        var fields: HTTPFields = [.origin: "http://127.0.0.1:8080"]
        #expect(site.get("/_sim/ready", [], fields).status == .ok)
        fields.append(.origin, "https://evil.example")
        #expect(site.get("/_sim/ready", [], fields).status == .forbidden)
    }

    /// `Sec-Fetch-Site`, `-Mode` and `-Dest`; whether GET and POST are answered.
    private static let fetches: [(site: String, mode: String, dest: String, get: Bool, post: Bool)] = [
        ("same-origin", "cors", "empty", true, true), ("none", "navigate", "document", true, true),
        ("same-origin", "navigate", "document", true, true),
        ("cross-site", "navigate", "document", true, false), ("same-site", "navigate", "document", true, false),
        ("cross-site", "navigate", "iframe", false, false), ("cross-site", "no-cors", "image", false, false),
        ("same-site", "no-cors", "script", false, false), ("cross-site", "cors", "empty", false, false),
        ("cross-site", "websocket", "websocket", false, false), ("same-site", "no-cors", "empty", false, false),
        ("cross-site", "navigate", "embed", false, false), ("Same-Origin", "cors", "empty", false, false),
        ("", "", "", false, false),
    ]

    @Test("A browser's statements decide for a request without an origin; only a followed link may be foreign")
    func fetchMetadata() throws {
        let site = try TestSite()
        for (place, mode, dest, get, post) in Self.fetches {
            let fields: HTTPFields = ["Sec-Fetch-Site": place, "Sec-Fetch-Mode": mode, "Sec-Fetch-Dest": dest]
            #expect((site.get("/_sim/keys", [], fields).status == .ok) == get, "\(place) \(mode) \(dest)")
            #expect((site.post("/_sim/tokens/verify", Self.form, fields).status == .ok) == post, "\(place) \(mode)")
            let preflight = site.send(site.request(.options, "/_sim/tokens/verify", fields))
            #expect((preflight.status == .ok) == post, "\(place) \(mode)")
        }
        // What a page may say about itself is no substitute.
        #expect(site.get("/_sim/keys", [], ["Referer": "https://evil.example/"]).status == .ok)
    }

    @Test(
        "A call that changes something takes JSON and forms, and no type that a form makes of JSON",
        arguments: [
            ("application/json", 200), ("Application/JSON; charset=utf-8", 200), ("text/plain", 415),
            ("text/plain;application/json", 415), ("multipart/form-data; boundary=a", 415), ("", 415),
        ])
    func contentType(_ type: String, _ status: Int) throws {
        let site = try TestSite()
        let request = site.request(
            .post, "/_sim/tokens/verify", [.contentType: type], body: Array(#"{"token":"x"}"#.utf8))
        #expect(site.send(request).status.code == status)
        #expect(site.post("/_sim/tokens/verify", Self.form).status == .ok)
        #expect(site.send(site.request(.post, "/_sim/tokens/verify?token=x")).status == .ok)
    }

    @Test("The MVPDs' pages and the landing page take posts from any origin, and give no CORS")
    func visitors() throws {
        let site = try TestSite()
        for origin in ["null", "https://sp.auth.adobe.com"] {
            for path in ["/_sim/done", "/_ns/a/_sim/done", "/_sim/mvpd/Adobe/login", "/%5Fsim//mvpd/Adobe/sso"] {
                let answer = site.post(path, [], [.origin: origin, "Sec-Fetch-Site": "cross-site"])
                #expect(answer.status != .forbidden && answer.status.code < 500, "\(path)")
                #expect(!answer.fields.contains("Access-Control-Allow-Origin"))
            }
        }
    }

    @Test("Every route under /_sim/ is for operators, except for the MVPDs' pages and the landing page")
    func audiences() throws {
        for route in try TestSite().backend.families.flatMap(\.endpoints).map(\.route) {
            let isOwn = route.patterns.contains { $0.hasPrefix("/_sim/") }
            let isOpen = route.patterns.allSatisfy { $0.hasPrefix("/_sim/mvpd/{mvpd}/") || $0 == "/_sim/done" }
            let expected: Audience = isOpen ? .visitors : isOwn ? .operators : .clients
            #expect(route.audience == expected, "\(route.operation)")
        }
    }

    @Test(
        "The first segments of an unknown path decide who it is for",
        arguments: [
            ("/_sim", Audience.operators), ("/_sim/x/y", .operators), ("//%5fsim/x", .operators),
            ("/_sim/done/x", .operators),
            ("/_sim/mvpd/a/b/c", .visitors), ("/_sim/%64one", .visitors), ("/_simx", .clients), ("/a/_sim/x", .clients),
            ("", .clients), ("*", .clients), ("/%zz", .clients), ("/_SIM/x", .clients), ("/./_sim/x", .clients),
        ])
    func unknownPaths(_ path: String, _ audience: Audience) {
        #expect(Audience(path: path) == audience)
    }
}
