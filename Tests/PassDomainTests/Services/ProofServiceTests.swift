import PassCore
import PassDomain
import PassTestSupport
import Testing

@Suite("The authN tokens that clients present, as a service")
struct ProofServiceTests {
    private static let device = Device(id: "c0ffee", kind: .native)

    private func prove(
        _ test: TestWorld, _ token: String, requestor: RequestorID = "REF30", mvpd: MVPDID? = nil,
        device: Device? = Self.device, kind: Device.Kind? = .native, at instant: Timestamp? = nil
    ) throws -> ProofService.ProvenProfile {
        try test.world.services.proofs.profile(
            token, requestor: test.world.catalog.requestor(requestor), mvpd: mvpd, device: device, kind: kind,
            now: instant ?? test.clock.now())
    }

    private func catalog(_ overrides: [RequestorID: Integration.Overrides], mvpd: MVPD = MVPD(id: "AcmeCable"))
        -> Catalog
    {
        Catalog(
            requestors: Dictionary(
                uniqueKeysWithValues: overrides.map { ($0, Requestor(id: $0, integrations: ["AcmeCable": $1])) }),
            mvpds: [mvpd])
    }

    @Test("A token is valid until the millisecond before its expiry, and names its subscriber and session")
    func expiry() throws {
        let test = try TestWorld()
        let login = try test.login()
        let end = login.profile.expires
        #expect(end == test.clock.now() + .days(30))
        let proven = try prove(test, login.token, at: end - TimeToLive(milliseconds: 1))
        #expect(proven.subscriber == "ada" && proven.session == login.session)
        #expect(throws: EntitlementFailure.invalidProof(.expired)) { try prove(test, login.token, at: end) }
    }

    @Test("A text that isn't an authN token is refused, and so is one that was altered")
    func form() throws {
        let test = try TestWorld()
        let login = try test.login()
        let altered = login.token.replacing("REF30", with: "REF31")
        #expect(altered != login.token)
        #expect(throws: EntitlementFailure.invalidProof(.badSignature)) { try prove(test, altered) }
        let decision = Decision(
            requestor: "REF30", resource: Resource("A"), mvpd: "AcmeCable", device: login.profile.device,
            expires: login.profile.expires)
        for text in ["", "x", test.world.ports.tokens.seal(decision)] {
            #expect(throws: EntitlementFailure.invalidProof(.malformed)) { try prove(test, text) }
        }
    }

    @Test("Another requestor's token is accepted if the MVPD and both integrations share logins")
    func singleSignOn() throws {
        var bound = MVPD(id: "AcmeCable")
        bound.flags.authPerAggregator = true
        let refused = [
            catalog(["REF30": .init(), "OTHER": .init(singleSignOn: false)]),
            catalog(["REF30": .init(singleSignOn: false), "OTHER": .init()]),
            catalog(["REF30": .init(), "OTHER": .init()], mvpd: bound),
            catalog(["REF30": .init(degradation: .authZAll), "OTHER": .init()]),
        ]
        for catalog in refused {
            let test = try TestWorld(catalog: catalog)
            let token = try test.login().token
            #expect(try prove(test, token).session.rawValue.isEmpty == false)
            #expect(throws: EntitlementFailure.invalidProof(.foreign)) { try prove(test, token, requestor: "OTHER") }
        }
        let test = try TestWorld(catalog: catalog(["REF30": .init(), "OTHER": .init(authentication: .days(1))]))
        let proven = try prove(test, test.login().token, requestor: "OTHER")
        #expect(proven.profile.requestor == "REF30")
        #expect(proven.integration.requestor == "OTHER" && proven.integration.timesToLive.authentication == .days(1))
    }

    @Test("A requestor that isn't integrated with the MVPD can't use its logins")
    func notIntegrated() throws {
        let test = try TestWorld(catalog: Catalog(requestors: ["OTHER": Requestor(id: "OTHER", integrations: [:])]))
        let token = try test.login().token
        #expect(throws: EntitlementFailure.invalidProof(.foreign)) { try prove(test, token, requestor: "OTHER") }
    }

    @Test("A request may name the MVPD that the user chose or its proxy, and no other")
    func names() throws {
        var mvpd = MVPD(id: "AcmeCable")
        mvpd.proxy = "HubTV"
        let test = try TestWorld(catalog: Catalog(mvpds: [mvpd, MVPD(id: "HubTV")]))
        let token = try test.login().token
        for name: MVPDID? in [nil, "AcmeCable", "HubTV"] {
            #expect(try prove(test, token, mvpd: name).integration.mvpd.id == "AcmeCable")
        }
        for name: MVPDID in ["OtherTV", "acmecable"] {
            #expect(throws: EntitlementFailure.invalidProof(.foreign)) { try prove(test, token, mvpd: name) }
        }
    }

