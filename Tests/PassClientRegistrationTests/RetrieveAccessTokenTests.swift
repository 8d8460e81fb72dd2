import PassClientRegistration
import PassCore
import PassDomain
import PassHTTP
import PassTestSupport
import Testing

@Suite("Retrieve access token")
struct RetrieveAccessTokenTests {
    private static let credentials = "client_id=known&client_secret=s%C3%A4cret%3A"
    private static let good = "grant_type=client_credentials&" + credentials
    private let path = "/o/client/token"

    /// A World that knows one client and refuses others.
    private func world() throws -> TestWorld {
        let world = try TestWorld(ClientRegistrationFamily()) { $0.unknownClients = .refuse }
        try world.world.stores.applications.put(
            RegisteredApplication(
                id: "known", secret: "säcret:", issued: world.clock.now(), redirectURIs: [], scopes: [],
                statement: SoftwareStatement(application: "a")),
            now: world.clock.now())
        return world
    }

    private func expectError(_ code: String, _ request: HTTPRequest) throws {
        let response = try world().answer(request)
        #expect(response.status == .badRequest)
        #expect(response.text == #"{"error":"\#(code)"}"#)
        #expect(response.fields[.cacheControl] == "no-store")
        #expect(response.fields[.pragma] == "no-cache")
    }

    /// `known` and its secret, encoded as a form each and then as Basic.
    private static let basic = "Basic " + Base64.encode(Array("known:s%C3%A4cret%3A".utf8))

    @Test(
        "The three inputs are taken from form, query, JSON body or HTTP Basic, by POST and by GET",
        arguments: [
            HTTPRequest.form("/o/client/token", good),
            .form("/o/client/token?grant_type=client_credentials", credentials),
            .json("/o/client/token?" + good, ""),
            .get("/o/client/token?" + good),
            .json(
                "/o/client/token",
                #"{"grant_type":"client_credentials","client_id":"known","client_secret":"säcret:"}"#),
            .form("/o/client/token", "grant_type=client_credentials", [.authorization: basic]),
            .form("/o/client/token", "grant_type=client_credentials&client_id=known", [.authorization: basic]),
            .form("/o/client/token", good, [.authorization: "Bearer old.old.old"]),
        ])
    func places(_ request: HTTPRequest) throws {
        let response = try world().answer(request)
        #expect(response.status == .created, "\(response.text)")
    }

    @Test("The token names the client and lasts as long as the World says")
    func token() throws {
        let world = try TestWorld(ClientRegistrationFamily()) { $0.accessTokenTimeToLive = .minutes(1) }
        let answer = try JSONValue.parse(world.answer(.form(path, Self.good)).body)
        let text = try #require(answer["access_token"]?.stringValue)
        let token = try #require(world.world.ports.credentials.openAccessToken(text))
        #expect(token.client == "known")
        #expect(token.expires == world.clock.now() + .minutes(1))
        #expect(answer["expires_in"] == .integer(60))
        #expect(answer["id"] == .string(token.id))
        #expect(try world.world.services.clients.application(bearer: text, now: world.clock.now())?.client == "known")
        #expect(throws: EntitlementFailure.accessTokenRefused) {
            try world.world.services.clients.application(bearer: text, now: token.expires)
        }
    }

