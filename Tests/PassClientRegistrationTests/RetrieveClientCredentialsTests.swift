import PassClientRegistration
import PassCore
import PassDomain
import PassEndpointKit
import PassHTTP
import PassTestSupport
import PassTokens
import Testing

@Suite("Retrieve client credentials")
struct RetrieveClientCredentialsTests {
    private let path = "/o/client/register"

    private func register(_ request: HTTPRequest, trusted: Bool = false) throws -> HTTPResponse {
        try TestWorld(ClientRegistrationFamily()) { if trusted { $0.statements = .trusted } }.answer(request)
    }

    private func expectError(_ code: String, _ request: HTTPRequest, trusted: Bool = false) throws {
        let response = try register(request, trusted: trusted)
        #expect(response.status == .badRequest)
        #expect(response.text == #"{"error":"\#(code)"}"#)
        #expect(response.fields[.contentType] == "application/json;charset=UTF-8")
        #expect(response.fields[.cacheControl] == "no-store")
        #expect(response.fields[.pragma] == "no-cache")
    }

    /// A statement that the trusted key signed over more claims.
    private func statement(_ claims: String) throws -> String {
        let all = #"{"sub":"a","iss":"auth.adobe.com",\#(claims)}"#
        return JSONWebToken.sign(Array(all.utf8), with: try TestWorld.key("statement"))
    }

