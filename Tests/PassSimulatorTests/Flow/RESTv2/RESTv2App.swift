import PassCore
import PassHTTP
import Testing

@testable import PassSimulator

/// The calls of an app of REST API v2 on one device.
struct RESTv2App {
    var site: TestSite
    private let client: TestSite.Client
    var bearer: String
    var requestor = "TEST_REQUESTOR"
    var mvpd = "Adobe"
    /// The device identifier before base64; `nil` sends none.
    var device: String? = "c0ffee"
    /// Fields that every call has.
    var fields: HTTPFields = [:]

    static let redirectURL = "https://site.example/done"

    /// An app that has registered itself and has an access token.
    init(_ site: TestSite, statement: String? = nil) throws {
        self.site = site
        client = try site.registeredClient(statement: statement)
        bearer = client.bearer
    }

    /// Gets a new access token with the same credentials.
    mutating func refreshToken() throws {
        bearer = try site.accessToken(client.id, secret: client.secret)
    }

    func request(
        _ method: HTTPMethod, _ path: String, _ more: HTTPFields = [:], body: [UInt8] = []
    ) -> HTTPRequest {
        var all = fields
        all.append(.authorization, "Bearer \(bearer)")
        if let device { all.append("AP-Device-Identifier", "fingerprint \(Base64.encode(Array(device.utf8)))") }
        for (name, value) in more.pairs { all.append(HTTPFieldName(name), value) }
        return site.request(method, "\(site.prefix)/api/v2/\(path)", all, body: body)
    }

    func get(_ path: String, _ more: HTTPFields = [:]) -> HTTPResponse {
        site.send(request(.get, "\(requestor)/\(path)", more))
    }

    func post(_ path: String, _ form: [(name: String, value: String)], _ more: HTTPFields = [:]) -> HTTPResponse {
        var fields = more
        fields.append(.contentType, "application/x-www-form-urlencoded")
        return site.send(request(.post, "\(requestor)/\(path)", fields, body: Array(FormFields.encode(form).utf8)))
    }

    /// A call of the SSO Service.
    func sso(_ method: HTTPMethod, _ path: String, _ more: HTTPFields = [:], body: String = "") -> HTTPResponse {
        var fields = more
        if !body.isEmpty { fields.append(.contentType, "application/json") }
        var call = request(method, "", fields, body: Array(body.utf8))
        call = call.with(target: "\(site.prefix)/api/\(requestor)/\(path)")
        return site.send(call)
    }

    func createSession(
        mvpd: String? = nil, domain: String? = "site.example", redirectURL: String? = redirectURL,
        _ more: HTTPFields = [:]
    ) -> HTTPResponse {
        let form = [("mvpd", mvpd ?? self.mvpd), ("domainName", domain ?? ""), ("redirectUrl", redirectURL ?? "")]
        return post("sessions", form.filter { !$0.1.isEmpty }, more)
    }

    /// Creates a complete session and returns its code.
    func code() throws -> String {
        try #require(createSession().json["code"]?.stringValue)
    }

    /// Opens the login of a code in a browser and signs in.
    ///
    /// - Returns: the browser, which is back at the redirect URL.
    @discardableResult
    func signIn(_ code: String, user: String = "user", in known: TestBrowser? = nil) throws -> TestBrowser {
        var browser = known ?? TestBrowser(site)
        let page = try browser.goOn(browser.open("\(site.prefix)/api/v2/authenticate/\(requestor)/\(code)"))
        let form = try #require(TestBrowser.Form(page.text), "no form: \(page.status.code) \(page.text)")
        let end = try browser.signIn(form, user: user)
        try #require(end.status == .found, "\(end.status.code) \(end.text)")
        return browser
    }

    /// Logs a user in and returns the browser that did it.
    @discardableResult
    func login(user: String = "user") throws -> TestBrowser { try signIn(code(), user: user) }

    func decide(_ operation: String, _ resources: [String], _ more: HTTPFields = [:]) -> HTTPResponse {
        let body = JSONWriter.object { $0.member("resources", resources) }
        return decide(operation, body: body, more)
    }

