import PassCore
import PassCrypto
import PassDomain
import PassEndpointKit
import PassHTTP
import PassMVPD
import PassSAML
import PassStore
import PassTestSupport
import Testing

/// The MVPDs of one World at a standing clock, asked in process.
struct TestMVPD {
    let clock: VirtualClock
    let world: World
    let links: Links
    /// Header fields of every request.
    var fields: HTTPFields = [:]
    private let router: Router

    /// 2026-06-01T12:00:00Z.
    static let start = Timestamp(seconds: 1_780_315_200)
    static let issuer = "https://saml.sp.auth.adobe.com"

    static func make(
        scheme: HTTPConnectionInfo.Scheme = .http, authority: String = "localhost:8080", prefix: String = "",
        hostKind: HostMap.Kind = .direct, seed: UInt64 = 1, unknownMVPDs: Policy.Unknown = .accept,
        secret: UInt8 = 7, name: NamespaceName = .default, clock: VirtualClock? = nil,
        catalog: Catalog = .demo, settings: SimulatedMVPDs.Settings = .demo
    ) throws -> TestMVPD {
        let host = try #require(HTTPAuthority(authority))
        let clock = clock ?? VirtualClock(base: SystemWallClock(), start: start, frozen: true)
        var catalog = catalog
        catalog.policy.unknownMVPDs = unknownMVPDs
        let sealer = Sealer(secret: [UInt8](repeating: secret, count: 32))
        let identifiers = SeededIdentifierSource(seed: seed)
        let stores = SimulatedMVPDs.Stores(sessions: MemoryStore(capacity: 100), grants: MemoryStore(capacity: 100))
        let mvpds = SimulatedMVPDs(
            settings, catalog: catalog, identifiers: identifiers, stores: stores, sealer: sealer)
        let world = World(
            name: name, clock: clock, identifiers: identifiers, catalog: catalog, stores: .memory(capacity: 100),
            ports: Ports(
                connector: mvpds, tokens: NoSealer(), devices: NoSealer(), credentials: NoSealer(),
                requestorKeys: NoSealer(), serviceTokens: NoSealer()))
        return TestMVPD(
            clock: clock, world: world,
            links: Links(
                scheme: scheme, authority: host, namespace: NamespaceAddress(prefix: prefix), hostKind: hostKind),
            router: Router([
                MVPDFamily(samlKey: try TestKey.saml, sealer: sealer),
                OAuthFamily(samlKey: try TestKey.saml),
            ]))
    }

    func get(_ target: String) throws -> HTTPResponse {
        respond(to: HTTPRequest(target: target, fields: fields))
    }

    func post(_ target: String, _ fields: [(name: String, value: String)]) throws -> HTTPResponse {
        try post(target, body: Array(FormFields.encode(fields).utf8))
    }

    func post(_ target: String, body: [UInt8]) throws -> HTTPResponse {
        var fields = fields
        fields.append(.contentType, "application/x-www-form-urlencoded")
        return respond(to: HTTPRequest(method: .post, target: target, fields: fields, body: body))
    }

    func respond(to request: HTTPRequest) -> HTTPResponse {
        router.answer(request, in: world, links: links) ?? HTTPResponse(.notFound)
    }
}

extension TestMVPD {
    static let consumer = "http://localhost:8080/sp/saml/SAMLAssertionConsumer"

    /// A request as the service makes it, for changing one thing at a time.
    func request(_ change: (inout AuthnRequest) -> Void = { _ in }) throws -> AuthnRequest {
        var request = AuthnRequest(
            id: try #require(SAMLID("_request")), issueInstant: world.clock.now(), destination: nil,
            issuer: Self.issuer, assertionConsumerServiceURL: Self.consumer, requesterIDs: ["TEST_REQUESTOR"])
        change(&request)
        return request
    }

    /// The answer to the request by redirect.
    func begin(
        at mvpd: String = "AcmeCable", relayState: String? = "relay-1",
        _ change: (inout AuthnRequest) -> Void = { _ in }
    ) throws -> HTTPResponse {
        try get("/_sim/mvpd/\(PercentEncoding.encode(mvpd))/sso?\(query(relayState: relayState, change))")
    }

    /// The query of a request by redirect.
    func query(
        relayState: String? = "relay-1", _ change: (inout AuthnRequest) -> Void = { _ in }
    ) throws -> String {
        try RedirectBinding.query(
            for: try request(change), relayState: relayState.map { try RelayState($0) }, signedBy: try TestKey.saml)
    }

    /// The answer to the login form of `page`, filled in, or with what was typed alone.
    func signIn(
        on page: HTTPResponse, _ fields: [(name: String, value: String)], postsHidden: Bool = true
    ) throws -> HTTPResponse {
        let action = try #require(URIReference(try page.formAction))
        let target = action.path + (action.query.map { "?\($0)" } ?? "")
        try #require(target.hasPrefix(links.prefix))
        let hidden = postsHidden ? try page.hiddenInputs : []
        return try post(String(target.dropFirst(links.prefix.count)), hidden + fields)
    }

    func signIn(
        at mvpd: String = "AcmeCable", _ username: String, _ password: String,
        _ change: (inout AuthnRequest) -> Void = { _ in }
    ) throws -> HTTPResponse {
        try signIn(on: try begin(at: mvpd, change), [("username", username), ("password", password)])
    }

    /// The same MVPDs, asked by a browser that holds the cookie which `page` set.
    func keeping(_ page: HTTPResponse) throws -> TestMVPD {
        let line = try #require(page.fields[.setCookie])
        return holding(String(line.prefix { $0 != ";" }))
    }

    /// The same MVPDs, asked with these cookies.
    func holding(_ cookies: String) -> TestMVPD {
        var other = self
        other.fields.set(.cookie, cookies)
        return other
    }
}

/// Pages are read here with the expressions of clients without a browser.
extension HTTPResponse {
    var text: String { String(decoding: body, as: UTF8.self) }

    var formAction: String {
        get throws { try #require(text.firstMatch(of: /<form[^>]+action=(["'])(.+?)\1/)).2.unescaped }
    }

    /// The form's action without the login in its query.
    var formPlace: String {
        get throws { String(try formAction.prefix { $0 != "?" }) }
    }

    var hiddenInputs: [(name: String, value: String)] {
        get throws {
            text.matches(of: /<input type="hidden" name="([^"]*)" value="([^"]*)"\/>/).map {
                ($0.1.unescaped, $0.2.unescaped)
            }
        }
    }

    /// The answer to the service that the page's form holds, its assertion signed.
    var samlResponse: AuthnResponse {
        get throws { try PostedMessage(fields: try hiddenInputs).read(verifiedBy: try TestKey.saml.publicKey) }
    }

    var problem: String? {
        text.firstMatch(of: /<p class="problem" id="problem" role="alert">([^<]*)<\/p>/).map { $0.1.unescaped }
    }
}

extension Substring {
    var unescaped: String {
        String(self).replacing("&lt;", with: "<").replacing("&gt;", with: ">").replacing("&quot;", with: "\"")
            .replacing("&amp;", with: "&")
    }
}
