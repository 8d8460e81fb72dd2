import PassCore
import PassDomain
import PassTestSupport
import Testing

@Suite("Decisions for apps without tokens, as a service")
struct AppDecisionServiceTests {
    private static let resource = Resource("A")

    /// A World with one MVPD that takes three resources in an authorization.
    private func world(
        _ connector: ScriptedMVPD = ScriptedMVPD(), degradation: Degradation? = nil, isLoggedIn: Bool = true,
        stores: (inout Stores) -> Void = { _ in }
    ) throws -> TestWorld {
        var mvpd = MVPD(id: "AcmeCable")
        mvpd.authorizationLimit = 3
        mvpd.preauthorizationLimit = 3
        mvpd.degradation = degradation
        let test = try TestWorld(catalog: Catalog(mvpds: [mvpd]), stores: stores, ports: { $0.connector = connector })
        if isLoggedIn { try test.appLogin() }
        return test
    }

    private func request(
        _ resources: [Resource?], at mvpd: MVPDID = "AcmeCable", forced: ForcedDenial? = nil
    ) -> AppDecisionService.Request {
        .init(caller: AppCaller(owner: TestWorld.tv), mvpd: mvpd, resources: resources, forced: forced)
    }

    private func authorize(
        _ test: TestWorld, _ resources: [Resource?] = [Self.resource], at mvpd: MVPDID = "AcmeCable",
        forced: ForcedDenial? = nil
    ) throws -> AppDecisionService.Answer {
        try test.world.services.appDecisions.authorize(
            request(resources, at: mvpd, forced: forced), now: test.now)
    }

    private func token(_ ruling: AppDecisionService.Ruling) -> String? {
        if case .permitted(let issued?) = ruling.outcome { issued.text } else { nil }
    }

    private func denial(_ ruling: AppDecisionService.Ruling) -> Denial? {
        if case .denied(let denial) = ruling.outcome { denial } else { nil }
    }