    func decide(_ operation: String, body: [UInt8], _ more: HTTPFields = [:]) -> HTTPResponse {
        var fields = more
        fields.append(.contentType, "application/json")
        return site.send(request(.post, "\(requestor)/decisions/\(operation)/\(mvpd)", fields, body: body))
    }

    func authorize(_ resources: String..., fields: HTTPFields = [:]) -> HTTPResponse {
        decide("authorize", resources, fields)
    }

    func preauthorize(_ resources: String..., fields: HTTPFields = [:]) -> HTTPResponse {
        decide("preauthorize", resources, fields)
    }

    func profile(_ more: HTTPFields = [:]) -> HTTPResponse { get("profiles/\(mvpd)", more) }

    func logout(redirectURL: String? = RESTv2App.redirectURL) -> HTTPResponse {
        let query = redirectURL.map { "?" + FormFields.encode([("redirectUrl", $0)]) } ?? ""
        return get("logout/\(mvpd)\(query)")
    }

    /// What the app says about the partner's framework.
    func framework(
        access: String = "granted", provider: String = "example_cable_platform", expires: Int64 = 1_990_000_000_000
    ) -> HTTPFields {
        let status = JSONWriter.object { status in
            status.memberObject("frameworkPermissionInfo") { $0.member("accessStatus", access) }
            status.memberObject("frameworkProviderInfo") { info in
                info.member("id", provider)
                info.member("expirationDate", String(expires))
            }
        }
        return ["AP-Partner-Framework-Status": Base64.encode(status)]
    }

    /// Has the partner's framework carry the service's request to the MVPD, where a user signs in.
    ///
    /// - Returns: the MVPD's answer, in base64.
    func signInByPartner(user: String = "user", provider: String = "example_cable_platform") throws -> String {
        let form = [("domainName", "site.example"), ("redirectUrl", Self.redirectURL)]
        let begun = post("sessions/sso/Apple", form, framework(provider: provider))
        let request = begun.json["authenticationRequest"]?["request"]?.stringValue
        var browser = TestBrowser(site)
        let login = try browser.open(
            "\(site.prefix)/_sim/mvpd/\(mvpd)/sso",
            posting: [("SAMLRequest", try #require(request, "\(begun.text)"))])
        let page = try #require(TestBrowser.Form(login.text))
        let done = try browser.open(page.action, posting: page.fields + [("username", user), ("password", "password")])
        let answer = TestBrowser.Form(done.text)?.fields.first { $0.name == "SAMLResponse" }
        return try #require(answer, "\(done.text)").value
    }

    /// The text of the media token that an authorization of one resource gives.
    func mediaToken(_ resource: String = "TEST_RESOURCE", fields: HTTPFields = [:]) throws -> String {
        let answer = decide("authorize", [resource], fields)
        let token = answer.decisions.first?["token"]?["serializedToken"]?.stringValue
        let bytes = Base64.decode(try #require(token, "no token: \(answer.text)"))
        return String(decoding: try #require(bytes), as: UTF8.self)
    }
}

extension HTTPRequest {
    /// Returns the request with one header field more, whose value may be any bytes.
    func adding(_ name: HTTPFieldName, _ value: [UInt8]) -> HTTPRequest {
        var all = fields
        all.append(name, room: value.count) { target in
            for (index, byte) in value.enumerated() { target[index] = byte }
            return value.count
        }
        return HTTPRequest(head, fields: all, body: body)
    }
}

extension HTTPResponse {
    /// The body as JSON; `null` if it isn't JSON.
    var json: JSONValue { (try? JSONValue.parse(body)) ?? .null }
    var decisions: [JSONValue] { json["decisions"]?.arrayValue ?? [] }
    var profiles: [ExactText: JSONValue] { json["profiles"]?.objectValue ?? [:] }
    /// The code of the error that the whole body is.
    var errorCode: String? { json["code"]?.stringValue }
    /// The codes of the decisions' errors, `nil` for each that permits.
    var itemCodes: [String?] { decisions.map { $0["error"]?["code"]?.stringValue } }
}
