import PassCore
import PassDomain
import PassTestSupport
import Testing

@Suite("Logouts, as a service")
struct LogoutServiceTests {
    private static let pass = TemporaryPass(timeToLive: .days(90))

    @Test("The token of a long pass stays revoked until its original expiry")
    func longPass() throws {
        let test = try TestWorld.withPass(Self.pass)
        let (session, _, cookie) = try test.passLogin()
        _ = try test.world.services.logout.logout(.make(cookie: cookie), now: test.now)
        let revocations = test.world.stores.revocations
        #expect(try revocations.find(session.id, now: test.now + .days(90) - .seconds(1)) != nil)
        #expect(try revocations.find(session.id, now: test.now + .days(90)) == nil)
    }

    @Test(
        "A session stays revoked for the longer of its possible TTLs, ordinary and home-based",
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

    @Test("A second logout that knows less doesn't make the token valid earlier")
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

    /// A store of which a logout needs something.
    enum Store: CaseIterable {
        case sessions, revocations, profileOrigins, logouts
    }

    @Test(
        "A logout that needs an unavailable store is an error, and the next attempt succeeds",
        arguments: Store.allCases)
    func away(_ store: Store) throws {
        let fault = StoreFault()
        let test = try TestWorld(stores: { stores in
            switch store {
            case .sessions: stores.sessions = FailingStore(stores.sessions, fault)
            case .revocations: stores.revocations = FailingStore(stores.revocations, fault)
            case .profileOrigins: stores.profileOrigins = FailingStore(stores.profileOrigins, fault)
            case .logouts: stores.logouts = FailingStore(stores.logouts, fault)
            }
        })
        let login = try test.login()
        let claim = LogoutService.Claim.make(token: login.token)
        fault.set(StoreFault.away)
        #expect(throws: StoreFault.away) { try test.world.services.logout.logout(claim, now: test.now) }
        fault.set(nil)
        let ended = try test.world.services.logout.logout(claim, now: test.now)
        #expect(ended?.providerSession == "session at the MVPD")
        #expect(try test.world.stores.revocations.find(login.session, now: test.now) != nil)
    }

    @Test("A token that isn't the service's own ends no login")
    func foreign() throws {
        let test = try TestWorld()
        #expect(try test.world.services.logout.logout(.make(token: "x"), now: test.now) == nil)
    }
}

extension LogoutService.Claim {
    static func make(
        token: String? = nil, cookie: SessionCookie? = nil, handles: OpenedProfile.Handles? = nil, mvpd: MVPDID? = nil
    ) -> Self {
        .init(
            token: token, handles: handles, cookie: cookie, requestor: nil, mvpd: mvpd, redirectURL: nil,
            issuer: "https://sp.example", answerURL: "https://sp.example/answer")
    }
}
