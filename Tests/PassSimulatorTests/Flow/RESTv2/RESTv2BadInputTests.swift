import PassCore
import PassHTTP
import Testing

@testable import PassSimulator

@Suite("Bad input to REST API v2", .eachStore)
struct RESTv2BadInputTests {
    /// A call of each operation that apps have, without its fields.
    private static let calls: [(method: HTTPMethod, path: String)] = [
        (.get, "configuration"), (.post, "sessions"), (.post, "sessions/AAAAAAA"), (.get, "sessions/AAAAAAA"),
        (.get, "profiles"), (.get, "profiles/Adobe"), (.get, "profiles/code/AAAAAAA"),
        (.post, "decisions/authorize/Adobe"), (.post, "decisions/preauthorize/Adobe"), (.get, "logout/Adobe"),
    ]
    private static let ofDevices = [
        "sessions", "profiles", "profiles/Adobe", "decisions/authorize/Adobe", "decisions/preauthorize/Adobe",
        "logout/Adobe",
    ]
    private static let device: HTTPFields = ["AP-Device-Identifier": "fingerprint YzBmZmVl"]

    private func send(
        _ site: TestSite, _ method: HTTPMethod, _ path: String, _ fields: HTTPFields, body: String = "",
        requestor: String = "TEST_REQUESTOR"
    ) -> HTTPResponse {
        site.send(site.request(method, "/api/v2/\(requestor)/\(path)", fields, body: Array(body.utf8)))
    }

    private func adding(_ fields: HTTPFields, _ name: HTTPFieldName, _ value: String) -> HTTPFields {
        var all = fields
        all.append(name, value)
        return all
    }

    @Test("No operation answers without a valid access token", arguments: calls.indices)
    func accessToken(_ index: Int) throws {
        let (method, path) = Self.calls[index]
        let site = try TestSite()
        let bearer = try site.registeredClient().bearer
        var refused: [HTTPFields] = [
            [:], [.authorization: "Bearer"], [.authorization: "Bearer "], [.authorization: bearer],
            [.authorization: "Basic \(bearer)"], [.authorization: "Bearer \(bearer)x"],
            [.authorization: "Bearer a.b.c"], [.authorization: "Bearer \(String(bearer.dropLast(9)))AAAAAAAAA"],
        ]
        refused.append(adding([.authorization: "Bearer \(bearer)"], .authorization, "Bearer \(bearer)"))
        for fields in refused {
            var all = fields
            all.append(contentsOf: Self.device)
            let answer = send(site, method, path, all)
            #expect(answer.status == .unauthorized, "\(fields.pairs)")
            #expect(answer.errorCode == "invalid_access_token_client_application", "\(fields.pairs)")
            #expect(answer.json["action"]?.stringValue == "application-registration")
        }
        let query = send(site, method, path + "?access_token=\(bearer)", Self.device)
        #expect(query.errorCode == "invalid_access_token_client_application")
        site.clock?.advance(by: .hours(6))
        let late = send(site, method, path, adding(Self.device, .authorization, "Bearer \(bearer)"))
        #expect(late.errorCode == "invalid_access_token_client_application")
    }

    @Test("A token of another simulator's client is refused where clients must be known")
    func unknownClient() throws {
        let bearer = try TestSite().registeredClient().bearer
        let strict = try TestSite { $0.unknownClients = .refuse }
        let answer = send(strict, .get, "configuration", [.authorization: "Bearer \(bearer)"])
        #expect(answer.errorCode == "invalid_access_token_client_application")
    }

    @Test("An application of other service providers is refused", arguments: calls.indices)
    func foreign(_ index: Int) throws {
        let (method, path) = Self.calls[index]
        let site = try TestSite()
        let claims = JSONWriter.object { claims in
            claims.member("sub", "app")
            claims.member("requestors", ["REF30"])
        }
        let statement = "eyJhbGciOiJSUzI1NiJ9.\(Base64.encode(claims, .url)).c2ln"
        let bearer = try site.registeredClient(statement: statement).bearer
        let answer = send(site, method, path, adding(Self.device, .authorization, "Bearer \(bearer)"))
        #expect(answer.status == .unauthorized && answer.errorCode == "invalid_access_token_service_provider")
    }