    @Test("A native call names the token's device; a web call may omit it unless the policy is strict")
    func device() throws {
        let test = try TestWorld()
        let token = try test.login().token
        #expect(throws: EntitlementFailure.missingDevice) { try prove(test, token, device: nil) }
        let others = [Device(id: "decaf", kind: .native), Device(id: "c0ffee", kind: .web)]
        for other in others {
            for kind: Device.Kind? in [.native, .web, nil] {
                #expect(throws: EntitlementFailure.deviceMismatch(.authentication)) {
                    try prove(test, token, device: other, kind: kind)
                }
            }
        }
        #expect(try prove(test, token, device: nil, kind: .web).subscriber == "ada")
        #expect(try prove(test, token, device: nil, kind: nil).subscriber == "ada")
        for change: (inout Policy) -> Void in [{ $0.deviceCheck = .strict }, { $0.requestorProof = .strict }] {
            let strict = try TestWorld(policy: change)
            #expect(throws: EntitlementFailure.missingDevice) { try prove(strict, token, device: nil, kind: .web) }
        }
    }

    @Test("A web token without a device is accepted with any web device, but not by strict Worlds or natively")
    func unbound() throws {
        let test = try TestWorld()
        let token = try test.login(device: nil).token
        let web = Device(id: String(repeating: "a", count: 32), kind: .web)
        #expect(try prove(test, token, device: web, kind: .web).subscriber == "ada")
        #expect(throws: EntitlementFailure.deviceMismatch(.authentication)) { try prove(test, token) }
        let strict = try TestWorld(policy: { $0.deviceCheck = .strict })
        #expect(throws: EntitlementFailure.deviceMismatch(.authentication)) {
            try prove(strict, token, device: web, kind: .web)
        }
        // The strict proof of the requestor wants a device only where the token is a native one.
        let proving = try TestWorld(policy: { $0.requestorProof = .strict })
        #expect(try prove(proving, token, device: nil, kind: .web).subscriber == "ada")
    }

    @Test("After a logout the token is revoked until its original expiry, even that of a longer home-based login")
    func revoked() throws {
        for isHomeBased in [false, true] {
            let test = try TestWorld(policy: { $0.timesToLive.homeBasedAuthentication = .days(60) })
            let login = try test.login(isHomeBased: isHomeBased)
            let other = try test.login("bob")
            try test.logout(login.cookie)
            let end = test.clock.now() + .days(isHomeBased ? 60 : 30)
            for instant in [test.clock.now(), end - TimeToLive(milliseconds: 1)] {
                #expect(throws: EntitlementFailure.invalidProof(.revoked)) { try prove(test, login.token, at: instant) }
            }
            #expect(throws: EntitlementFailure.invalidProof(.expired)) { try prove(test, login.token, at: end) }
            #expect(try prove(test, other.token).subscriber == "bob")
        }
    }

    @Test("A login that a degradation rule created lasts only as long as the rule, and serves only its own requestor")
    func degraded() throws {
        let test = try TestWorld(catalog: catalog(["REF30": .init(degradation: .authNAll), "OTHER": .init()]))
        let token = try test.login().token
        #expect(try prove(test, token).integration.skipsLogin)
        #expect(throws: EntitlementFailure.invalidProof(.foreign)) {
            try prove(
                TestWorld(
                    catalog: catalog([
                        "REF30": .init(degradation: .authNAll), "OTHER": .init(degradation: .authNAll),
                    ])), token, requestor: "OTHER")
        }
        for rule: Degradation? in [nil, .authZAll, .authZNone] {
            let recovered = try TestWorld(catalog: catalog(["REF30": .init(degradation: rule)]))
            #expect(throws: EntitlementFailure.invalidProof(.revoked)) { try prove(recovered, token) }
        }
    }

    @Test("A temporary pass's expired token is accepted only to evaluate a pass in use")
    func pass() throws {
        let test = try TestWorld.withPass(TemporaryPass(timeToLive: .minutes(10)))
        let login = try test.login(mvpd: "Pass")
        let end = login.profile.expires
        #expect(try prove(test, login.token, at: end - TimeToLive(milliseconds: 1)).integration.isTemporaryPass)
        #expect(throws: EntitlementFailure.invalidProof(.expired)) { try prove(test, login.token, at: end) }
        let passes = test.world.services.temporaryPasses
        let integration = try prove(test, login.token).integration
        let holding = passes.holding(
            at: integration, subscriber: login.profile.subscriber, session: login.session,
            device: login.profile.device)
        _ = try passes.take(holding, for: Resource("A"), now: test.clock.now())
        #expect(try prove(test, login.token, at: end).session == login.session)

        let over = try TestWorld.withPass(TemporaryPass(timeToLive: .seconds(0)))
        let token = try over.login(mvpd: "Pass").token
        #expect(try prove(over, token).integration.isTemporaryPass)
        #expect(throws: EntitlementFailure.invalidProof(.foreign)) { try prove(over, token, requestor: "OTHER") }
    }
}

