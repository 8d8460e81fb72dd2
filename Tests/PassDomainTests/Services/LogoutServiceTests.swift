import PassCore
import PassDomain
import PassTestSupport
import Testing

@Suite("Logouts, as a service")
struct LogoutServiceTests {
    private static let pass = TemporaryPass(timeToLive: .days(90))

    @Test("The token of a long pass stays revoked as long as it would have lived")
    func longPass() throws {
        let test = try TestWorld.withPass(Self.pass)
        let (session, _, cookie) = try test.passLogin()
        _ = try test.world.services.logout.logout(.make(cookie: cookie), now: test.now)
        let revocations = test.world.stores.revocations
        #expect(try revocations.find(session.id, now: test.now + .days(90) - .seconds(1)) != nil)
        #expect(try revocations.find(session.id, now: test.now + .days(90)) == nil)
    }

    @Test(
        "A session stays revoked for the longer of its possible times to live, ordinary and home-based",
        arguments: [(ordinary: 30, homeBased: 1), (ordinary: 1, homeBased: 30)])
    func homeBased(ordinary: Int64, homeBased: Int64) throws {
        let test = try TestWorld(policy: {
            $0.timesToLive.authentication = .days(ordinary)
            $0.timesToLive.homeBasedAuthentication = .days(homeBased)
        })
        let handles = OpenedProfile.Handles(subscriber: "U", session: "S")
        _ = try test.world.services.logout.logout(.make(handles: handles, mvpd: "Unknown"), now: test.now)
        let revocations = test.world.stores.revocations
        #expect(try revocations.find("S", now: test.now + .days(30) - .seconds(1)) != nil)
        #expect(try revocations.find("S", now: test.now + .days(30)) == nil)
    }

    @Test("A second logout that knows less doesn't let the token count earlier")
    func twice() throws {
        let test = try TestWorld.withPass(Self.pass)
        let (session, profile, cookie) = try test.passLogin()
        let handles = OpenedProfile.Handles(subscriber: profile.subscriber, session: session.id)
        _ = try test.world.services.logout.logout(.make(cookie: cookie), now: test.now)
        _ = try test.world.services.logout.logout(.make(handles: handles, mvpd: "Unknown"), now: test.now)
        #expect(try test.world.stores.revocations.find(session.id, now: test.now + .days(89)) != nil)
        // The same once the session is forgotten.
        let later = test.now + .days(1)
        _ = try test.world.services.logout.logout(.make(handles: handles, mvpd: "Unknown"), now: later)
        #expect(try test.world.stores.revocations.find(session.id, now: test.now + .days(89)) != nil)
    }
}

extension LogoutService.Claim {
    static func make(
        cookie: SessionCookie? = nil, handles: OpenedProfile.Handles? = nil, mvpd: MVPDID? = nil
    ) -> Self {
        .init(
            token: nil, handles: handles, cookie: cookie, requestor: nil, mvpd: mvpd, redirectURL: nil,
            issuer: "https://sp.example", answerURL: "https://sp.example/answer")
    }
}
