import PassCore
import PassDomain
import PassTestSupport
import Testing

@Suite("Authorizations, as a service")
struct AuthorizationServiceTests {
    private static let device = Device(id: "c0ffee", kind: .native)

    private func authorize(
        _ test: TestWorld, _ token: String, _ resource: String = "A", requestor: RequestorID = "REF30",
        at instant: Timestamp? = nil, wantsMetadata: Bool = false
    ) throws -> AuthorizationService.Answer {
        try test.world.services.authorization.authorize(
            .init(
                proof: token, requestor: requestor, mvpd: nil, resource: Resource(resource), device: Self.device,
                kind: .native, wantsMetadata: wantsMetadata), now: instant ?? test.clock.now())
    }

    private func decision(_ test: TestWorld, _ answer: AuthorizationService.Answer) throws -> Decision {
        guard case .permitted(let token) = answer.outcome else { throw TestWorld.NotSignedIn() }
        return try test.world.ports.tokens.openDecision(token)
    }

    private func denial(_ answer: AuthorizationService.Answer) -> Denial? {
        if case .denied(let denial) = answer.outcome { denial } else { nil }
    }

    @Test("A decision names requestor, resource, MVPD, proxy and device, and lasts as long as the integration says")
    func decision() throws {
        var mvpd = MVPD(id: "AcmeCable")
        mvpd.proxy = "HubTV"
        let test = try TestWorld(catalog: Catalog(mvpds: [mvpd, MVPD(id: "HubTV")]))
        let login = try test.login()
        let decision = try decision(test, authorize(test, login.token))
        #expect(
            decision
                == Decision(
                    requestor: "REF30", resource: Resource("A"), mvpd: "AcmeCable", proxy: "HubTV",
                    device: login.profile.device, expires: test.clock.now() + .hours(24)))
    }

    @Test("A decision doesn't outlive the profile that it came from")
    func endOfProfile() throws {
        let test = try TestWorld()
        let login = try test.login()
        let end = login.profile.expires
        for (left, expected) in [(TimeToLive.hours(25), TimeToLive.hours(24)), (.hours(23), .hours(23))] {
            let instant = end - left
            let decision = try decision(test, authorize(test, login.token, at: instant))
            #expect(decision.expires == instant + expected)
        }
    }

    @Test("The decision for a requestor that shares another's login is its own")
    func otherRequestor() throws {
        let test = try TestWorld()
        let decision = try decision(test, authorize(test, test.login().token, requestor: "OTHER"))
        #expect(decision.requestor == "OTHER")
    }

    @Test("A denial reaches the client after the MVPD's delay, without a token and metadata")
    func denied() throws {
        let mvpd = ScriptedMVPD(
            verdict: EntitlementVerdict(denial: .parentalControls, delayMilliseconds: 70),
            metadata: ["zip": .string("1")])
        let test = try TestWorld(ports: { $0.connector = mvpd })
        let answer = try authorize(test, test.login().token, wantsMetadata: true)
        #expect(denial(answer) == .parentalControls && answer.delayMilliseconds == 70 && answer.metadata == nil)
    }

    @Test("A device mismatch that the MVPD detects is answered as the service's own")
    func mismatch() throws {
        let mvpd = ScriptedMVPD(verdict: EntitlementVerdict(denial: .deviceMismatch))
        let test = try TestWorld(ports: { $0.connector = mvpd })
        let token = try test.login().token
        #expect(throws: EntitlementFailure.deviceMismatch(.authentication)) { try authorize(test, token) }
    }

    @Test("More denials of one login than the rule allows within its period are treated as fraud")
    func repeatedDenials() throws {
        let mvpd = ScriptedMVPD(verdict: EntitlementVerdict(denial: .notSubscribed))
        let test = try TestWorld(
            policy: { $0.repeatedDenials = .init(count: 2, time: .minutes(1)) }, ports: { $0.connector = mvpd })
        let (login, other) = (try test.login(), try test.login("bob"))
        let start = test.clock.now()
        let last = start + .minutes(1) - TimeToLive(milliseconds: 1)
        func denial(_ token: String, at instant: Timestamp) throws -> Denial? {
            self.denial(try authorize(test, token, at: instant))
        }
        #expect(try denial(login.token, at: start) == .notSubscribed)
        #expect(try denial(login.token, at: start + .seconds(30)) == .notSubscribed)
        #expect(try denial(login.token, at: start + .seconds(31)) == .repeatedDenials)
        #expect(try denial(login.token, at: last) == .repeatedDenials)
        #expect(try denial(other.token, at: last) == .notSubscribed)
        // The time counts from the first denial and isn't prolonged by later ones.
        #expect(try denial(login.token, at: start + .minutes(1)) == .notSubscribed)
        #expect(try denial(login.token, at: start + .minutes(1)) == .notSubscribed)
        #expect(try denial(login.token, at: start + .minutes(1)) == .repeatedDenials)
    }

    @Test("A rule that allows no denials treats the first as fraud; a failing network never is")
    func otherDenials() throws {
        for (denied, answered) in [
            (Denial.notSubscribed, Denial.repeatedDenials), (.providerUnreachable, .providerUnreachable),
        ] {
            let mvpd = ScriptedMVPD(verdict: EntitlementVerdict(denial: denied))
            let test = try TestWorld(
                policy: { $0.repeatedDenials = .init(count: 0, time: .minutes(1)) }, ports: { $0.connector = mvpd })
            #expect(denial(try authorize(test, test.login().token)) == answered)
        }
    }

    @Test("Metadata comes with a decision if the request wants it")
    func metadata() throws {
        let test = try TestWorld(ports: { $0.connector = ScriptedMVPD(metadata: ["userID": .string("u")]) })
        let token = try test.login().token
        #expect(try authorize(test, token, wantsMetadata: true).metadata?.values == ["userID": .string("u")])
        #expect(try authorize(test, token).metadata == nil)
    }

    @Test("A rule that permits everything marks its decisions; the MVPD isn't asked")
    func degradation() throws {
        let mvpd = ScriptedMVPD(verdict: EntitlementVerdict(denial: .notSubscribed))
        for (rule, permitsAll) in [(Degradation.authZAll, true), (.authNAll, false)] {
            let requestor = Requestor(id: "REF30", integrations: ["AcmeCable": .init(degradation: rule)])
            let test = try TestWorld(
                catalog: Catalog(requestors: ["REF30": requestor]), ports: { $0.connector = mvpd })
            let decision = try decision(test, authorize(test, test.login().token))
            #expect(decision.permitsAll == permitsAll)
        }
        #expect(mvpd.calls.isEmpty)
    }

    @Test("A temporary pass begins with its first authorization, limits the decision, and is used up or expires")
    func pass() throws {
        let test = try TestWorld.withPass(TemporaryPass(timeToLive: .hours(1), resources: 1))
        let token = try test.login(mvpd: "Pass").token
        let start = test.clock.now() + .minutes(20)
        let end = start + .hours(1)
        #expect(try decision(test, authorize(test, token, "A", at: start)).expires == end)
        #expect(try denial(authorize(test, token, "B", at: start)) == .passUsedUp)
        let last = try decision(test, authorize(test, token, "A", at: end - TimeToLive(milliseconds: 1)))
        #expect(last.expires == end)
        #expect(try denial(authorize(test, token, "A", at: end)) == .passOver)
    }

    @Test("A requestor that the policy refuses gets no decision, whatever the token")
    func unknownRequestor() throws {
        let test = try TestWorld(policy: { $0.unknownRequestors = .refuse })
        #expect(throws: EntitlementFailure.unknownRequestor("REF30")) { try authorize(test, "no token") }
    }
}
