import PassCore
import PassDomain
import PassTestSupport
import Testing

@Suite("Profiles, as a service")
struct ProfileServiceTests {
    private static let device = Device(id: "c0ffee", kind: .native)

    private func profile(
        _ test: TestWorld, _ correlation: ProfileService.Correlation, requestor: RequestorID = "REF30",
        device: Device? = Self.device, kind: Device.Kind = .native, at instant: Timestamp? = nil
    ) throws -> Profile {
        let now = instant ?? test.clock.now()
        let profiles = test.world.services.profiles
        return try profiles.profile(
            of: profiles.login(of: correlation, requestor: requestor, now: now), device: device, kind: kind,
            fragments: nil, now: now)
    }

    private func code(_ test: TestWorld, device: String = "c0ffee") throws -> RegistrationCode {
        try test.world.services.registrationCodes.create(
            requestor: "REF30", deviceID: ExactText(device), details: [:], timeToLive: nil, now: test.clock.now())
    }

    @Test("A profile names login, requestor, MVPD, proxy and device, and its origin is remembered until it expires")
    func contents() throws {
        var mvpd = MVPD(id: "AcmeCable")
        mvpd.proxy = "HubTV"
        let test = try TestWorld(catalog: Catalog(mvpds: [mvpd, MVPD(id: "HubTV")]))
        let (session, cookie) = try test.signIn(refreshToken: "r")
        let profile = try profile(test, .cookie(cookie))
        #expect(profile.session == session && profile.subscriber == "ada" && profile.requestor == "REF30")
        #expect(profile.mvpd == "AcmeCable" && profile.proxy == "HubTV" && profile.refreshToken == "r")
        #expect(profile.device == test.world.ports.devices.bind(Self.device))
        #expect(!profile.isTemporary && !profile.permitsAll && !profile.isHomeBased && profile.resources.isEmpty)
        let origins = test.world.stores.profileOrigins
        let origin = try origins.find(profile.guid, now: profile.expires - TimeToLive(milliseconds: 1))
        #expect(origin?.session == session && origin?.providerSession == "session at the MVPD")
        #expect(try origins.find(profile.guid, now: profile.expires) == nil)
    }

    @Test("A session yields the same profile on each request, with one GUID and expiry, until the session expires")
    func again() throws {
        let test = try TestWorld()
        let (_, cookie) = try test.signIn()
        let end = test.clock.now() + .hours(1)
        let first = try profile(test, .cookie(cookie))
        #expect(try profile(test, .cookie(cookie), at: end - TimeToLive(milliseconds: 1)) == first)
        #expect(throws: EntitlementFailure.sessionNotFound) { try profile(test, .cookie(cookie), at: end) }
    }

    @Test("The profile of a home-based login has the TTL of such logins", arguments: [false, true])
    func homeBased(_ isHomeBased: Bool) throws {
        let test = try TestWorld()
        let profile = try profile(test, .cookie(test.signIn(isHomeBased: isHomeBased).cookie))
        let timeToLive = TimeToLive.days(isHomeBased ? 1 : 30)
        #expect(profile.isHomeBased == isHomeBased && profile.timeToLive == timeToLive)
        #expect(profile.expires == test.clock.now() + timeToLive)
    }

    @Test("A session that outlives its profile doesn't yield an expired one")
    func endOfProfile() throws {
        let test = try TestWorld(policy: { $0.timesToLive.authentication = .minutes(10) })
        let (_, cookie) = try test.signIn()
        let end = test.clock.now() + .minutes(10)
        #expect(try profile(test, .cookie(cookie), at: end - TimeToLive(milliseconds: 1)).expires == end)
        #expect(throws: EntitlementFailure.sessionWithoutUser) { try profile(test, .cookie(cookie), at: end) }
    }

