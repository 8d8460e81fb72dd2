import PassCore
import PassDomain
import PassTestSupport
import Testing

@Suite("Logins through a partner's framework, as a service")
struct AppPartnerServiceTests {
    /// A World with one MVPD that the platform knows as `acme`.
    private func world(
        _ change: (inout MVPD) -> Void = { _ in }, integration: Integration.Overrides = .init()
    ) throws -> TestWorld {
        var mvpd = MVPD(id: "AcmeCable")
        mvpd.flags.platform = MVPD.Platform()
        mvpd.flags.platform?.mappingID = "acme"
        change(&mvpd)
        var catalog = Catalog(mvpds: [mvpd])
        catalog.requestors["REF30"] = Requestor(id: "REF30", integrations: ["AcmeCable": integration])
        return try TestWorld(catalog: catalog)
    }

    private func caller(
        _ test: TestWorld, access: String? = "granted", provider: String? = "acme", lasts: TimeToLive = .days(1)
    ) -> AppCaller {
        AppCaller(
            owner: TestWorld.tv,
            framework: PartnerStatus(access: access, provider: provider, expires: test.now + lasts))
    }

    private func begin(
        _ test: TestWorld, _ caller: AppCaller, _ facts: AppSessionService.LoginFacts = TestWorld.facts
    ) throws -> AppPartnerService.Step {
        try test.world.services.appPartner.begin(for: caller, facts, details: [:], now: test.now)
    }

    @Test("A valid login in the framework lets the framework carry the request to its MVPD")
    func exchange() throws {
        let test = try world()
        guard case .exchange(let mvpd) = try begin(test, caller(test)) else { throw TestWorld.NotSignedIn() }
        #expect(mvpd.id == "AcmeCable")
    }

    @Test("Without a usable framework the app gets a session, with the reason")
    func fallbacks() throws {
        let test = try world()
        let picker = try world { $0.flags.platform?.boardingStatus = .picker }
        let switchedOff = try world(integration: .init(platformSignOn: false))
        let lacking = AppSessionService.LoginFacts(redirectURL: "https://ref30.example/done")
        let cases: [(TestWorld, AppCaller, AppSessionService.LoginFacts, AppPartnerService.Fallback)] = [
            (test, AppCaller(owner: TestWorld.tv), TestWorld.facts, .framework),
            (test, caller(test, access: "denied"), TestWorld.facts, .framework),
            (test, caller(test, provider: "unknown"), TestWorld.facts, .framework),
            (test, caller(test, lasts: .seconds(0)), TestWorld.facts, .framework),
            (picker, caller(picker), TestWorld.facts, .configuration),
            (switchedOff, caller(switchedOff), TestWorld.facts, .configuration),
            (test, caller(test), lacking, .missingParameters),
        ]
        for (test, caller, facts, expected) in cases {
            guard case .session(_, let reason) = try begin(test, caller, facts) else {
                Issue.record("no session, but \(expected) was expected")
                continue
            }
            #expect(reason == expected)
        }
    }

    @Test("An app that has a profile may ask for decisions, and needs no exchange")
    func authenticated() throws {
        let test = try world()
        try test.appLogin()
        guard case .session(let answer, nil) = try begin(test, caller(test)), case .authorize = answer.step else {
            throw TestWorld.NotSignedIn()
        }
    }

    @Test("A framework's status that proves no login is refused for its reason")
    func refusals() throws {
        let test = try world()
        let cases: [(AppCaller, PartnerRefusal)] = [
            (AppCaller(owner: TestWorld.tv), .permissionNotPresent),
            (caller(test, access: nil), .permissionNotPresent),
            (caller(test, access: "restricted"), .permissionNotGranted),
            (caller(test, access: "later"), .permissionNotDetermined),
            (caller(test, provider: nil), .providerNotDetermined),
            (caller(test, provider: "unknown"), .providerNotDetermined),
            (caller(test, lasts: .seconds(0)), .providerExpired),
        ]
        for (caller, refusal) in cases {
            #expect(throws: EntitlementFailure.partnerRefused(refusal)) {
                try test.world.services.appPartner.mvpd(of: caller, now: test.now)
            }
        }
        #expect(try test.world.services.appPartner.mvpd(of: caller(test), now: test.now).id == "AcmeCable")
    }

    @Test("An MVPD that can't take part in the partner's sign-on is refused for its reason")
    func setUp() throws {
        let cases: [(TestWorld, PartnerRefusal)] = [
            (try world(integration: .init(platformSignOn: false)), .platformServices),
            (try world { $0.flags.platform?.boardingStatus = .picker }, .boardingStatus),
            (try world { $0.style = .oauth2 }, .profileExchange),
        ]
        for (test, refusal) in cases {
            #expect(throws: EntitlementFailure.partnerRefused(refusal)) {
                try test.world.services.appPartner.mvpd(of: caller(test), now: test.now)
            }
        }
    }
}
