public import AccessEnabler
import PassCore
import PassHTTP

/// A small client of REST API v2, for tests and as an example.
///
/// ```swift
/// let client = try await Simulation.current.restV2Client()
/// let session = try await client.createSession(mvpd: "Adobe", redirectURL: "https://site.example/done")
/// // A browser opens `client.loginURL(of: session)`, and the user logs in.
/// let decisions = try await client.authorize(["TEST_RESOURCE"], at: "Adobe")
/// ```
///
/// Each function sends one request. The client decides nothing: it doesn't poll, and it doesn't repeat a refused call.
public struct PassRESTv2Client: Sendable {
    /// The URL of the service, e.g. `http://127.0.0.1:49152`.
    public let url: String
    /// The service provider, which the legacy API calls the requestor.
    public let serviceProvider: String
    /// The device's identifier, before base64.
    public let deviceID: String
    /// Further header fields of every call, e.g. `AD-Service-Token`.
    public var fields: [TransportField] = []
    private let transport: any HTTPTransport
    private let credentials: [(name: String, value: String)]
    private var accessToken = ""

    /// Registers a client and gets its access token.
    ///
    /// - Parameters:
    ///   - transport: the transport that sends the requests, e.g. that of a `Simulation`, or a `URLSessionTransport`.
    /// - Throws: `RESTv2Error`, `TransportError`.
    public init(
        url: String, serviceProvider: String, deviceID: String, softwareStatement: String,
        transport: any HTTPTransport
    ) async throws {
        self.url = url
        self.serviceProvider = serviceProvider
        self.deviceID = deviceID
        self.transport = transport
        let client = try await Self.answer(
            of: TransportRequest(
                method: "POST", url: "\(url)/o/client/register",
                fields: [TransportField("Content-Type", "application/json")],
                body: JSONWriter.object { $0.member("software_statement", softwareStatement) }), transport)
        credentials = [
            ("grant_type", "client_credentials"), ("client_id", client["client_id"]?.stringValue ?? ""),
            ("client_secret", client["client_secret"]?.stringValue ?? ""),
        ]
        try await renewAccessToken()
    }

    /// Gets a new access token for the same client, as an app does when a call is refused with the status 401.
    ///
    /// - Throws: `RESTv2Error`, `TransportError`.
    public mutating func renewAccessToken() async throws {
        let token = try await Self.answer(of: Self.form(credentials, to: "\(url)/o/client/token"), transport)
        accessToken = token["access_token"]?.stringValue ?? ""
    }

    /// Returns the MVPDs for the picker.
    ///
    /// - Throws: `RESTv2Error`, `TransportError`.
    public func configuration() async throws -> [RESTv2MVPD] {
        RESTv2MVPD.list(try await call("configuration"))
    }

    /// Begins a login, and returns what to do next.
    ///
    /// - Throws: `RESTv2Error`, `TransportError`.
    public func createSession(
        mvpd: String? = nil, domainName: String? = nil, redirectURL: String? = nil
    ) async throws -> RESTv2Session {
        let form = Self.parameters(mvpd, domainName, redirectURL)
        return RESTv2Session(try await call("sessions", posting: form))
    }

    /// Adds parameters that a login still needs. A client on another device may do this.
    ///
    /// - Throws: `RESTv2Error`, `TransportError`.
    public func resumeSession(
        _ code: String, mvpd: String? = nil, domainName: String? = nil, redirectURL: String? = nil
    ) async throws -> RESTv2Session {
        let form = Self.parameters(mvpd, domainName, redirectURL)
        return RESTv2Session(try await call("sessions/\(PercentEncoding.encode(code))", posting: form))
    }

    /// Returns the parameters that a login has, and those that it still needs.
    ///
    /// - Throws: `RESTv2Error`, `TransportError`.
    public func session(_ code: String) async throws -> RESTv2SessionStatus {
        RESTv2SessionStatus(try await call("sessions/\(PercentEncoding.encode(code))"))
    }

    /// Returns the address at which a browser logs a user in for a session; `nil` if the session needs no login, or if
    /// parameters are missing.
    public func loginURL(of session: RESTv2Session) -> String? {
        session.actionName == "authenticate" ? session.url.map { url + $0 } : nil
    }

    /// Returns the valid profiles of the device.
    ///
    /// - Throws: `RESTv2Error`, `TransportError`.
    public func profiles() async throws -> [RESTv2Profile] {
        RESTv2Profile.list(try await call("profiles"))
    }

    /// Returns the profile for one MVPD; `nil` if there is none.
    ///
    /// - Throws: `RESTv2Error`, `TransportError`.
    public func profile(mvpd: String) async throws -> RESTv2Profile? {
        RESTv2Profile.list(try await call("profiles/\(PercentEncoding.encode(mvpd))")).first
    }

    /// Returns the profile of the login that a code belongs to; `nil` until the login is complete.
    ///
    /// - Throws: `RESTv2Error`, `TransportError`.
    public func profile(code: String) async throws -> RESTv2Profile? {
        RESTv2Profile.list(try await call("profiles/code/\(PercentEncoding.encode(code))")).first
    }