    @Test("A login is found by its browser's cookie, for its own requestor only")
    func cookie() throws {
        let test = try TestWorld()
        let (_, cookie) = try test.signIn()
        for (key, requestor): (SessionCookie, RequestorID) in [(cookie, "OTHER"), ("UNKNOWN", "REF30")] {
            #expect(throws: EntitlementFailure.sessionNotFound) {
                try profile(test, .cookie(key), requestor: requestor)
            }
        }
        let strict = try TestWorld(policy: { $0.unknownRequestors = .refuse })
        #expect(throws: EntitlementFailure.unknownRequestor("REF30")) { try profile(strict, .cookie(cookie)) }
    }

    @Test("Until a subscriber has signed in, and after the logout, a login has no profile")
    func withoutUser() throws {
        let test = try TestWorld()
        let begun = try test.begin()
        #expect(throws: EntitlementFailure.sessionWithoutUser) { try profile(test, .cookie(begun.cookie)) }
        let (_, cookie) = try test.signIn()
        try test.logout(cookie)
        #expect(throws: EntitlementFailure.sessionWithoutUser) { try profile(test, .cookie(cookie)) }
    }

    @Test("A login is found by its registration code, for the code's requestor and until the code expires")
    func registrationCode() throws {
        let test = try TestWorld()
        let code = try code(test)
        let key = ProfileService.Correlation.registrationCode(code.code.string)
        #expect(throws: EntitlementFailure.sessionNotFound) { try profile(test, key) }
        let (session, _) = try test.signIn(registrationCode: code.code.string)
        #expect(try profile(test, key, at: code.expires - TimeToLive(milliseconds: 1)).session == session)
        #expect(throws: EntitlementFailure.sessionNotFound) { try profile(test, key, at: code.expires) }
        #expect(throws: EntitlementFailure.sessionNotFound) { try profile(test, key, requestor: "OTHER") }
    }

    @Test("The device must be the code's; a web client of a lenient World may omit it")
    func deviceOfCode() throws {
        for check in [Policy.DeviceCheck.lenient, .strict] {
            let test = try TestWorld(policy: { $0.deviceCheck = check })
            let code = try code(test).code.string
            _ = try test.signIn(registrationCode: code)
            let key = ProfileService.Correlation.registrationCode(code)
            #expect(throws: EntitlementFailure.deviceMismatch(.authentication)) {
                try profile(test, key, device: Device(id: "decaf", kind: .native))
            }
            #expect(throws: EntitlementFailure.missingDevice) { try profile(test, key, device: nil) }
            if check == .lenient {
                let profile = try profile(test, key, device: nil, kind: .web)
                #expect(profile.device == DeviceBinding(fingerprint: "c0ffee"))
            } else {
                #expect(throws: EntitlementFailure.missingDevice) { try profile(test, key, device: nil, kind: .web) }
            }
        }
    }

    @Test("A web client without code or device gets a profile for no device, unless the policy is strict")
    func withoutDevice() throws {
        let test = try TestWorld()
        #expect(try profile(test, .cookie(test.signIn().cookie), device: nil, kind: .web).device == .unbound)
        let strict = try TestWorld(policy: { $0.deviceCheck = .strict })
        #expect(throws: EntitlementFailure.missingDevice) {
            try profile(strict, .cookie(strict.signIn().cookie), device: nil, kind: .web)
        }
    }

    @Test("An integration that was switched off after the login yields no profile")
    func removedIntegration() throws {
        let first = try TestWorld()
        let (_, cookie) = try first.signIn()
        let removed = Requestor(id: "REF30", excludedMVPDs: ["AcmeCable"])
        let test = try TestWorld(
            catalog: Catalog(requestors: ["REF30": removed]), stores: { $0 = first.world.stores })
        #expect(throws: EntitlementFailure.sessionWithoutUser) { try profile(test, .cookie(cookie)) }
    }

    @Test("A rule that permits everything marks the profile", arguments: Degradation.allCases)
    func degradation(_ rule: Degradation) throws {
        let requestor = Requestor(id: "REF30", integrations: ["AcmeCable": .init(degradation: rule)])
        let test = try TestWorld(catalog: Catalog(requestors: ["REF30": requestor]))
        let profile = try profile(test, .cookie(test.signIn().cookie))
        #expect(profile.permitsAll == (rule == .authZAll) && profile.guid.isDegraded == (rule == .authNAll))
    }

    @Test("The profile of a temporary pass ends with the pass, which begins with its first use")
    func pass() throws {
        let test = try TestWorld.withPass(TemporaryPass(timeToLive: .minutes(10)))
        let (session, cookie) = try test.signIn(mvpd: "Pass")
        let later = test.clock.now() + .minutes(4)
        let unused = try profile(test, .cookie(cookie), at: later)
        #expect(unused.isTemporary && unused.expires == later + .minutes(10) && unused.timeToLive == .minutes(10))
        let passes = test.world.services.temporaryPasses
        let integration = try #require(
            test.world.catalog.integration(test.world.catalog.requestor("REF30"), "Pass"))
        let holding = passes.holding(
            at: integration, subscriber: unused.subscriber, session: session, device: unused.device)
        _ = try passes.take(holding, for: Resource("A"), now: test.clock.now())
        #expect(try profile(test, .cookie(cookie), at: later).expires == test.clock.now() + .minutes(10))
        // A pass that is over yields an expired profile, so that the authorization can tell why.
        let over = try profile(test, .cookie(cookie), at: test.clock.now() + .minutes(30))
        #expect(over.expires == test.clock.now() + .minutes(10))
    }

    @Test("An MVPD that lists resources shares the subscriber's channels, each of 1 to 1,024 bytes")
    func channels() throws {
        var mvpd = MVPD(id: "AcmeCable")
        let longest = String(repeating: "x", count: 1024)
        let channels: JSONValue = .array([
            .string("A"), .string(""), .integer(1), .string(longest), .string(longest + "x"),
        ])
        for (shared, lists, expected): (JSONValue, Bool, [ExactText]) in [
            (channels, true, ["A", ExactText(longest)]), (.string("B"), true, ["B"]), (channels, false, []),
        ] {
            mvpd.listsResources = lists
            let connector = ScriptedMVPD(metadata: ["channelID": shared])
            let test = try TestWorld(catalog: Catalog(mvpds: [mvpd]), ports: { $0.connector = connector })
            #expect(try profile(test, .cookie(test.signIn().cookie)).resources == expected)
            #expect(connector.calls == (lists ? [.subscriber("ada", "AcmeCable")] : []))
        }
    }
}
