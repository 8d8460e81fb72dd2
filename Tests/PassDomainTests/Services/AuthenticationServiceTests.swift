import PassCore
import PassDomain
import PassTestSupport
import Testing

@Suite("Logins, as a service")
struct AuthenticationServiceTests {
    private struct Refusal: Error {}
    private static let ada = AuthenticationService.MVPDAnswer(subscriber: "ada", providerSession: nil)

    private func begun(_ test: TestWorld) throws -> SessionID {
        let (start, _) = try test.world.services.authentication.begin(.make(mvpd: "AcmeCable"), now: test.now)
        guard case .atMVPD(let session, _) = start else { throw Refusal() }
        return session.id
    }

    @Test("While one answer is checked, another is refused unread, and the first is used")
    func oneAnswer() throws {
        let test = try TestWorld()
        let id = try begun(test)
        let authentication = test.world.services.authentication
        let answered = EntitlementFailure.loginRefused("This login has already been answered.")
        let session = try authentication.complete(id, now: test.now) { _, _ in
            #expect(throws: answered) {
                try authentication.complete(id, now: test.now) { _, _ in
                    Issue.record("A second answer is checked.")
                    return Self.ada
                }
            }
            let failed = try authentication.fail(id, now: test.now)
            #expect(failed == nil)
            return Self.ada
        }
        guard case .authenticated(let login) = session.state else { throw Refusal() }
        #expect(login.subscriber == "ada")
        #expect(throws: answered) { try authentication.complete(id, now: test.now) { _, _ in Self.ada } }
    }

    @Test("An invalid answer leaves the login open for a valid one")
    func badAnswer() throws {
        let test = try TestWorld()
        let id = try begun(test)
        #expect(throws: Refusal.self) {
            try test.world.services.authentication.complete(id, now: test.now) { _, _ in throw Refusal() }
        }
        let session = try test.world.services.authentication.complete(id, now: test.now) { _, _ in Self.ada }
        #expect(session.id == id)
    }

    private static let used = EntitlementFailure.loginRefused("A user has already signed in with this code.")

    private func code(_ test: TestWorld) throws -> ExactText {
        try test.world.services.registrationCodes.create(
            requestor: "REF30", deviceID: "c0ffee", details: [:], timeToLive: nil, now: test.now
        ).code
    }

    /// Begins a login that must be the first by the code.
    private func begun(_ test: TestWorld, by code: ExactText) throws -> SessionID {
        var beginning = AuthenticationService.Beginning.make(mvpd: "AcmeCable")
        (beginning.registrationCode, beginning.mustBeFirst) = (code.string, true)
        let start = try test.world.services.authentication.begin(beginning, now: test.now).start
        guard case .atMVPD(let session, _) = start else { throw Refusal() }
        return session.id
    }

    /// Completes a login that must be the first by its code; `body` runs while the MVPD's answer is checked.
    private func complete(_ id: SessionID, _ test: TestWorld, while body: () throws -> Void = {}) throws {
        _ = try test.world.services.authentication.complete(id, mustBeFirst: true, now: test.now) { _, _ in
            try body()
            return Self.ada
        }
    }

    @Test("If two simultaneous logins must be the first by a code, one is completed, and the other is gone")
    func firstByCode() throws {
        let test = try TestWorld()
        let code = try code(test)
        let (first, second) = (try begun(test, by: code), try begun(test, by: code))
        #expect(throws: Self.used) { try complete(second, test) { try complete(first, test) } }
        let stores = test.world.stores
        #expect(try stores.registrationCodes.find(code, now: test.now)?.session == first)
        #expect(try stores.sessions.find(first, now: test.now)?.state.login?.subscriber == "ada")
        #expect(try stores.sessions.find(second, now: test.now) == nil)
        #expect(throws: Self.used) { try begun(test, by: code) }
        #expect(try stores.sessions.count == 1)
    }

    @Test("A login by a code is refused if the attached one is completed just before it takes the code")
    func firstByComparison() throws {
        let other = Guarded<(@Sendable () throws -> Void)?>(nil)
        let test = try TestWorld(stores: { stores in
            stores.registrationCodes = InterveningStore(
                base: stores.registrationCodes,
                beforeStoring: {
                    let body = other.withLock { body in
                        defer { body = nil }
                        return body
                    }
                    try body?()
                })
        })
        let code = try code(test)
        let (first, second) = (try begun(test, by: code), try begun(test, by: code))
        other.withLock { $0 = { try complete(second, test) } }
        #expect(throws: Self.used) { try complete(first, test) }
        #expect(try test.world.stores.registrationCodes.find(code, now: test.now)?.session == second)
        #expect(try test.world.stores.sessions.find(first, now: test.now) == nil)
    }

    @Test("A pass's origin is known for its token's TTL, and at least as long as any other origin")
    func originOfPass() throws {
        for (timeToLive, known) in [(TimeToLive.days(90), TimeToLive.days(90)), (.minutes(10), .days(30))] {
            let test = try TestWorld.withPass(TemporaryPass(timeToLive: timeToLive))
            let profile = try test.passLogin().profile
            let origins = test.world.stores.profileOrigins
            #expect(try origins.find(profile.guid, now: test.now + known - .seconds(1)) != nil)
            #expect(try origins.find(profile.guid, now: test.now + known) == nil)
        }
    }

    @Test("A login has ended after a logout")
    func ended() throws {
        let test = try TestWorld.withPass(TemporaryPass())
        let cookie = try test.passLogin().cookie
        #expect(try !test.world.services.authentication.hasEnded(cookie, now: test.now))
        #expect(try !test.world.services.authentication.hasEnded("UNKNOWN", now: test.now))
        _ = try test.world.services.logout.logout(.make(cookie: cookie), now: test.now)
        #expect(try test.world.services.authentication.hasEnded(cookie, now: test.now))
    }
}