    /// Asks for decisions with media tokens.
    ///
    /// - Throws: `RESTv2Error`, `TransportError`.
    public func authorize(_ resources: [String], at mvpd: String) async throws -> [RESTv2Decision] {
        try await decisions("authorize", resources, mvpd)
    }

    /// Asks for decisions without media tokens.
    ///
    /// - Throws: `RESTv2Error`, `TransportError`.
    public func preauthorize(_ resources: [String], at mvpd: String) async throws -> [RESTv2Decision] {
        try await decisions("preauthorize", resources, mvpd)
    }

    /// Ends the login at one MVPD, and returns what is left to do.
    ///
    /// - Returns: the next action (`logout`, `complete`, `partner_logout` or `invalid`), and the address that a browser
    ///   must open.
    /// - Throws: `RESTv2Error`, `TransportError`.
    public func logout(mvpd: String, redirectURL: String) async throws -> (actionName: String, url: String?) {
        let query = FormFields.encode([("redirectUrl", redirectURL)])
        let logout = try await call("logout/\(PercentEncoding.encode(mvpd))?\(query)")["logouts"]?[mvpd]
        return (logout?["actionName"]?.stringValue ?? "", logout?["url"]?.stringValue.map { url + $0 })
    }

    /// Begins a login through a partner's framework.
    ///
    /// The field `AP-Partner-Framework-Status`, one of `fields`, states the framework's status.
    ///
    /// - Throws: `RESTv2Error`, `TransportError`.
    public func createPartnerSession(
        _ partner: String = "Apple", domainName: String? = nil, redirectURL: String? = nil
    ) async throws -> RESTv2Session {
        let form = Self.parameters(nil, domainName, redirectURL)
        return RESTv2Session(try await call("sessions/sso/\(PercentEncoding.encode(partner))", posting: form))
    }

    /// Delivers the MVPD's SAML response, which a partner's framework returned.
    ///
    /// - Returns: the new profile.
    /// - Throws: `RESTv2Error`, `TransportError`.
    public func createPartnerProfile(
        _ partner: String = "Apple", samlResponse: String
    ) async throws -> RESTv2Profile? {
        let form = [(name: "SAMLResponse", value: samlResponse)]
        let path = "profiles/sso/\(PercentEncoding.encode(partner))"
        return RESTv2Profile.list(try await call(path, posting: form)).first
    }

    private func decisions(_ operation: String, _ resources: [String], _ mvpd: String) async throws -> [RESTv2Decision]
    {
        let body = JSONWriter.object { $0.member("resources", resources) }
        let path = "decisions/\(operation)/\(PercentEncoding.encode(mvpd))"
        let request = request("POST", path, [TransportField("Content-Type", "application/json")], body)
        let answer = try await Self.answer(of: request, transport)
        return (answer["decisions"]?.arrayValue ?? []).map(RESTv2Decision.init)
    }

    private func call(_ path: String) async throws -> JSONValue {
        try await Self.answer(of: request("GET", path), transport)
    }

    private func call(_ path: String, posting form: [(name: String, value: String)]) async throws -> JSONValue {
        let field = TransportField("Content-Type", "application/x-www-form-urlencoded")
        let body = Array(FormFields.encode(form).utf8)
        return try await Self.answer(of: request("POST", path, [field], body), transport)
    }

    private func request(
        _ method: String, _ path: String, _ more: [TransportField] = [], _ body: [UInt8] = []
    ) -> TransportRequest {
        let own = [
            TransportField("Authorization", "Bearer \(accessToken)"),
            TransportField("AP-Device-Identifier", "fingerprint \(Base64.encode(Array(deviceID.utf8)))"),
        ]
        return TransportRequest(
            method: method, url: "\(url)/api/v2/\(PercentEncoding.encode(serviceProvider))/\(path)",
            fields: own + more + fields, body: body)
    }

    private static func parameters(
        _ mvpd: String?, _ domainName: String?, _ redirectURL: String?
    ) -> [(name: String, value: String)] {
        [("mvpd", mvpd), ("domainName", domainName), ("redirectUrl", redirectURL)]
            .compactMap { name, value in value.map { (name, $0) } }
    }

    private static func form(_ form: [(name: String, value: String)], to url: String) -> TransportRequest {
        TransportRequest(
            method: "POST", url: url, fields: [TransportField("Content-Type", "application/x-www-form-urlencoded")],
            body: Array(FormFields.encode(form).utf8))
    }

    /// Sends a request and returns the JSON of the answer.
    ///
    /// - Throws: `RESTv2Error` for any other status than 200 and 201, and for a body that isn't JSON.
    private static func answer(of request: TransportRequest, _ transport: any HTTPTransport) async throws -> JSONValue {
        let answer = try await transport.send(request)
        let body = try? JSONValue.parse(answer.body)
        guard let body, answer.status == 200 || answer.status == 201 else {
            throw RESTv2Error(body ?? .null, status: answer.status)
        }
        return body
    }
}
