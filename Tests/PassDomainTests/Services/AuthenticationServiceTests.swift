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

    @Test("While one answer is checked another is refused unseen, and the first counts")
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

    @Test("A bad answer leaves the login open to a good one")
    func badAnswer() throws {
        let test = try TestWorld()
        let id = try begun(test)
        #expect(throws: Refusal.self) {
            try test.world.services.authentication.complete(id, now: test.now) { _, _ in throw Refusal() }
        }
        let session = try test.world.services.authentication.complete(id, now: test.now) { _, _ in Self.ada }
        #expect(session.id == id)
    }

    @Test("Where a pass came from is known as long as its token lives, and at least as long as any other's")
    func originOfPass() throws {
        for (timeToLive, known) in [(TimeToLive.days(90), TimeToLive.days(90)), (.minutes(10), .days(30))] {
            let test = try TestWorld.withPass(TemporaryPass(timeToLive: timeToLive))
            let profile = try test.passLogin().profile
            let origins = test.world.stores.profileOrigins
            #expect(try origins.find(profile.guid, now: test.now + known - .seconds(1)) != nil)
            #expect(try origins.find(profile.guid, now: test.now + known) == nil)
        }
    }

    @Test("A login has ended when it was logged out")
    func ended() throws {
        let test = try TestWorld.withPass(TemporaryPass())
        let cookie = try test.passLogin().cookie
        #expect(try !test.world.services.authentication.hasEnded(cookie, now: test.now))
        #expect(try !test.world.services.authentication.hasEnded("UNKNOWN", now: test.now))
        _ = try test.world.services.logout.logout(.make(cookie: cookie), now: test.now)
        #expect(try test.world.services.authentication.hasEnded(cookie, now: test.now))
    }
}
