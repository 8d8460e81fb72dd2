import PassCore
import PassDomain
import PassTestSupport
import Testing

@Suite("Profiles of apps without tokens, as a service")
struct AppProfileServiceTests {
    private func standing(
        _ test: TestWorld, at mvpd: MVPDID = "AcmeCable", holder: GenericData? = nil
    ) throws -> AppProfileService.Standing {
        let integration = try test.world.catalog.requireIntegration(test.world.catalog.requestor("REF30"), mvpd)
        return try test.world.services.appProfiles.standing(
            of: AppCaller(owner: TestWorld.tv, passHolder: holder), at: integration, now: test.now)
    }

    @Test("A login uses the app's code, which then lasts as long as the profile")
    func code() throws {
        let test = try TestWorld()
        let code = try test.appLogin()
        let expires = try #require(try test.found()).entry.profile.expires
        let used = try test.world.stores.registrationCodes.find(code.code, now: expires - TimeToLive(milliseconds: 1))
        #expect(used?.isUsed == true && used?.expires == expires)
    }

    @Test("A login with another API's code leaves no profile")
    func otherAPI() throws {
        let test = try TestWorld()
        let code = try test.world.services.registrationCodes.create(
            requestor: "REF30", deviceID: "tv", details: [:], timeToLive: nil, now: test.now)
        _ = try test.signIn(registrationCode: code.code.string)
        #expect(try test.found() == nil)
    }

    @Test("An app's own profile takes precedence over one that an identity shares")
    func own() throws {
        let test = try TestWorld()
        let caller = AppCaller(owner: TestWorld.other, identities: [TestWorld.identity])
        try test.appLogin(identities: [TestWorld.identity])
        #expect(try test.found(TestWorld.other, identities: [TestWorld.identity])?.identity == .platform)
        #expect(try test.found(TestWorld.other) == nil)
        let session = try test.world.services.appSessions.create(
            for: AppCaller(owner: TestWorld.other), TestWorld.facts, details: [:], now: test.now)
        guard case .authenticate(let code) = session.step else { throw TestWorld.NotSignedIn() }
        _ = try test.signIn("bob", requestor: "OTHER", registrationCode: code.code.string)
        let all = try test.world.services.appProfiles.all(of: caller, now: test.now)
        #expect(all.map(\.identity) == [nil] && all.map(\.entry.profile.subscriber) == ["bob"])
    }

    @Test("Requestors without single sign-on get no profile of another's login")
    func singleSignOn() throws {
        var catalog = Catalog(mvpds: [MVPD(id: "AcmeCable")])
        catalog.requestors["OTHER"] = Requestor(id: "OTHER", integrations: ["AcmeCable": .init(singleSignOn: false)])
        let test = try TestWorld(catalog: catalog)
        try test.appLogin(identities: [TestWorld.identity])
        #expect(try test.found(TestWorld.phone, identities: [TestWorld.identity]) != nil)
        #expect(try test.found(TestWorld.other, identities: [TestWorld.identity]) == nil)
    }

    @Test("An app without a valid profile is refused because there is none, or because it has expired or was ended")
    func failures() throws {
        let test = try TestWorld()
        func failure() throws -> EntitlementFailure? {
            if case .none(let failure) = try standing(test) { failure } else { nil }
        }
        #expect(try failure() == .profileMissing)
        try test.appLogin()
        #expect(try failure() == nil)
        let session = try #require(try test.found()).entry.profile.session
        test.clock.advance(by: .days(30))
        #expect(try failure() == .invalidProof(.expired))
        try test.world.stores.revocations.put(Revocation(session: session, expires: test.now + .days(1)), now: test.now)
        #expect(try failure() == .invalidProof(.revoked))
    }

    @Test("A degradation rule decides before a profile")
    func degraded() throws {
        var mvpd = MVPD(id: "AcmeCable")
        mvpd.degradation = .authNAll
        let test = try TestWorld(catalog: Catalog(mvpds: [mvpd]))
        guard case .degraded(let first) = try standing(test), case .degraded(let second) = try standing(test) else {
            throw TestWorld.NotSignedIn()
        }
        #expect(first.profile.guid == second.profile.guid && first.profile.guid.isDegraded)
        #expect(first.profile.expires == test.now + .hours(24))
    }

    @Test("A pass without a duration is refused, and so is a promotional one without its holder")
    func passes() throws {
        func standing(_ pass: TemporaryPass, _ holder: String? = nil) throws -> AppProfileService.Standing {
            try self.standing(.withPass(pass), at: "Pass", holder: holder.flatMap { GenericData($0) })
        }
        #expect(throws: EntitlementFailure.temporaryAccessRefused(.misconfigured)) {
            try standing(TemporaryPass(timeToLive: .seconds(0)))
        }
        let promotional = TemporaryPass(identity: "email")
        for holder in [nil, #"{"name": "ada"}"#] {
            #expect(throws: EntitlementFailure.temporaryAccessRefused(.identityMissing)) {
                try standing(promotional, holder)
            }
        }
        guard case .temporary(let ada, _) = try standing(promotional, #"{"email": "ada"}"#),
            case .temporary(let bob, _) = try standing(promotional, #"{"email": "bob"}"#)
        else { throw TestWorld.NotSignedIn() }
        #expect(ada.subscriber != bob.subscriber)
    }

    @Test("Removing a shared login of the same app removes it on the device where the user logged in, too")
    func removed() throws {
        let test = try TestWorld()
        let identities = [TestWorld.identity]
        try test.appLogin(identities: identities)
        let phone = AppCaller(owner: TestWorld.phone, identities: identities)
        let found = try test.world.services.appProfiles.remove(for: phone, at: "AcmeCable", now: test.now)
        #expect(found?.entry.source == TestWorld.tv)
        #expect(try test.found() == nil)
        #expect(try test.found(TestWorld.phone, identities: identities) == nil)
    }

    /// - Parameter changes: the number of profiles that are stored before the process ends.
    @Test("A login whose process ends before its profiles are stored is finished by the next request", arguments: 0...1)
    func finished(_ changes: Int) throws {
        struct End: Error {}
        let left = Guarded(Int.max)
        let test = try TestWorld(stores: { stores in
            let base = stores.appProfiles
            stores.appProfiles = InterveningStore(base: base) { _ in
                try left.withLock { left in
                    if left == 0 { throw End() }
                    left -= 1
                }
            }
        })
        let caller = AppCaller(owner: TestWorld.tv, identities: [TestWorld.identity])
        let sessions = test.world.services.appSessions
        let answer = try sessions.create(for: caller, TestWorld.facts, details: [:], now: test.now)
        guard case .authenticate(let code) = answer.step else { throw TestWorld.NotSignedIn() }
        left.withLock { $0 = changes }
        #expect(throws: End.self) { try test.signIn(registrationCode: code.code.string) }
        left.withLock { $0 = .max }
        // The app asks for its profiles, or by its code.
        if changes == 0 {
            #expect(try test.found() != nil)
        } else {
            #expect(try sessions.used(code.code.string, requestor: "REF30", now: test.now).isUsed)
        }
        for owner in [TestWorld.tv, TestWorld.phone] {
            #expect(try test.found(owner, identities: [TestWorld.identity])?.entry.profile.subscriber == "ada")
        }
        #expect(try test.world.stores.registrationCodes.find(code.code, now: test.now)?.isUsed == true)
    }
}
