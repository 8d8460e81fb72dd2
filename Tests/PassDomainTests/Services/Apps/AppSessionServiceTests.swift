import PassCore
import PassDomain
import PassTestSupport
import Testing

@Suite("Sessions of apps without tokens, as a service")
struct AppSessionServiceTests {
    private func create(
        _ test: TestWorld, _ facts: AppSessionService.LoginFacts = TestWorld.facts,
        identities: [SharedIdentity] = []
    ) throws -> AppSessionService.Step {
        try test.world.services.appSessions.create(
            for: AppCaller(owner: TestWorld.tv, identities: identities), facts, details: [:], now: test.now
        ).step
    }

    /// The session's code, if the step is one of a session.
    private func code(_ step: AppSessionService.Step) throws -> RegistrationCode {
        switch step {
        case .authenticate(let code), .complete(let code, _): code
        case .authorize: throw TestWorld.NotSignedIn()
        }
    }

    @Test("A session names the facts that it lacks, and goes to the browser when a later call has added them")
    func completed() throws {
        let test = try TestWorld()
        let first = try create(test, .init(domain: "ref30.example"))
        guard case .complete(let code, missing: [.mvpd, .redirectURL]) = first else { throw TestWorld.NotSignedIn() }
        let sessions = test.world.services.appSessions
        let second = try sessions.resume(
            code.code.string, requestor: "REF30", .init(mvpd: "AcmeCable"), now: test.now)
        guard case .complete(_, missing: [.redirectURL]) = second.step else { throw TestWorld.NotSignedIn() }
        let third = try sessions.resume(
            code.code.string, requestor: "REF30", .init(mvpd: "HubTV", redirectURL: "app:done"), now: test.now)
        guard case .authenticate(let complete) = third.step else { throw TestWorld.NotSignedIn() }
        #expect(complete.details[.mvpd] == "HubTV" && complete.details[.domain] == "ref30.example")
        #expect(third.id == code.id)
    }

    @Test("An app that has a profile, a pass or a degraded MVPD may ask for decisions at once")
    func reasons() throws {
        let pass = MVPD(id: "Pass", style: .tempPass)
        var degraded = MVPD(id: "Down")
        degraded.degradation = .authNAll
        let test = try TestWorld(catalog: Catalog(mvpds: [pass, degraded, MVPD(id: "AcmeCable")]))
        try test.appLogin(identities: [TestWorld.identity])
        for (mvpd, reason): (MVPDID, AppSessionService.Reason) in [
            ("AcmeCable", .authenticated), ("Pass", .temporary), ("Down", .degraded),
        ] {
            guard case .authorize(mvpd, reason) = try create(test, .init(mvpd: mvpd)) else {
                Issue.record("\(mvpd) isn't \(reason)")
                continue
            }
        }
        let other = AppCaller(owner: TestWorld.other, identities: [TestWorld.identity])
        let step = try test.world.services.appSessions.create(
            for: other, TestWorld.facts, details: [:], now: test.now
        ).step
        guard case .authorize("AcmeCable", .authenticatedElsewhere) = step else { throw TestWorld.NotSignedIn() }
    }

    @Test("A new session replaces the app's unused code, but not a code that a login has used")
    func superseded() throws {
        let test = try TestWorld()
        let sessions = test.world.services.appSessions
        let first = try code(create(test)).code.string
        let second = try code(create(test)).code.string
        #expect(throws: EntitlementFailure.sessionNotFound) {
            try sessions.find(first, requestor: "REF30", now: test.now)
        }
        _ = try test.signIn(registrationCode: second)
        _ = try create(test, .init(mvpd: "HubTV"))
        #expect(try sessions.used(second, requestor: "REF30", now: test.now).isUsed)
    }

    @Test("An expired code, and one of another requestor or API, isn't a session")
    func unknown() throws {
        let test = try TestWorld()
        let code = try code(create(test))
        let legacy = try test.world.services.registrationCodes.create(
            requestor: "REF30", deviceID: "tv", details: [:], timeToLive: nil, now: test.now)
        let end = test.world.services.appSessions.end(of: code)
        for (text, requestor, instant): (String, RequestorID, Timestamp) in [
            (code.code.string, "OTHER", test.now), (legacy.code.string, "REF30", test.now),
            ("XXXXXXX", "REF30", test.now),
            (code.code.string, "REF30", end),
        ] {
            #expect(throws: EntitlementFailure.sessionNotFound) {
                try test.world.services.appSessions.find(text, requestor: requestor, now: instant)
            }
        }
        let last = end - TimeToLive(milliseconds: 1)
        #expect(
            try test.world.services.appSessions.find(code.code.string, requestor: "REF30", now: last).code == code.code)
    }

    @Test("A browser begins the login, returns once the login is complete, and finds no session after its profile")
    func browser() throws {
        let test = try TestWorld()
        let sessions = test.world.services.appSessions
        let code = try code(create(test)).code.string
        guard
            case .login("AcmeCable", "ref30.example", "https://ref30.example/done", _) = try sessions.browserStep(
                code, requestor: "REF30", now: test.now)
        else { throw TestWorld.NotSignedIn() }
        _ = try test.signIn(registrationCode: code)
        guard
            case .back("https://ref30.example/done") = try sessions.browserStep(
                code, requestor: "REF30", now: test.now)
        else { throw TestWorld.NotSignedIn() }
        _ = try test.world.services.appProfiles.remove(
            for: AppCaller(owner: TestWorld.tv), at: "AcmeCable", now: test.now)
        #expect(throws: EntitlementFailure.sessionNotFound) {
            try sessions.browserStep(code, requestor: "REF30", now: test.now)
        }
    }

    @Test("A browser learns which fact an incomplete session lacks first")
    func incomplete() throws {
        let test = try TestWorld()
        let code = try code(create(test, .init(mvpd: "AcmeCable"))).code.string
        guard
            case .incomplete(.domain) = try test.world.services.appSessions.browserStep(
                code, requestor: "REF30", now: test.now)
        else { throw TestWorld.NotSignedIn() }
    }

    @Test("Facts that the requestor may not state are refused, and no session begins")
    func refused() throws {
        var catalog = Catalog(mvpds: [MVPD(id: "AcmeCable"), MVPD(id: "HubTV")])
        catalog.requestors["REF30"] = Requestor(
            id: "REF30", domains: ["ref30.example"], integrations: ["AcmeCable": .init()])
        let test = try TestWorld(catalog: catalog, policy: { $0.redirects = .registered })
        #expect(throws: EntitlementFailure.notIntegrated("HubTV")) { try create(test, .init(mvpd: "HubTV")) }
        #expect {
            try create(test, .init(mvpd: "AcmeCable", redirectURL: "https://evil.example/"))
        } throws: { error in
            if case EntitlementFailure.redirectRefused = error { true } else { false }
        }
        #expect(try test.world.stores.appProfiles.find(TestWorld.tv, now: test.now) == nil)
    }
}