    @Test(
        "The statement is taken from a JSON body, a form or the query",
        arguments: [
            HTTPRequest.json("/o/client/register", #"{"software_statement":"a.b.c"}"#),
            .json(
                "/o/client/register?_=1767225600000", #" {"software_statement":"a.b.c","redirect_uri":null,"x":[{}]}"#),
            .form("/o/client/register", #"{"software_statement":"a.b.c"}"#),
            .form("/o/client/register", "software_statement=a.b.c&redirect_uri="),
            .form("/o/client/register?software_statement=a.b.c", ""),
            .json("/o/client/register?software_statement=a.b.c", ""),
        ])
    func places(_ request: HTTPRequest) throws {
        let response = try register(request)
        #expect(response.status == .created, "\(response.text)")
    }

    @Test(
        "A missing, repeated or malformed parameter is an invalid request",
        arguments: [
            HTTPRequest.json("/o/client/register", "{}"),
            .json("/o/client/register", ""),
            .json("/o/client/register", #"{"software_statement":""}"#),
            .json("/o/client/register", #"{"software_statement":null}"#),
            .json("/o/client/register", #"{"software_statement":7}"#),
            .json("/o/client/register", #"{"software_statement":["a.b.c"]}"#),
            .json("/o/client/register", #"{"software_statement":"a.b.c","software_statement":"a.b.c"}"#),
            .json("/o/client/register", #"{"software_statement":"a.b.c","redirect_uri":1}"#),
            .json("/o/client/register", #"{"software_statement":"a.b.c\u0000"}"#),
            .json("/o/client/register", #"{"software_statement":"a.b.c""#),
            .json("/o/client/register", #"["software_statement","a.b.c"]"#),
            .json("/o/client/register", "software_statement=a.b.c"),
            .json("/o/client/register?software_statement=a.b.c", #"{"software_statement":"a.b.c"}"#),
            .form("/o/client/register", "software_statement=a.b.c&software_statement=a.b.c"),
            .form("/o/client/register?software_statement=a.b.c", "software_statement=a.b.c"),
            .form("/o/client/register", "software_statement=a.b.c&redirect_uri=a:b&redirect_uri=a:b"),
            .form("/o/client/register", "software_statement=%zz"),
            .form("/o/client/register", ""),
            .form("/o/client/register", #"{"software_statement":"#),
        ])
    func invalidRequest(_ request: HTTPRequest) throws {
        try expectError("invalid_request", request)
    }

    @Test(
        "A text that isn't a statement is refused before the redirect URI is checked",
        arguments: ["abc", "a.b", "a..c"])
    func invalidStatement(_ text: String) throws {
        try expectError(
            "invalid_software_statement",
            .json(path, #"{"software_statement":"\#(text)","redirect_uri":"javascript:alert(1)"}"#))
    }

    @Test("A strict World accepts the demo statement only")
    func trusted() throws {
        func body(_ fixture: String) throws -> String {
            #"{"software_statement":"\#(try Fixture.line("SoftwareStatements/\(fixture).jwt"))"}"#
        }
        #expect(try register(.json(path, body("demo")), trusted: true).status == .created)
        try expectError("unapproved_software_statement", .json(path, body("demo-tampered")), trusted: true)
        try expectError("invalid_software_statement", .json(path, #"{"software_statement":"a.b.c"}"#), trusted: true)
    }

    @Test(
        "A redirect URI that isn't an absolute address, or that runs code, is refused",
        arguments: [
            "app", "/app", "//app", "javascript:alert(1)", "data:text/html,a", "app://a b", "1app://a", "app://ä",
        ])
    func badRedirect(_ uri: String) throws {
        try expectError(
            "invalid_redirect_uri", .json(path, #"{"software_statement":"a.b.c","redirect_uri":"\#(uri)"}"#))
    }

    @Test("A redirect URI must be among those that the statement lists, and the answer lists them all")
    func listedRedirects() throws {
        let statement = try statement(#""redirect_uris":["app://com.example.sim#sim","adobepass://ios.app"]"#)
        func body(_ uri: String) -> String { #"{"software_statement":"\#(statement)","redirect_uri":"\#(uri)"}"# }
        let response = try register(.json(path, body("adobepass://ios.app")), trusted: true)
        #expect(response.status == .created)
        #expect(response.text.contains(#""redirect_uris":["app://com.example.sim#sim","adobepass://ios.app"]"#))
        try expectError("invalid_redirect_uri", .json(path, body("adobepass://android.app")), trusted: true)
        try expectError("invalid_redirect_uri", .json(path, body("adobepass://ios.app/")), trusted: true)
    }

    @Test("Every registration makes another client")
    func distinct() throws {
        let world = try TestWorld(ClientRegistrationFamily())
        let request = HTTPRequest.json(path, #"{"software_statement":"a.b.c"}"#)
        let first = try JSONValue.parse(world.answer(request).body)
        let second = try JSONValue.parse(world.answer(request).body)
        #expect(first["client_id"] != nil && first["client_id"] != second["client_id"])
        #expect(first["client_secret"] != nil && first["client_secret"] != second["client_secret"])
    }

    @Test("A full World answers 503")
    func full() throws {
        let world = try TestWorld(ClientRegistrationFamily(), capacity: 1)
        let request = HTTPRequest.json(path, #"{"software_statement":"a.b.c"}"#)
        #expect(try world.answer(request).status == .created)
        let response = try world.answer(request)
        #expect(response.status == .serviceUnavailable)
        #expect(response.text == #"{"error":"temporarily_unavailable"}"#)
    }

    @Test("Only POST registers, on a worker, and the call carries secrets")
    func route() throws {
        #expect(throws: TestWorld.NoEndpoint(target: path)) { try register(.get(path)) }
        let routes = ClientRegistrationFamily().endpoints.map(\.route)
        #expect(routes.map(\.operation) == [.retrieveClientCredentials, .retrieveAccessToken])
        for route in routes {
            #expect(route.place == .worker)
            #expect(route.carriesSecrets)
        }
    }

    @Test(
        "A text that is too long to be stored is an invalid request, and a header names it",
        arguments: [
            ("software_statement", #"{"software_statement":"a.\#(String(repeating: "b", count: 8_192)).c"}"#),
            (
                "redirect_uri",
                #"{"software_statement":"a.b.c","redirect_uri":"https://a.example/\#(String(repeating: "b", count: 2_048))"}"#
            ),
        ])
    func tooLong(_ name: String, _ body: String) throws {
        let response = try register(.json(path, body))
        #expect(response.status == .badRequest && response.text == #"{"error":"invalid_request"}"#)
        #expect(response.fields["X-Pass-Simulator-Reason"]?.hasPrefix("\(name) is longer than ") == true)
    }
}
