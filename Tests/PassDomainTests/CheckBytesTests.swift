import PassCore
import PassDomain
import Testing

@Suite("The bytes of checks")
struct CheckBytesTests {
    private static let now = Timestamp(milliseconds: -1)
    private static let later = Timestamp(milliseconds: .max)

    private static let checks: [Check] = [
        .throttle(address: "::1", requestsPerSecond: 1, burst: .max), .rule("r", .usedUp),
        .ruleEffect("r", action: "a"),
        .unreadableAction("é\u{301}"), .furtherRules(7), .request, .requestor("R", isKnown: true),
        .requestor("R", isKnown: false), .mvpd(""), .integration("R", "M"), .returnAddress("http://x/"),
        .client("c", .revoked), .application("a", "R"), .requestorSignature("R"), .scope("s"), .clientSecret("c"),
        .grantType("g"), .softwareStatement("a"), .signature(.mediaToken, nil), .signature(.accessToken, .badSignature),
        .expiry(.profile, expires: later, now: now), .revocation(.session), .origin(.temporaryPass),
        .owner(.serviceToken, "R", asks: "S"), .namedMVPD("M", of: "N"), .deviceNamed, .device("d", fingerprint: "f"),
        .unboundDevice, .mediaResource("r", asks: "s"), .presentation, .code("C", nil), .code("C", "R"),
        .codeDevice("d", named: "e"), .login(.answered), .loginFacts(missing: -1), .mvpdAnswer("M"),
        .profile("M", .revoked, expires: later, now: now), .noProfile, .partner(nil), .partner(.providerExpired),
        .endedLogins(2), .offer("r", "R"), .resourceForm, .resourceCount(6, limit: 5), .degradation(.authZNone, "M"),
        .refreshToken("M"), .magicName("deny:r", prefix: "deny:"), .account("s", "M"),
        .rating(Rating(scheme: "urn:mpaa", "PG-13"), .init(mpaa: "R")),
        .rating(Rating(scheme: "x", "y"), .init(vchip: "TV-14")),
        .decision(.init(mvpd: "M", subscriber: "s", resource: "r", denial: nil)),
        .decision(.init(mvpd: "M", subscriber: "s", resource: "r", denial: .repeatedDenials)),
        .keptDecision("r", expires: later, now: now), .forcedDenial("r", .noAuthZ),
        .repeatedDenials(count: 2, limit: 1), .temporaryPass("M"), .passHolder(member: "email"),
        .passResources(used: 1, limit: 1),
    ]

    @Test("A check survives the conversion to bytes and back", arguments: checks)
    func values(_ check: Check) {
        let log = CheckLog()
        // Others stand before and behind it.
        log.note(true, .scope("before"))
        log.note(false, check)
        log.note(true, .scope("behind"))
        let copy = CheckLog(log.kept)
        for notes in [log.all, copy.all] {
            #expect(notes.map { "\($0.check)" } == [Check.scope("before"), check, .scope("behind")].map { "\($0)" })
            #expect(notes.map(\.hasPassed) == [true, false, true])
        }
    }

    @Test(
        "Texts of every length are preserved, and so is what follows them",
        arguments: [0, 1, 15, 16, 100, 639, 640, 70_000])
    func lengths(_ length: Int) {
        let log = CheckLog()
        let text = String(repeating: "ä", count: length)
        for number in 0..<70 {
            log.note(true, .owner(.mediaToken, RequestorID(rawValue: text), asks: RequestorID(rawValue: "\(number)")))
        }
        let texts = log.all.map { note in
            if case .owner(.mediaToken, let owner, let asks) = note.check, owner.rawValue == text {
                asks.rawValue
            } else {
                ""
            }
        }
        #expect(texts == (Array(0..<63) + [69]).map { "\($0)" })
    }
}
