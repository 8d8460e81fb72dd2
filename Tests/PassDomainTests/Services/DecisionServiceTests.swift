import PassCore
import PassDomain
import PassTestSupport
import Testing

@Suite("Decisions, as a service")
struct DecisionServiceTests {
    /// Decides about the resource `A` for a login at AcmeCable, and tells what the MVPD was asked.
    private func decide(
        _ connector: ScriptedMVPD, rule: Degradation? = nil, offers resources: Set<ExactText>? = nil,
        unknown: Policy.Unknown = .accept, mvpd: MVPD = MVPD(id: "AcmeCable"), others: [MVPD] = [],
        refreshToken: String? = nil, askedBy asking: RequestorID = "REF30"
    ) throws -> EntitlementVerdict {
        let integrations: [MVPDID: Integration.Overrides] = ["AcmeCable": .init(degradation: rule)]
        var catalog = Catalog(mvpds: [mvpd] + others)
        for id: RequestorID in ["REF30", "OTHER"] {
            catalog.requestors[id] = Requestor(id: id, resources: resources, integrations: integrations)
        }
        let test = try TestWorld(
            catalog: catalog, policy: { $0.unknownResources = unknown }, ports: { $0.connector = connector })
        let requestor = try test.world.catalog.requestor(asking)
        let proven = try test.world.services.proofs.profile(
            test.login(refreshToken: refreshToken).token, requestor: requestor, mvpd: nil, device: nil, kind: nil,
            now: test.clock.now())
        let decisions = DecisionService(
            policy: test.world.policy, connector: connector, mvpdTokens: test.world.services.mvpdTokens)
        return try decisions.decide(proven, requestor: requestor, resource: Resource("A"), now: test.clock.now())
    }

    private static let denying = EntitlementVerdict(denial: .parentalControls, delayMilliseconds: 30)
    private static let question = ScriptedMVPD.Call.decide("ada", "AcmeCable", "REF30", Resource("A"))

    @Test("The MVPD decides, and is asked once, on behalf of the requestor that asks")
    func asked() throws {
        let mvpd = ScriptedMVPD(verdict: Self.denying)
        #expect(try decide(mvpd) == Self.denying)
        #expect(mvpd.calls == [Self.question])
        let permitting = ScriptedMVPD()
        #expect(try decide(permitting, askedBy: "OTHER") == EntitlementVerdict())
        #expect(permitting.calls == [.decide("ada", "AcmeCable", "OTHER", Resource("A"))])
    }

    @Test("An MVPD's proxy is asked in its place")
    func proxy() throws {
        var proxied = MVPD(id: "AcmeCable")
        proxied.proxy = "HubTV"
        let mvpd = ScriptedMVPD()
        _ = try decide(mvpd, mvpd: proxied, others: [MVPD(id: "HubTV")])
        #expect(mvpd.calls == [.decide("ada", "HubTV", "REF30", Resource("A"))])
    }

    @Test("A resource that the requestor doesn't offer is denied without asking, if the policy refuses unknown ones")
    func unknownResource() throws {
        let mvpd = ScriptedMVPD()
        #expect(try decide(mvpd, offers: ["B"], unknown: .refuse) == EntitlementVerdict(denial: .notSubscribed))
        #expect(mvpd.calls.isEmpty)
        for (offered, unknown): (Set<ExactText>?, Policy.Unknown) in [
            (["A"], .refuse), (nil, .refuse), (["B"], .accept),
        ] {
            #expect(try decide(mvpd, offers: offered, unknown: unknown).denial == nil)
        }
        #expect(mvpd.calls == [Self.question, Self.question, Self.question])
    }

    @Test(
        "A degradation rule replaces the MVPD, after the requestor's own offer is checked",
        arguments: [(Degradation.authNAll, nil), (.authZAll, nil), (.authZNone, Denial.degraded)])
    func degradation(_ rule: Degradation, _ denial: Denial?) throws {
        let mvpd = ScriptedMVPD(verdict: Self.denying)
        #expect(try decide(mvpd, rule: rule) == EntitlementVerdict(denial: denial))
        #expect(try decide(mvpd, rule: rule, offers: ["B"], unknown: .refuse).denial == .notSubscribed)
        #expect(mvpd.calls.isEmpty)
    }

    @Test("An OAuth 2.0 MVPD that gives no access token isn't asked, and a degradation rule asks for none")
    func withoutAccessToken() throws {
        let oauth = MVPD(id: "AcmeCable", style: .oauth2)
        let refusing = ScriptedMVPD()
        let verdict = try decide(refusing, mvpd: oauth, refreshToken: "r")
        #expect(verdict == EntitlementVerdict(denial: .refreshTokenMissing))
        #expect(refusing.calls == [.refresh("r", "REF30", "AcmeCable")])
        let degraded = ScriptedMVPD()
        #expect(try decide(degraded, rule: .authZAll, mvpd: oauth, refreshToken: "r").denial == nil)
        #expect(degraded.calls.isEmpty)
    }
}
