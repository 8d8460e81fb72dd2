import AccessEnabler
import PassCore

extension Stage {
    /// Registers a client of REST API v2, whose calls are the scenario's steps.
    ///
    /// - Parameters:
    ///   - requestor: the service provider, a role.
    ///   - device: distinguishes the devices of one scenario.
    ///   - fields: header fields of every call, e.g. a token for single sign-on.
    func restV2Client(
        _ requestor: String = "REF", on device: String = "tv", fields: [TransportField] = []
    ) async throws -> PassRESTv2Client {
        var client = try await PassRESTv2Client(
            url: root, serviceProvider: cast[requestor], deviceID: "\(salt) \(device)",
            softwareStatement: cast.softwareStatement, transport: StepTransport(stage: self, device: device))
        client.fields = fields
        return client
    }

    /// Logs a user in with a browser, from the new session to the app's redirect URL.
    ///
    /// - Parameters:
    ///   - mvpd: a role.
    ///   - browser: `nil` means a new one with the cast's user.
    /// - Returns: the session's code.
    @discardableResult
    func logIn(
        _ client: PassRESTv2Client, at mvpd: String = "M1", in browser: HeadlessUserAgent? = nil
    ) async throws -> String {
        let session = try await client.createSession(
            mvpd: cast[mvpd], domainName: "adobe.com", redirectURL: Self.landing)
        try await complete(session, for: client, in: browser)
        return try require(session.code, "a code")
    }

    /// Opens a session's address in a browser, and logs the cast's user in.
    func complete(
        _ session: RESTv2Session, for client: PassRESTv2Client, in browser: HeadlessUserAgent? = nil
    ) async throws {
        let address = try require(client.loginURL(of: session), "an address for the browser")
        try await browse(to: address, in: browser)
    }

    /// Opens an address in a browser, and continues until the app's redirect URL.
    func browse(to address: String, in browser: HeadlessUserAgent? = nil) async throws {
        record(step: "browser")
        let browser = browser ?? self.browser
        _ = try await counted { try await browser.run(address, until: [Self.landing]) }
    }

    /// A new browser with the credentials of the cast's user.
    var browser: HeadlessUserAgent { HeadlessUserAgent(transport: network, credentials: cast.user) }

    /// Throws a failure unless the work is refused with this code and status.
    ///
    /// - Parameter code: the code of an enhanced error, or of an OAuth error.
    func expectRefusal(_ code: String, status: Int, _ work: () async throws -> Void) async throws {
        do {
            try await work()
        } catch let refusal as RESTv2Error {
            try expect("\(refusal.status) \(refusal.code)", is: "\(status) \(code)", "a refusal with")
            return
        }
        throw fail("a refusal with \(status) \(code)", seen: "none")
    }

    /// Asks for one decision.
    ///
    /// - Parameters:
    ///   - resource: a role.
    ///   - mvpd: a role.
    func decision(
        of client: PassRESTv2Client, about resource: String = "r", at mvpd: String = "M1"
    ) async throws -> RESTv2Decision {
        let decisions = try await client.authorize([cast[resource]], at: cast[mvpd])
        try expect(decisions.map(\.resource), is: [cast[resource]], "the decisions' resources")
        return decisions[0]
    }

    /// Throws a failure unless the client may watch a resource, with a media token that the programmer accepts.
    func expectAuthorized(
        _ client: PassRESTv2Client, _ resource: String = "r", at mvpd: String = "M1", source: String = "mvpd"
    ) async throws {
        let decision = try await decision(of: client, about: resource, at: mvpd)
        try expect(decision.authorized, "a permission", seen: decision.error?.code ?? "a denial")
        try expect(decision.source, is: source, "the source")
        let text = try require(decision.serializedToken.flatMap { Base64.decode($0) }, "a media token in base64")
        try await present(String(decoding: text, as: UTF8.self), for: cast[resource], is: "VALID_TOKEN")
    }

    /// The URL of the backend without `/adobe-services`.
    private var root: String {
        String(serviceProvider[..<(serviceProvider.lastIndex(of: "/") ?? serviceProvider.endIndex)])
    }

    /// The redirect URL of the scenarios' apps.
    static let landing = "adobepass://rest-v2"
}

/// Sends a device's requests through the stage's network, and records each request as a step of the scenario.
private struct StepTransport: HTTPTransport {
    let stage: Stage
    let device: String

    func send(_ request: TransportRequest) async throws(AccessEnabler.TransportError) -> TransportResponse {
        stage.record(step: "\(device): \(request.method) \(Exchange.operation(of: request.url))")
        stage.activity.begin()
        defer { stage.activity.end() }
        return try await stage.network.transport(for: device).send(request)
    }
}