    @Test("An unknown service provider is refused by every operation", arguments: calls.indices)
    func serviceProvider(_ index: Int) throws {
        let (method, path) = Self.calls[index]
        let site = try TestSite { $0.unknownRequestors = .refuse }
        let fields = adding(Self.device, .authorization, "Bearer \(try site.registeredClient().bearer)")
        for name in ["NOBODY", "A%00B", "%FF", "%zz", String(repeating: "A", count: 129)] {
            let answer = send(site, method, path, fields, requestor: name)
            #expect(answer.status == .badRequest, "\(name)")
            #expect(answer.errorCode == "invalid_parameter_service_provider", "\(name)")
        }
    }

    @Test("A device identifier must be present once, as a fingerprint", arguments: ofDevices)
    func deviceIdentifier(_ path: String) throws {
        let site = try TestSite()
        let bearer: HTTPFields = [.authorization: "Bearer \(try site.registeredClient().bearer)"]
        let method = try #require(Self.calls.first { $0.path == path }).method
        let name: HTTPFieldName = "AP-Device-Identifier"
        let long = Base64.encode(Array(repeating: 0x61, count: 1025))
        for value in ["", "fingerprint", "fingerprint ", "YzBmZmVl", "print YzBmZmVl", "fingerprint \(long)"] {
            let answer = send(site, method, path, adding(bearer, name, value))
            #expect(answer.status == .badRequest, "\(value)")
            #expect(answer.errorCode == "invalid_header_device_identifier", "\(value)")
        }
        #expect(send(site, method, path, bearer).errorCode == "invalid_header_device_identifier")
        let twice = adding(adding(bearer, name, "fingerprint YzBmZmVl"), name, "fingerprint YzBmZmVl")
        #expect(send(site, method, path, twice).errorCode == "invalid_header_device_identifier")
        for byte: UInt8 in [0xE8, 0xE9] {
            let request = site.request(method, "/api/v2/TEST_REQUESTOR/\(path)", bearer)
            let answer = site.send(request.adding(name, Array("fingerprint !".utf8) + [byte]))
            #expect(answer.status == .badRequest && answer.errorCode == "invalid_header_device_identifier")
        }
        for value in [
            "fingerprint YzBmZmVl", "Fingerprint  YzBmZmVl=", "fingerprint %%%", "fingerprint AAECAw==",
            "fingerprint !\u{E9}",
        ] {
            let code = send(site, method, path, adding(bearer, name, value)).errorCode
            #expect(code != "invalid_header_device_identifier", "\(value)")
        }
    }

    @Test("Device information and other fields that can't be read change nothing")
    func harmlessFields() throws {
        let app = try RESTv2App(TestSite())
        for value in ["", "%%%", "bm8ganNvbg==", "e30=", Base64.encode(Array(repeating: 0x7B, count: 5000))] {
            let answer = app.createSession(["X-Device-Info": value])
            #expect(answer.json["actionName"]?.stringValue == "authenticate", "\(value)")
            let code = try #require(answer.json["code"]?.stringValue)
            #expect(app.get("sessions/\(code)").status == .ok)
        }
        let fields: HTTPFields = [
            "Adobe-Subject-Token": "x", "AD-Service-Token": "a.b.c", "AP-Partner-Framework-Status": "%",
            "AP-Visitor-Identifier": "", "AP-Session-Identifier": "1", "X-Roku-Reserved-Roku-Connect-Token": "y",
            "Accept": "text/html",
        ]
        #expect(app.get("profiles", fields).text == #"{"profiles":{}}"#)
    }