@Suite("The authZ tokens that clients present, as a service")
struct PermissionProofTests {
    private static let device = Device(id: "c0ffee", kind: .native)

    private func prove(
        _ test: TestWorld, _ token: String, requestor: RequestorID = "REF30", mvpd: MVPDID? = nil,
        device: Device? = Self.device, kind: Device.Kind = .native, at instant: Timestamp? = nil
    ) throws -> Decision {
        try test.world.services.proofs.decision(
            token, requestor: test.world.catalog.requestor(requestor), mvpd: mvpd, device: device, kind: kind,
            now: instant ?? test.clock.now()
        ).decision
    }

    private func authorize(_ test: TestWorld, _ login: TestWorld.Login) throws -> String {
        let answer = try test.world.services.authorization.authorize(
            .init(
                proof: login.token, requestor: "REF30", mvpd: nil, resource: Resource("A"), device: Self.device,
                kind: .native), now: test.clock.now())
        guard case .permitted(let token) = answer.outcome else { throw TestWorld.NotSignedIn() }
        return token
    }

    @Test("A token is valid until the millisecond before its expiry, for its requestor and its MVPD or the proxy")
    func rules() throws {
        var mvpd = MVPD(id: "AcmeCable")
        mvpd.proxy = "HubTV"
        let test = try TestWorld(catalog: Catalog(mvpds: [mvpd, MVPD(id: "HubTV")]))
        let token = try authorize(test, test.login())
        let end = test.clock.now() + .hours(24)
        for name: MVPDID? in [nil, "AcmeCable", "HubTV"] {
            #expect(try prove(test, token, mvpd: name, at: end - TimeToLive(milliseconds: 1)).expires == end)
        }
        #expect(throws: EntitlementFailure.invalidProof(.expired)) { try prove(test, token, at: end) }
        #expect(throws: EntitlementFailure.invalidProof(.foreign)) { try prove(test, token, mvpd: "OtherTV") }
        #expect(throws: EntitlementFailure.invalidProof(.foreign)) { try prove(test, token, requestor: "OTHER") }
        let removed = Requestor(id: "REF30", excludedMVPDs: ["AcmeCable"])
        let without = try TestWorld(catalog: Catalog(requestors: ["REF30": removed]))
        #expect(throws: EntitlementFailure.invalidProof(.foreign)) { try prove(without, token) }
    }

    @Test("An authN token isn't accepted as an authZ token, nor is an altered one")
    func form() throws {
        let test = try TestWorld()
        let login = try test.login()
        #expect(throws: EntitlementFailure.invalidProof(.malformed)) { try prove(test, login.token) }
        let altered = try authorize(test, login).replacing("REF30", with: "REF31")
        #expect(throws: EntitlementFailure.invalidProof(.badSignature)) { try prove(test, altered) }
    }

    @Test("The device must be the token's; a mismatch is reported as a mismatch of the media token")
    func device() throws {
        let test = try TestWorld()
        let token = try authorize(test, test.login())
        #expect(throws: EntitlementFailure.missingDevice) { try prove(test, token, device: nil) }
        #expect(throws: EntitlementFailure.deviceMismatch(.mediaToken)) {
            try prove(test, token, device: Device(id: "decaf", kind: .native))
        }
    }

    @Test("A decision is revoked once every login that it was given to has ended")
    func revoked() throws {
        let test = try TestWorld()
        let logins = [try test.login(), try test.login("bob")]
        let tokens = try logins.map { try authorize(test, $0) }
        #expect(tokens[0] == tokens[1])
        try test.logout(logins[0].cookie)
        #expect(try prove(test, tokens[0]).resource == Resource("A"))
        try test.logout(logins[1].cookie)
        let last = test.clock.now() + .hours(24) - TimeToLive(milliseconds: 1)
        for instant in [test.clock.now(), last] {
            #expect(throws: EntitlementFailure.invalidProof(.revoked)) { try prove(test, tokens[0], at: instant) }
        }
    }
}
