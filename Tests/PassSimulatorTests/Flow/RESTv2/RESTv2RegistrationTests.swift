import PassCore
import PassHTTP
import Testing

@testable import PassSimulator

@Suite("The registration of clients of REST API v2", .eachStore)
struct RESTv2RegistrationTests {
    private static func statement(_ claims: String) -> String {
        "eyJhbGciOiJSUzI1NiJ9.\(Base64.encode(Array(claims.utf8), .url)).c2ln"
    }

    private func register(_ site: TestSite, _ claims: String) -> HTTPResponse {
        site.post("/o/client/register", [("software_statement", Self.statement(claims))])
    }

    private func token(_ site: TestSite, _ client: JSONValue, _ more: [(String, String)] = []) -> HTTPResponse {
        let form = [
            ("grant_type", "client_credentials"), ("client_id", client["client_id"]?.stringValue ?? ""),
            ("client_secret", client["client_secret"]?.stringValue ?? ""),
        ]
        return site.post("/o/client/token", form + more)
    }

    private func error(_ answer: HTTPResponse) -> String? { answer.json["error"]?.stringValue }

    @Test("A statement without the scope of REST API v2 works elsewhere, but not there")
    func scopes() throws {
        let site = try TestSite()
        let client = register(site, #"{"sub":"old","scopes":"config:client,tokens:client"}"#).json
        #expect(client["scopes"] == .array([.string("config:client"), .string("tokens:client")]))
        var app = try RESTv2App(site)
        app.bearer = try #require(token(site, client).json["access_token"]?.stringValue)
        let answer = app.get("configuration")
        #expect(answer.status == .unauthorized)
        #expect(answer.errorCode == "invalid_access_token_client_application")
        let fields: HTTPFields = [.authorization: "Bearer \(app.bearer)"]
        #expect(site.send(site.request(.get, "/adobe-services/config/TEST_REQUESTOR", fields)).status == .ok)
        let both = register(site, #"{"sub":"new","scopes":["api:client:v2","config:client"]}"#).json
        app.bearer = try #require(token(site, both).json["access_token"]?.stringValue)
        #expect(app.get("configuration").status == .ok)
    }

    @Test("A client whose statement names other grant types may not use the usual one")
    func grantTypes() throws {
        let site = try TestSite()
        let client = register(site, #"{"sub":"a","grant_types":["authorization_code"]}"#).json
        #expect(client["grant_types"] == .array([.string("authorization_code")]))
        #expect(error(token(site, client)) == "unauthorized_client")
        var wrong = client.objectValue ?? [:]
        wrong["client_secret"] = .string("wrong")
        #expect(error(token(site, .object(wrong))) == "invalid_client")
    }

    @Test("A revoked client loses its tokens, its secret and its profiles; others keep theirs")
    func revokedClient() throws {
        let site = try TestSite()
        let client = register(site, #"{"sub":"a"}"#).json
        var app = try RESTv2App(site)
        let other = app
        app.bearer = try #require(token(site, client).json["access_token"]?.stringValue)
        let code = try app.code()
        try app.signIn(code)
        #expect(other.get("profiles/code/\(code)").profiles.count == 1)
        let id = try #require(client["client_id"]?.stringValue)
        #expect(site.send(site.request(.delete, "/_sim/clients/\(id)")).status == .noContent)
        #expect(site.send(site.request(.delete, "/_sim/clients/nobody")).status == .notFound)
        for answer in [app.profile(), app.get("configuration"), app.authorize("news")] {
            #expect(answer.errorCode == "invalid_access_token_client_application")
        }
        #expect(error(token(site, client)) == "invalid_client")
        #expect(other.get("configuration").status == .ok)
        for answer in [
            other.get("profiles/code/\(code)"), other.get("sessions/\(code)"), other.post("sessions/\(code)", []),
        ] {
            #expect(answer.errorCode == "invalid_authentication_session")
        }
        #expect(site.get("/api/v2/authenticate/TEST_REQUESTOR/\(code)").status == .badRequest)
    }

    @Test("A revoked statement can't register a client, and its clients are refused")
    func revokedStatement() throws {
        let site = try TestSite { $0.softwareStatements.revoked = ["gone"] }
        #expect(error(register(site, #"{"sub":"gone"}"#)) == "unapproved_software_statement")
        #expect(register(site, #"{"sub":"here"}"#).status == .created)
    }

    @Test("A refresh token and any other unknown parameter are accepted and ignored everywhere")
    func refreshToken() throws {
        let site = try TestSite()
        let client = register(site, #"{"sub":"a"}"#).json
        let more = [("refresh_token", "x"), ("scope", "api:client:v2"), ("token_endpoint_auth_method", "none")]
        let answer = token(site, client, more)
        #expect(answer.status == .created && answer.json["refresh_token"] == nil)
        #expect(answer.json["expires_in"] == .integer(21_600))
        let body = JSONWriter.object { call in
            call.member("grant_type", "client_credentials")
            call.member("client_id", client["client_id"]?.stringValue ?? "")
            call.member("client_secret", client["client_secret"]?.stringValue ?? "")
            call.member("refresh_token", 1)
        }
        let json: HTTPFields = [.contentType: "application/json", "X-Device-Info": "bm8ganNvbg=="]
        #expect(site.send(site.request(.post, "/o/client/token?refresh_token=y", json, body: body)).status == .created)
    }

    @Test("A client that requests no token for more than a year is forgotten, any other isn't")
    func forgotten() throws {
        let site = try TestSite { $0.unknownClients = .refuse }
        let (idle, busy) = (register(site, #"{"sub":"a"}"#).json, register(site, #"{"sub":"b"}"#).json)
        site.clock?.advance(by: .days(300))
        #expect(token(site, busy).status == .created)
        site.clock?.advance(by: .days(100))
        #expect(error(token(site, idle)) == "invalid_client")
        #expect(token(site, busy).status == .created)
    }

    @Test("A used-up pass stays so for more than two years")
    func pass() throws {
        let site = try TestSite { $0.mvpds["TempPass"]?.pass?.seconds = 60 }
        var app = try RESTv2App(site)
        app.mvpd = "TempPass"
        #expect(app.authorize("news").decisions.first?["authorized"] == .bool(true))
        for days: Int64 in [1, 799] {
            site.clock?.advance(by: .days(days))
            try app.refreshToken()
            #expect(app.authorize("news").itemCodes == ["temporary_access_duration_limit_exceeded"])
        }
        site.clock?.advance(by: .days(1))
        try app.refreshToken()
        #expect(app.authorize("news").decisions.first?["authorized"] == .bool(true))
    }
}