    @Test("A full store keeps no decision, so the MVPD is asked again; an unavailable one is an error")
    func notKept() throws {
        let fault = StoreFault(EntitlementFailure.storeFull)
        let mvpd = ScriptedMVPD()
        let test = try world(
            mvpd, stores: { $0.appDecisions = FailingStore($0.appDecisions, fault, onlyInsertsFail: true) })
        for _ in 0..<2 { #expect(try token(authorize(test).rulings[0]) != nil) }
        #expect(mvpd.calls.count == 2)
        fault.set(StoreFault.away)
        #expect(throws: StoreFault.away) { try authorize(test) }
        fault.set(nil)
        for _ in 0..<2 { #expect(try token(authorize(test).rulings[0]) != nil) }
        #expect(mvpd.calls.count == 4)
    }

    @Test("A permission has a media token and a period in which the MVPD isn't asked again")
    func kept() throws {
        let mvpd = ScriptedMVPD()
        let test = try world(mvpd)
        let begins = test.now
        let first = try authorize(test)
        #expect(first.source == .mvpd && first.rulings.count == 1)
        #expect(first.rulings[0].window?.begins == begins && first.rulings[0].window?.expires == begins + .hours(24))
        test.clock.advance(by: .seconds(10))
        let second = try authorize(test)
        #expect(second.rulings[0].window == first.rulings[0].window)
        let tokens = [token(first.rulings[0]), token(second.rulings[0])]
        #expect(tokens[0] != nil && tokens[1] != nil && tokens[0] != tokens[1])
        #expect(mvpd.calls == [.decide("ada", "AcmeCable", "REF30", Self.resource)])
        test.clock.advance(by: .hours(24))
        _ = try authorize(test)
        #expect(mvpd.calls.count == 2)
    }

    @Test("A denial by the MVPD itself is kept, too; one because the MVPD couldn't be reached isn't")
    func denials() throws {
        for (denial, calls): (Denial, Int) in [(.notSubscribed, 1), (.providerUnreachable, 2)] {
            let mvpd = ScriptedMVPD(verdict: EntitlementVerdict(denial: denial))
            let test = try world(mvpd)
            let first = try authorize(test).rulings[0]
            #expect(self.denial(first) == denial)
            #expect((first.window != nil) == (calls == 1))
            #expect(self.denial(try authorize(test).rulings[0]) == denial)
            #expect(mvpd.calls.count == calls)
        }
    }

    @Test("Each resource has its decision: a malformed one and one that a rule denies don't reach the MVPD")
    func several() throws {
        let mvpd = ScriptedMVPD()
        let test = try world(mvpd)
        let forced = ForcedDenial(.repeatedDenials, resources: ["B"])
        let rulings = try authorize(test, [Resource("B"), nil, Self.resource], forced: forced).rulings
        #expect(denial(rulings[0]) == .repeatedDenials && denial(rulings[1]) == .invalidResource)
        #expect(token(rulings[2]) != nil)
        #expect(mvpd.calls.count == 1)
    }

    @Test("More resources than the MVPD takes are refused; a degradation rule takes any number")
    func limit() throws {
        let four = (1...4).map { Resource("\($0)") }
        let test = try world()
        #expect(throws: EntitlementFailure.tooManyResources(limit: 3)) { try authorize(test, four) }
        #expect(throws: EntitlementFailure.tooManyResources(limit: 3)) {
            try test.world.services.appDecisions.preauthorize(request(four), now: test.now)
        }
        #expect(try authorize(test, Array(four.prefix(3))).rulings.count == 3)
        #expect(try authorize(world(degradation: .authZAll), four).rulings.count == 4)
    }

    @Test("A degradation rule decides without a profile, and states no period if it permits")
    func degraded() throws {
        let mvpd = ScriptedMVPD()
        let permitting = try authorize(world(mvpd, degradation: .authZAll, isLoggedIn: false))
        #expect(permitting.source == .degradation && token(permitting.rulings[0]) != nil)
        #expect(permitting.rulings[0].window == nil)
        let denying = try authorize(world(mvpd, degradation: .authZNone, isLoggedIn: false))
        #expect(denying.source == .degradation && denial(denying.rulings[0]) == .degraded)
        #expect(mvpd.calls.isEmpty)
    }

    @Test("Without a profile there is no decision")
    func missing() throws {
        let test = try world(isLoggedIn: false)
        #expect(throws: EntitlementFailure.profileMissing) { try authorize(test) }
        #expect(throws: EntitlementFailure.profileMissing) {
            try test.world.services.appDecisions.preauthorize(request([Self.resource]), now: test.now)
        }
    }

    @Test("A pass permits until it runs out; then each resource is refused for that reason")
    func pass() throws {
        let test = try TestWorld.withPass(TemporaryPass(timeToLive: .minutes(10)))
        let first = try authorize(test, at: "Pass")
        #expect(first.source == .temporaryPass && token(first.rulings[0]) != nil)
        test.clock.advance(by: .minutes(10))
        let late = try test.world.services.appDecisions.preauthorize(
            request([Self.resource], at: "Pass"), now: test.now)
        guard case .refused(.durationExceeded) = late.rulings[0].outcome else {
            Issue.record("\(late.rulings[0].outcome)")
            return
        }
        let unusable = try authorize(
            .withPass(TemporaryPass(timeToLive: .seconds(0))), [Self.resource, nil], at: "Pass")
        #expect(unusable.source == .temporaryPass && unusable.rulings.count == 2)
    }

    @Test("A preauthorization issues no media tokens and stores no decision")
    func preauthorize() throws {
        let mvpd = ScriptedMVPD()
        let test = try world(mvpd)
        let rulings = try test.world.services.appDecisions.preauthorize(
            request([Self.resource, nil]), now: test.now
        ).rulings
        guard case .permitted(nil) = rulings[0].outcome else {
            Issue.record("\(rulings[0].outcome)")
            return
        }
        #expect(denial(rulings[1]) == .invalidResource)
        _ = try authorize(test)
        #expect(mvpd.calls.count == 2)
    }
}
