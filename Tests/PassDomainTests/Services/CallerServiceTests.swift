import PassCore
import PassDomain
import PassTestSupport
import Testing

@Suite("Callers, as a service")
struct CallerServiceTests {
    private static let strict: @Sendable (inout Policy) -> Void = { $0.requestorProof = .strict }

    /// The keys of requestors whose identifiers `signature of ID` signs.
    private struct Keys: RequestorKeys {
        func isSigned(_ requestor: RequestorID, by signature: String) -> Bool {
            signature == "signature of \(requestor)"
        }
        func isSignedServiceToken(_ token: String, of requestor: RequestorID) -> Bool? { nil }
        func encrypt(_ text: String, for requestor: RequestorID) -> String { text }
    }

    private func world(_ policy: (inout Policy) -> Void = strict) throws -> TestWorld {
        try TestWorld(policy: policy, ports: { $0.requestorKeys = Keys() })
    }

    /// Registers a client whose application belongs to the requestors, or to all if there are none.
    private func register(_ test: TestWorld, _ id: ClientID, of requestors: [RequestorID]) throws -> String {
        try test.world.stores.applications.put(
            RegisteredApplication(
                id: id, secret: "s", issued: test.clock.now(), redirectURIs: [], scopes: [],
                statement: SoftwareStatement(application: "app \(id)", requestors: requestors)),
            now: test.clock.now())
        return try test.world.services.clients.accessToken(
            client: id, grantType: "client_credentials", now: test.clock.now()
        ) { _ in true }.text
    }

    private func check(
        _ test: TestWorld, bearer: String? = nil, requestor: RequestorID? = "REF30", code: String? = nil,
        signature: String? = nil, needsProof: Bool = true
    ) throws -> SoftwareStatement? {
        try test.world.services.callers.check(
            .init(
                bearer: bearer, requestor: requestor, registrationCode: code, signature: signature,
                needsProof: needsProof), now: test.clock.now())
    }

    @Test("A lenient World checks the access token alone, if there is one")
    func lenient() throws {
        let test = try world { _ in }
        let bearer = try register(test, "c", of: ["OTHER"])
        #expect(try check(test) == nil)
        #expect(try check(test, signature: "wrong") == nil)
        #expect(try check(test, bearer: bearer)?.application == "app c")
        #expect(throws: EntitlementFailure.accessTokenRefused) { try check(test, bearer: "x") }
    }

    @Test("A strict World takes the access token of an application that belongs to the requestor")
    func accessToken() throws {
        let test = try world()
        let (own, others) = (try register(test, "own", of: ["OTHER", "REF30"]), try register(test, "all", of: []))
        let foreign = try register(test, "foreign", of: ["OTHER"])
        #expect(try check(test, bearer: own)?.application == "app own")
        #expect(try check(test, bearer: others)?.application == "app all")
        for needsProof in [true, false] {
            #expect(throws: EntitlementFailure.accessTokenForeign) {
                try check(test, bearer: foreign, signature: "signature of REF30", needsProof: needsProof)
            }
        }
        #expect(throws: EntitlementFailure.accessTokenRefused) {
            try check(test, bearer: "x", signature: "signature of REF30")
        }
    }

    @Test("Without an access token a native call needs the requestor's own signature, and a web call needs nothing")
    func signature() throws {
        let test = try world()
        #expect(try check(test, signature: "signature of REF30") == nil)
        for signature in [nil, "", "signature of OTHER"] {
            #expect(throws: EntitlementFailure.requestorUnproven) { try check(test, signature: signature) }
            #expect(try check(test, signature: signature, needsProof: false) == nil)
        }
    }

    @Test("A call without a requestor is checked for its registration code's; an unknown code isn't refused")
    func registrationCode() throws {
        let test = try world()
        let code = try test.world.services.registrationCodes.create(
            requestor: "REF30", deviceID: "d", details: [:], timeToLive: nil, now: test.clock.now())
        let bearer = try register(test, "c", of: ["OTHER"])
        let text = code.code.string
        #expect(throws: EntitlementFailure.accessTokenForeign) {
            try check(test, bearer: bearer, requestor: nil, code: text)
        }
        #expect(throws: EntitlementFailure.requestorUnproven) {
            try check(test, requestor: nil, code: text, signature: "signature of OTHER")
        }
        #expect(try check(test, bearer: bearer, requestor: "OTHER", code: text)?.application == "app c")
        #expect(try check(test, bearer: bearer, requestor: nil, code: "UNKNOWN")?.application == "app c")
        #expect(try check(test, requestor: nil) == nil)
    }

    @Test("A claim is checked at once only if no signature has to be verified for it")
    func atOnce() throws {
        let test = try world()
        func checkWithoutSignature(_ bearer: String?, signature: String? = nil, needsProof: Bool = false) throws -> Bool
        {
            try test.world.services.callers.checkWithoutSignature(
                .init(bearer: bearer, requestor: "REF30", signature: signature, needsProof: needsProof),
                now: test.clock.now())
        }
        let (own, foreign) = (try register(test, "own", of: ["REF30"]), try register(test, "foreign", of: ["OTHER"]))
        #expect(try checkWithoutSignature(nil))
        #expect(try !checkWithoutSignature(nil, signature: "signature of REF30", needsProof: true))
        #expect(throws: EntitlementFailure.requestorUnproven) { try checkWithoutSignature(nil, needsProof: true) }
        #expect(try checkWithoutSignature(own))
        #expect(throws: EntitlementFailure.accessTokenForeign) { try checkWithoutSignature(foreign) }
        // Another sealer with the same key makes this one.
        let token = try #require(test.world.ports.credentials.openAccessToken(own))
        let another = try world().world.ports.credentials.seal(
            AccessToken(
                id: "another", client: token.client, scopes: token.scopes, issued: token.issued,
                expires: token.expires))
        #expect(try !checkWithoutSignature(another))
        _ = try check(test, bearer: another)
        #expect(try checkWithoutSignature(another))
    }

    @Test("A remembered token is still refused at its expiry")
    func expired() throws {
        let test = try world()
        let own = try register(test, "own", of: ["REF30"])
        _ = try check(test, bearer: own)
        func checkWithoutSignature(at instant: Timestamp) throws -> Bool {
            try test.world.services.callers.checkWithoutSignature(.init(bearer: own, requestor: "REF30"), now: instant)
        }
        let end = test.clock.now() + .hours(6)
        #expect(try checkWithoutSignature(at: end - TimeToLive(milliseconds: 1)))
        #expect(throws: EntitlementFailure.accessTokenRefused) { try checkWithoutSignature(at: end) }
    }

    @Test("An API key is any text, a registered client's identifier, or one of the requestor's, as the policy says")
    func apiKey() throws {
        func check(_ key: String, _ policy: (inout Policy) -> Void) throws {
            let test = try world(policy)
            _ = try register(test, "own", of: ["REF30"])
            _ = try register(test, "foreign", of: ["OTHER"])
            try test.world.services.callers.check(apiKey: key, requestor: "REF30", now: test.clock.now())
        }
        for key in ["own", "foreign", "unknown"] {
            #expect(throws: Never.self) { try check(key) { _ in } }
        }
        #expect(throws: Never.self) { try check("foreign") { $0.unknownClients = .refuse } }
        #expect(throws: EntitlementFailure.invalidClient) { try check("unknown") { $0.unknownClients = .refuse } }
        for key in ["own", "unknown"] {
            #expect(throws: Never.self) { try check(key, Self.strict) }
        }
        #expect(throws: EntitlementFailure.accessTokenForeign) { try check("foreign", Self.strict) }
    }
}
