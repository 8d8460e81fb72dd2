import PassCore
import PassDomain
import PassTestSupport
import Testing

@Suite("Sign-on by the platform, as a service")
struct PlatformSignOnServiceTests {
    private static let ada = AuthenticationService.MVPDAnswer(subscriber: "ada", providerSession: nil)

    private func world(_ change: (inout MVPD) -> Void = { _ in }) throws -> TestWorld {
        var mvpd = MVPD(id: "PlatformTV")
        mvpd.flags.platform = MVPD.Platform()
        change(&mvpd)
        return try TestWorld(
            catalog: Catalog(mvpds: [mvpd, MVPD(id: "HubTV"), MVPD(id: "OAuthTV", style: .oauth2)]))
    }

    private func begin(_ test: TestWorld) throws -> PlatformSignOnService.Started {
        try test.world.services.platformSignOn.begin(
            .init(
                requestor: "REF30", mvpd: "PlatformTV", deviceID: TestWorld.device.id, issuer: "https://sp.example",
                answerURL: "https://sp.example/answer"),
            now: test.now)
    }

    private func session(_ test: TestWorld) throws -> SessionID {
        let login = try test.world.services.profiles.login(
            of: .platform(deviceID: TestWorld.device.id), requestor: "REF30", now: test.now)
        return try test.world.services.profiles.profile(
            of: login, device: TestWorld.device, kind: .native, fragments: nil, now: test.now
        ).session
    }

    @Test("A login that is completed while the device begins another is used until the other is completed")
    func overtaken() throws {
        let test = try world()
        let first = try begin(test).session.id
        let second = try begin(test).session.id
        _ = try test.world.services.authentication.complete(first, now: test.now) { _, _ in Self.ada }
        #expect(try session(test) == first)
        _ = try begin(test)
        _ = try begin(test)
        #expect(try session(test) == first)
        let last = try begin(test).session.id
        _ = try test.world.services.authentication.complete(last, now: test.now) { _, _ in Self.ada }
        #expect(try session(test) == last && last != second)
    }

    @Test("A proxied MVPD's proxy is asked")
    func proxy() throws {
        #expect(try begin(world { $0.proxy = "HubTV" }).mvpd.id == "HubTV")
        #expect(try begin(world()).mvpd.id == "PlatformTV")
    }

    @Test("Only MVPDs that speak SAML are asked")
    func styles() throws {
        for change: (inout MVPD) -> Void in [
            { $0.style = .oauth2 }, { $0.style = .tempPass }, { $0.proxy = "OAuthTV" },
        ] {
            let refusal = EntitlementFailure.loginRefused(
                "Platform sign-on needs SAML, which this MVPD doesn't use.")
            #expect(throws: refusal) { try begin(world(change)) }
        }
    }
}
