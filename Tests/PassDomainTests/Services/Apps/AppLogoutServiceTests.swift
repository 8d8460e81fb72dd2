import PassCore
import PassDomain
import PassTestSupport
import Testing

@Suite("Logouts of apps without tokens, as a service")
struct AppLogoutServiceTests {
    private func end(
        _ test: TestWorld, _ owner: AppProfiles.Owner = TestWorld.tv, identities: [SharedIdentity] = [],
        at mvpd: MVPDID = "AcmeCable", to url: String? = nil
    ) throws -> AppLogoutService.Step {
        try test.world.services.appLogout.end(
            AppCaller(owner: owner, identities: identities), at: mvpd, redirectURL: url, now: test.now)
    }

    @Test("A logout removes the profile, revokes the login and goes on to the MVPD; a second one finds nothing")
    func ended() throws {
        let test = try TestWorld()
        try test.appLogin()
        let session = try #require(try test.found()).entry.profile.session
        #expect(try end(test) == .atMVPD)
        #expect(try test.found() == nil)
        #expect(try test.world.stores.revocations.find(session, now: test.now) != nil)
        #expect(try end(test) == .nothing)
    }

    @Test("An MVPD that doesn't support logouts isn't notified")
    func untold() throws {
        var mvpd = MVPD(id: "AcmeCable")
        mvpd.takesLogouts = false
        let test = try TestWorld(catalog: Catalog(mvpds: [mvpd]))
        try test.appLogin()
        #expect(try end(test) == .complete)
        #expect(try test.found() == nil)
    }

    @Test("The same app on another device stays logged in")
    func otherDevice() throws {
        let test = try TestWorld()
        try test.appLogin()
        try test.appLogin(TestWorld.phone)
        _ = try end(test)
        #expect(try test.found(TestWorld.phone) != nil)
    }

    @Test("A login that an identity shares ends for its users, but the other app keeps its own profile")
    func shared() throws {
        let test = try TestWorld()
        let identities = [TestWorld.identity]
        try test.appLogin(identities: identities)
        let session = try #require(try test.found()).entry.profile.session
        guard case .atMVPDOfShared(let device) = try end(test, TestWorld.other, identities: identities) else {
            throw TestWorld.NotSignedIn()
        }
        let tv = Device(id: "tv", kind: .web)
        #expect(device == test.world.ports.devices.publicIdentifier(of: tv))
        #expect(try test.found(TestWorld.other, identities: identities) == nil)
        #expect(try test.found() != nil)
        #expect(try test.world.stores.revocations.find(session, now: test.now) == nil)
    }

    @Test("A temporary pass and a degraded MVPD have no login to end")
    func withoutLogin() throws {
        var degraded = MVPD(id: "Down")
        degraded.degradation = .authNAll
        let test = try TestWorld(catalog: Catalog(mvpds: [MVPD(id: "Pass", style: .tempPass), degraded]))
        #expect(try end(test, at: "Pass") == .complete)
        #expect(try end(test, at: "Down") == .complete)
    }

    @Test("A redirect URL that isn't the requestor's is refused, and the login stays")
    func redirect() throws {
        var catalog = Catalog(mvpds: [MVPD(id: "AcmeCable")])
        catalog.requestors["REF30"] = Requestor(id: "REF30", domains: ["ref30.example"], schemes: ["adobepass"])
        let test = try TestWorld(catalog: catalog, policy: { $0.redirects = .registered })
        try test.appLogin()
        #expect {
            try end(test, to: "https://evil.example/")
        } throws: { error in
            if case EntitlementFailure.redirectRefused = error { true } else { false }
        }
        #expect(try test.found() != nil)
        #expect(try end(test, to: "https://ref30.example/out") == .atMVPD)
    }
}