    @Test("A token isn't valid before its issue")
    func early() throws {
        let world = try TestWorld(ClientRegistrationFamily())
        let text = try Fixture.line("AccessTokens/recorded.jwt")
        let now = world.clock.now()
        let client = try world.world.services.clients.application(bearer: text, now: now)?.client
        #expect(client == "3f3f5c5e-8b1b-49b0-8d9c-6b6f3f1c0a01")
        #expect(throws: EntitlementFailure.accessTokenRefused) {
            try world.world.services.clients.application(bearer: text, now: now - .seconds(1))
        }
    }

    @Test(
        "A missing, repeated or malformed parameter, or several credentials, is an invalid request",
        arguments: [
            HTTPRequest.form("/o/client/token", ""),
            .form("/o/client/token", credentials),
            .form("/o/client/token", "grant_type=&" + credentials),
            .form("/o/client/token", "grant_type=client_credentials"),
            .form("/o/client/token", "grant_type=client_credentials&client_id=known"),
            .form("/o/client/token", "grant_type=client_credentials&client_id=known&client_secret="),
            .form("/o/client/token", "grant_type=client_credentials&client_secret=s"),
            .form("/o/client/token", good + "&grant_type=client_credentials"),
            .form("/o/client/token", good + "&client_id=known"),
            .form("/o/client/token?" + credentials, good),
            .form("/o/client/token", good + "%00"),
            .form("/o/client/token", good + "%FF"),
            .json("/o/client/token", good),
            .json("/o/client/token", #"{"grant_type":{}}"#),
            .form("/o/client/token", good, [.authorization: basic]),
            .form(
                "/o/client/token", "grant_type=client_credentials&client_id=other", [.authorization: basic]),
            .form("/o/client/token", "grant_type=client_credentials", [.authorization: "Basic"]),
            .form("/o/client/token", "grant_type=client_credentials", [.authorization: "Basic %%%"]),
            .form("/o/client/token", "grant_type=client_credentials", [.authorization: "Basic a25vd24="]),
            .form("/o/client/token", "grant_type=client_credentials", [.authorization: "Basic Omtub3du"]),
            .form("/o/client/token", "grant_type=client_credentials", [.authorization: "Basic a25vd246"]),
            .form("/o/client/token", "grant_type=client_credentials", [.authorization: "Basic YTolenoK"]),
        ])
    func invalidRequest(_ request: HTTPRequest) throws {
        try expectError("invalid_request", request)
    }

    @Test("A missing parameter is reported before a wrong grant, and a wrong grant before an unknown client")
    func order() throws {
        try expectError("invalid_request", .form(path, "grant_type=password&client_id=unknown"))
        try expectError("unsupported_grant_type", .form(path, "grant_type=password&client_id=unknown&client_secret=b"))
        try expectError(
            "unsupported_grant_type", .form(path, "grant_type=CLIENT_CREDENTIALS&client_id=known&client_secret=b"))
        try expectError(
            "invalid_client", .form(path, "grant_type=client_credentials&client_id=unknown&client_secret=b"))
    }

    @Test("A secret other than the client's is refused", arguments: ["s", "säcret", "säcret:x", "SÄCRET:"])
    func wrongSecret(_ secret: String) throws {
        let body = FormFields.encode([
            ("grant_type", "client_credentials"), ("client_id", "known"), ("client_secret", secret),
        ])
        try expectError("invalid_client", .form(path, body))
    }

    @Test("An unknown client gets a token unless the World refuses it; a known one needs its secret in both")
    func unknownClients() throws {
        let lenient = try TestWorld(ClientRegistrationFamily())
        let registered = try JSONValue.parse(
            lenient.answer(.json("/o/client/register", #"{"software_statement":"a.b.c"}"#)).body)
        let id = try #require(registered["client_id"]?.stringValue)
        let secret = try #require(registered["client_secret"]?.stringValue)
        func status(_ id: String, _ secret: String) throws -> HTTPStatus {
            let body = "grant_type=client_credentials&client_id=\(id)&client_secret=\(secret)"
            return try lenient.answer(.form(path, body)).status
        }
        #expect(try status("unknown", "anything") == .created)
        #expect(try status(id, secret) == .created)
        #expect(try status(id, "wrong") == .badRequest)
    }

    @Test("A World that refuses unknown clients refuses their tokens, too")
    func forgottenClient() throws {
        let world = try world()
        let text = try Fixture.line("AccessTokens/recorded.jwt")
        #expect(throws: EntitlementFailure.invalidClient) {
            try world.world.services.clients.application(bearer: text, now: world.clock.now())
        }
    }
}