    @Test("Each parameter of a session has its own code", arguments: ["sessions", "sessions/CODE"])
    func parameters(_ path: String) throws {
        let site = try TestSite {
            $0.unknownMVPDs = .refuse
            $0.redirects = .registered
        }
        let app = try RESTv2App(site)
        let code = try #require(app.post("sessions", []).json["code"]?.stringValue)
        let target = path.replacing("CODE", with: code)
        func post(_ body: String) -> HTTPResponse {
            send(
                site, .post, target,
                adding(
                    adding(Self.device, .authorization, "Bearer \(app.bearer)"), .contentType,
                    "application/x-www-form-urlencoded"), body: body)
        }
        let long = String(repeating: "a", count: 129)
        for body in ["mvpd=Nobody", "mvpd=Adobe&mvpd=AcmeCable", "mvpd=%00", "mvpd=%zz", "mvpd=%FF", "mvpd=\(long)"] {
            #expect(post(body).errorCode == "invalid_parameter_mvpd", "\(body)")
        }
        let longURL = "https://adobe.com/" + String(repeating: "a", count: 4096)
        for body in [
            "redirectUrl=done", "redirectUrl=javascript:alert(1)", "redirectUrl=https://elsewhere.example/",
            "redirectUrl=https://adobe.com/&redirectUrl=https://adobe.com/b", "redirectUrl=%zz", "redirectUrl=a%0Ab:c",
            "redirectUrl=\(longURL)", "domainName=a&domainName=b", "domainName=%00", "%zz=1",
        ] {
            #expect(post(body).errorCode == "invalid_parameter_redirect_url", "\(body)")
            #expect(post(body).status == .badRequest)
        }
        for body in ["mvpd=", "mvpd=&redirectUrl=&domainName=", "{}", "[]", "\u{0}", "nonsense=1"] {
            #expect(post(body).json["missingParameters"]?.arrayValue?.count == 3, "\(body)")
        }
    }

