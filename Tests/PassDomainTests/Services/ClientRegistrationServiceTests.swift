import PassCore
import PassDomain
import PassTestSupport
import Testing

@Suite("Client registration, as a service")
struct ClientRegistrationServiceTests {
    /// A service whose software statement `S` is signed by a trusted key, and `F` by another.
    private struct Statements: ClientCredentialSealer {
        let base: any ClientCredentialSealer
        let statement: SoftwareStatement

        func seal(_ token: AccessToken) -> String { base.seal(token) }
        func openAccessToken(_ text: String) -> AccessToken? { base.openAccessToken(text) }
        func rememberedAccessToken(_ text: String) -> AccessToken? { base.rememberedAccessToken(text) }

        func openStatement(
            _ text: String, trustedOnly: Bool, now: Timestamp
        ) throws(StatementRefusal) -> SoftwareStatement {
            if text == "F", trustedOnly { throw .unapproved }
            guard ["S", "F"].contains(text) else { throw .invalid }
            return statement
        }
    }

    private func world(
        _ statement: SoftwareStatement = SoftwareStatement(application: "app"), capacity: Int = 100,
        policy: (inout Policy) -> Void = { _ in }
    ) throws -> TestWorld {
        try TestWorld(
            capacity: capacity, policy: policy,
            ports: { $0.credentials = Statements(base: $0.credentials, statement: statement) })
    }

    private func register(
        _ test: TestWorld, _ statement: String = "S", redirectURI: String? = nil
    ) throws -> RegisteredApplication {
        try test.world.services.clients.register(
            statement: statement, redirectURI: redirectURI, now: test.clock.now())
    }

    private func accessToken(
        _ test: TestWorld, _ client: ClientID, isRightSecret: Bool = true
    ) throws -> (token: AccessToken, text: String) {
        try test.world.services.clients.accessToken(
            client: client, grantType: "client_credentials", now: test.clock.now()
        ) { _ in isRightSecret }
    }

    private func client(_ test: TestWorld, _ bearer: String?, at instant: Timestamp? = nil) throws -> ClientID? {
        try test.world.services.clients.application(bearer: bearer, now: instant ?? test.clock.now())?.client
    }

    @Test("Every registration makes another client, with a secret of its own")
    func register() throws {
        let test = try world()
        let applications = [try register(test), try register(test)]
        #expect(applications[0].id != applications[1].id && applications[0].secret != applications[1].secret)
        for application in applications {
            #expect(application.statement.application == "app" && application.issued == test.clock.now())
            #expect(application.scopes == ["api:client:v2"] && application.redirectURIs.isEmpty)
            #expect(try client(test, accessToken(test, application.id).text) == application.id)
        }
        let full = try world(capacity: 0)
        #expect(throws: EntitlementFailure.storeFull) { try register(full) }
    }

    @Test("An untrusted key's statement is refused only where statements must be trusted, a malformed one always")
    func statements() throws {
        let (lenient, strict) = (try world(), try world(policy: { $0.statements = .trusted }))
        #expect(try register(lenient, "F").statement.application == "app")
        #expect(try register(strict, "S").statement.application == "app")
        #expect(throws: EntitlementFailure.unapprovedSoftwareStatement) { try register(strict, "F") }
        for test in [lenient, strict] {
            #expect(throws: EntitlementFailure.invalidSoftwareStatement) { try register(test, "X") }
        }
    }

    @Test("A redirect URI must be an address, and one of the statement's if that lists any")
    func redirectURIs() throws {
        let free = try world()
        #expect(try register(free, redirectURI: "app://done").redirectURIs == ["app://done"])
        let listed = try world(SoftwareStatement(application: "app", redirectURIs: ["app://a", "app://b"]))
        #expect(try register(listed, redirectURI: "app://b").redirectURIs == ["app://a", "app://b"])
        #expect(try register(listed).redirectURIs == ["app://a", "app://b"])
        for (test, uri) in [(free, "javascript:alert(1)"), (free, ""), (listed, "app://c"), (listed, "APP://a")] {
            #expect(throws: EntitlementFailure.invalidRedirectURI) { try register(test, redirectURI: uri) }
            #expect(try test.world.stores.applications.count <= 2)
        }
    }

    @Test("A known client's secret is checked, and an unknown client gets a token unless the policy refuses it")
    func secret() throws {
        for policy in [Policy.Unknown.accept, .refuse] {
            let test = try world(policy: { $0.unknownClients = policy })
            let id = try register(test).id
            #expect(try accessToken(test, id).token.client == id)
            #expect(throws: EntitlementFailure.invalidClient) { try accessToken(test, id, isRightSecret: false) }
            if policy == .accept {
                let text = try accessToken(test, "unknown", isRightSecret: false).text
                let known = try test.world.services.clients.application(bearer: text, now: test.clock.now())
                #expect(known?.client == "unknown" && known?.statement == .unnamed)
            } else {
                #expect(throws: EntitlementFailure.invalidClient) { try accessToken(test, "unknown") }
            }
        }
    }

    @Test("The service compares the secret that it issued")
    func givenSecret() throws {
        let test = try world()
        let application = try register(test)
        var compared: [String] = []
        _ = try test.world.services.clients.accessToken(
            client: application.id, grantType: "client_credentials", now: test.clock.now()
        ) { secret in
            compared.append(secret)
            return true
        }
        #expect(compared == [application.secret])
    }

    @Test("A token is valid from its issue until the millisecond before its expiry")
    func expiry() throws {
        let test = try world(policy: { $0.accessTokenTimeToLive = .minutes(10) })
        let id = try register(test).id
        let (token, text) = try accessToken(test, id)
        let end = test.clock.now() + .minutes(10)
        #expect(token.issued == test.clock.now() && token.expires == end)
        for instant in [token.issued, end - TimeToLive(milliseconds: 1)] {
            #expect(try client(test, text, at: instant) == id)
        }
        for instant in [token.issued - TimeToLive(milliseconds: 1), end] {
            #expect(throws: EntitlementFailure.accessTokenRefused) { try client(test, text, at: instant) }
        }
    }

    @Test("A call without a token names no client; an altered token is refused")
    func noToken() throws {
        let test = try world()
        #expect(try client(test, nil) == nil)
        let text = try accessToken(test, "c").text
        for bad in ["", "x", text + "A"] {
            #expect(throws: EntitlementFailure.accessTokenRefused) { try client(test, bad) }
        }
    }

    @Test("The token of a client that is no longer known is valid only where unknown clients are accepted")
    func forgotten() throws {
        for policy in [Policy.Unknown.accept, .refuse] {
            let test = try world(policy: { $0.unknownClients = policy })
            let id = try register(test).id
            let text = try accessToken(test, id).text
            try test.world.stores.applications.remove(id, now: test.clock.now())
            if policy == .accept {
                #expect(try client(test, text) == id)
            } else {
                #expect(throws: EntitlementFailure.invalidClient) { try client(test, text) }
            }
        }
    }
}
