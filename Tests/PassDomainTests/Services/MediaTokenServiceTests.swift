import PassCore
import PassDomain
import PassTestSupport
import Testing

@Suite("Media tokens, as a service")
struct MediaTokenServiceTests {
    private static let device = Device(id: "c0ffee", kind: .native)

    /// A decision for the resource `A` at AcmeCable.
    private func decision(_ test: TestWorld, proxy: MVPDID? = nil) -> String {
        test.world.ports.tokens.seal(
            Decision(
                requestor: "REF30", resource: Resource("A"), mvpd: "AcmeCable", proxy: proxy,
                device: test.world.ports.devices.bind(Self.device), expires: test.clock.now() + .hours(24)))
    }

    private func issue(
        _ test: TestWorld, at instant: Timestamp? = nil, guid: String = "GUID", device: Device? = Self.device
    ) throws -> String {
        try test.world.services.mediaTokens.issue(
            .init(
                decision: decision(test), requestor: "REF30", mvpd: nil, device: device, kind: .native,
                sessionGUID: guid), now: instant ?? test.clock.now())
    }

    private func present(
        _ test: TestWorld, _ token: String, resource: String? = nil, requestor: RequestorID? = nil,
        at instant: Timestamp? = nil
    ) throws -> MediaTokenService.Verdict {
        try test.world.services.mediaTokens.present(
            token, resource: resource, requestor: requestor, now: instant ?? test.clock.now())
    }

    @Test("A token carries the decision's data, and the integration's TTL")
    func contents() throws {
        var mvpd = MVPD(id: "AcmeCable")
        mvpd.proxy = "HubTV"
        let requestor = Requestor(id: "REF30", integrations: ["AcmeCable": .init(media: .seconds(420))])
        let test = try TestWorld(
            catalog: Catalog(requestors: ["REF30": requestor], mvpds: [mvpd, MVPD(id: "HubTV")]))
        let token = try #require(try present(test, issue(test)).token)
        #expect(
            token
                == MediaToken(
                    sessionGUID: test.world.ports.tokens.sessionGUID(of: "GUID"), requestor: "REF30",
                    resource: Resource("A"), mvpd: "AcmeCable", proxyMVPD: "HubTV", issued: test.clock.now(),
                    timeToLive: .seconds(420)))
    }

    @Test("The decision must be valid, and the device its own")
    func refused() throws {
        let test = try TestWorld()
        #expect(throws: EntitlementFailure.invalidProof(.expired)) {
            try test.world.services.mediaTokens.issue(
                .init(
                    decision: decision(test), requestor: "REF30", mvpd: nil, device: Self.device, kind: .native,
                    sessionGUID: "GUID"), now: test.clock.now() + .hours(24))
        }
        #expect(throws: EntitlementFailure.deviceMismatch(.mediaToken)) {
            try issue(test, device: Device(id: "decaf", kind: .native))
        }
        let refusing = try TestWorld(policy: { $0.unknownRequestors = .refuse })
        #expect(throws: EntitlementFailure.unknownRequestor("REF30")) { try issue(refusing) }
    }

    @Test("A token is valid once")
    func once() throws {
        let test = try TestWorld()
        let token = try issue(test)
        let verdict = try present(test, token, resource: "A", requestor: "REF30")
        let opened = try #require(verdict.token)
        #expect(verdict == .valid(opened))
        #expect(try present(test, token) == .alreadyUsed(opened))
    }

    @Test("A token is valid until the millisecond before its expiry, and expired from then on even when unused")
    func expiry() throws {
        let test = try TestWorld()
        let end = test.clock.now() + .minutes(5)
        #expect(try present(test, issue(test), at: end - TimeToLive(milliseconds: 1)).isValid)
        let verdict = try present(test, issue(test, guid: "other"), at: end)
        #expect(verdict == .expired(try #require(verdict.token)))
    }

    @Test("A token that is refused for another resource or requestor isn't used up")
    func otherResource() throws {
        let test = try TestWorld()
        let token = try issue(test)
        let opened = try test.world.ports.tokens.openMediaToken(token)
        #expect(try present(test, token, resource: "B", requestor: "OTHER") == .wrongResource(opened))
        #expect(try present(test, token, resource: "A", requestor: "OTHER") == .wrongRequestor(opened))
        #expect(try present(test, token, resource: "A", requestor: "REF30") == .valid(opened))
    }

    @Test("A text that isn't a token, and an altered token, reveal nothing")
    func form() throws {
        let test = try TestWorld()
        #expect(try present(test, "x") == .malformed)
        #expect(try present(test, decision(test)) == .malformed)
        let altered = try issue(test).replacing("REF30", with: "REF31")
        let verdict = try present(test, altered)
        #expect(verdict == .badSignature && verdict.token == nil && !verdict.isValid)
    }

    @Test("Tokens issued within one second are the same text, which may be presented as often as it was issued")
    func twins() throws {
        let test = try TestWorld()
        let tokens = [try issue(test), try issue(test, at: test.clock.now() + TimeToLive(milliseconds: 999))]
        #expect(tokens[0] == tokens[1])
        #expect(try (0..<3).map { _ in try present(test, tokens[0]).isValid } == [true, true, false])
    }

    @Test("A token issued before a restart may be presented once")
    func restart() throws {
        let token = try issue(TestWorld())
        let test = try TestWorld()
        #expect(try (0..<2).map { _ in try present(test, token).isValid } == [true, false])
    }

    @Test("A used token whose record was discarded isn't valid again after the clock was set back")
    func clockSetBack() throws {
        let test = try TestWorld()
        let start = test.clock.now()
        let end = start + .minutes(5)
        let used = try issue(test)
        #expect(try present(test, used).isValid)
        _ = try issue(test, at: end)
        try test.world.stores.sweep(now: end)
        #expect(try present(test, used, at: start) == .alreadyUsed(test.world.ports.tokens.openMediaToken(used)))
        // A token that is issued after the change is recorded, and counts.
        #expect(try present(test, issue(test, at: start, guid: "new"), at: start).isValid)
    }

    @Test("No token is forgotten shortly before its expiry")
    func clockBeforeExpiry() throws {
        let foreign = try issue(TestWorld())
        let test = try TestWorld()
        _ = try issue(test, at: test.clock.now() + .minutes(5) - TimeToLive(milliseconds: 1), guid: "later")
        #expect(try present(test, foreign).isValid)
    }
}