    @Test("An MVPD that is unknown, not integrated or malformed is refused wherever it is named")
    func mvpds() throws {
        let site = try TestSite {
            $0.unknownMVPDs = .refuse
            $0.requestors["TEST_REQUESTOR"]?.excludedMVPDs = ["AcmeCable"]
        }
        let app = try RESTv2App(site)
        for path in ["profiles", "logout", "decisions/authorize", "decisions/preauthorize"] {
            func code(_ mvpd: String) -> String? {
                let fields = adding(Self.device, .authorization, "Bearer \(app.bearer)")
                return path.hasPrefix("decisions")
                    ? send(site, .post, "\(path)/\(mvpd)", fields, body: #"{"resources":["A"]}"#).errorCode
                    : send(site, .get, "\(path)/\(mvpd)", fields).errorCode
            }
            #expect(code("Nobody") == "invalid_parameter_mvpd", "\(path)")
            #expect(code("adobe") == "invalid_parameter_mvpd", "\(path)")
            for escaped in ["a%00b", "a%FF", "%zz", "%"] {
                #expect(code(escaped) == "invalid_parameter_mvpd", "\(path): \(escaped)")
            }
            #expect(code(String(repeating: "a", count: 129)) == "invalid_parameter_mvpd", "\(path)")
            #expect(code("AcmeCable") == "invalid_integration", "\(path)")
        }
        #expect(app.createSession(mvpd: "AcmeCable").errorCode == "invalid_integration")
    }

    @Test("A code that is malformed, unknown, expired or another provider's is refused wherever it is named")
    func codes() throws {
        let app = try RESTv2App(TestSite())
        let code = try app.code()
        var stranger = app
        stranger.requestor = "REF30"
        for path in ["sessions", "profiles/code"] {
            for malformed in ["A-B", "A%20B", "%C3%84", "A%00", "%FF", "A%zz", String(repeating: "A", count: 17)] {
                #expect(app.get("\(path)/\(malformed)").errorCode == "invalid_parameter_code", "\(malformed)")
            }
            for unknown in ["A", "AAAAAAA", "AAAAAAAAAAAAAAAA"] {
                #expect(app.get("\(path)/\(unknown)").errorCode == "invalid_authentication_session")
            }
            #expect(stranger.get("\(path)/\(code)").errorCode == "invalid_authentication_session")
        }
        #expect(stranger.post("sessions/\(code)", []).errorCode == "invalid_authentication_session")
        app.site.clock?.advance(by: .minutes(30))
        #expect(app.get("sessions/\(code)").errorCode == "invalid_authentication_session")
        #expect(app.get("profiles/code/\(code)").errorCode == "invalid_authentication_session")
        #expect(app.post("sessions/\(code)", []).errorCode == "invalid_authentication_session")
    }

    @Test(
        "Resources must be a list of texts in an object, whatever the content type says",
        arguments: [
            "", "{", "{}", "[]", "null", "1", #"["A"]"#, #"{"resources":null}"#, #"{"resources":[]}"#,
            #"{"resources":"A"}"#, #"{"resources":{"A":1}}"#, #"{"resources":["A",1]}"#, #"{"resources":[""]}"#,
            #"{"resources":["A"],"resources":["B"]}"#, #"{"resources":["A"],"\u0072esources":["A"]}"#,
            #"{"resources":[["A"]]}"#, #"{"Resources":["A"]}"#, "resources=A", "resources=%zz", "\u{0}",
            String(repeating: #"{"a":"#, count: 100), String(repeating: "[", count: 10_000),
            #"{"resources":[\#(Array(repeating: #""A""#, count: 2001).joined(separator: ","))]}"#,
        ])
    func resources(_ body: String) throws {
        let app = try RESTv2App(TestSite())
        for operation in ["authorize", "preauthorize"] {
            let answer = app.decide(operation, body: Array(body.utf8))
            #expect(answer.status == .badRequest && answer.errorCode == "invalid_parameter_resources", "\(operation)")
        }
    }

    @Test("Resources with unusual characters are decided and returned unchanged")
    func oddResources() throws {
        let app = try RESTv2App(TestSite())
        try app.login()
        for text in [
            " A ", "Ä\u{1F4FA}", "a\u{0}b", "a\nb", "\u{FFFE}", "<a>", #"""#, "]]>",
            String(repeating: "&", count: 12_288),
        ] {
            let answer = app.authorize(text)
            #expect(answer.status == .ok)
            #expect(answer.decisions.first?["resource"]?.stringValue == text)
        }
    }

    @Test("A wrong method and an unknown path are answered without a body")
    func routes() throws {
        let site = try TestSite()
        for path in ["nothing", "profiles/a/b", "sessions/a/b", "decisions", "decisions/other/Adobe", "profiles/code"] {
            let answer = send(site, .get, path, [:])
            #expect((answer.status == .notFound && answer.body.isEmpty) || path == "profiles/code", "\(path)")
        }
        #expect(site.get("/api/v2").status == .notFound && site.get("/api/v2/").body.isEmpty)
        let wrong = send(site, .put, "sessions/AAAAAAA", [:])
        #expect(wrong.status == .methodNotAllowed && wrong.body.isEmpty)
        #expect(wrong.fields[.allow] == "POST, GET, HEAD, OPTIONS")
    }

    @Test("The login's address answers every invalid code with a page that leads nowhere")
    func userAgent() throws {
        let site = try TestSite()
        let app = try RESTv2App(site)
        let open = try #require(app.post("sessions", [("mvpd", "Adobe")]).json["code"]?.stringValue)
        let complete = try app.code()
        for path in [
            "TEST_REQUESTOR/AAAAAAA", "TEST_REQUESTOR/%00", "TEST_REQUESTOR/A-B", "REF30/\(complete)",
            "TEST_REQUESTOR/\(open)", "%FF/AAAAAAA", "TEST_REQUESTOR/%zz",
            "TEST_REQUESTOR/" + String(repeating: "A", count: 99),
        ] {
            let answer = site.get("/api/v2/authenticate/\(path)")
            #expect([400, 404].contains(answer.status.code) && answer.location == nil, "\(path)")
            #expect(!answer.text.contains("<a "), "\(path)")
        }
    }

    @Test("Where TLS is required, no operation answers over plain HTTP", arguments: calls.indices)
    func transport(_ index: Int) throws {
        let (method, path) = Self.calls[index]
        let site = try TestSite { $0.requireTLS = true }
        #expect(send(site, method, path, Self.device).status == .unauthorized)
    }
}
