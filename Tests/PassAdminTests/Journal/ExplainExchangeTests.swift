import PassCore
import PassDomain
import PassHTTP
import PassInstruments
import PassTestSupport
import Testing

@testable import PassAdmin

@Suite("Explanations of answers")
struct ExplainExchangeTests {
    private static let now = Timestamp(milliseconds: 1_767_225_600_250)

    private func log(_ notes: [(Bool, Check)]) -> CheckLog {
        let log = CheckLog()
        for (hasPassed, check) in notes { log.note(hasPassed, check) }
        return log
    }

    private func explanation(_ notes: [(Bool, Check)]) throws -> JSONValue {
        let site = try JournalSite()
        let id = site.record(.authorizeDevice, "/adobe-services/authorizeDevice", checks: log(notes))
        return try site.get("/_sim/exchanges/\(id)/explanation")
    }

    private func decided(_ explanation: JSONValue) -> [String?] {
        explanation["checks"]?.arrayValue?.filter { $0["decided"] == .bool(true) }.map { $0["check"]?.stringValue }
            ?? []
    }

    private static let expiry = Check.expiry(.authenticationToken, expires: Timestamp(seconds: 1_767_225_599), now: now)

    @Test("The checks are in their order, with their values, and the one that failed has decided")
    func order() throws {
        let site = try JournalSite()
        let id = site.record(
            .authorizeDevice, "/adobe-services/authorizeDevice", method: .post, status: .unauthorized,
            outcome: JournalOutcome("refused", reason: "token expired"),
            checks: log([
                (true, .requestor("REF", isKnown: true)), (true, .signature(.authenticationToken, nil)),
                (true, .requestor("REF", isKnown: true)), (false, Self.expiry),
            ]))
        let explanation = try site.get("/_sim/exchanges/\(id)/explanation")
        #expect(explanation["exchange"]?.stringValue == id.description && explanation["operation"] == "AuthorizeDevice")
        #expect(explanation["status"] == .integer(401) && explanation["outcome"] == "refused")
        #expect(explanation["reason"] == "token expired" && explanation["rule"] == nil && explanation["leftOut"] == nil)
        let checks = try #require(explanation["checks"]?.arrayValue)
        #expect(
            checks.map { $0["check"]?.stringValue } == ["operation", "requestor", "token signature", "token expiry"])
        #expect(checks.map { $0["passed"] == .bool(true) } == [true, true, true, false])
        #expect(
            checks.last?["values"]
                == .object([
                    "of": "authN token", "expires": "2025-12-31T23:59:59.000Z", "now": "2026-01-01T00:00:00.250Z",
                ]))
        #expect(decided(explanation) == ["token expiry"])
        #expect(
            explanation["sentence"]
                == "The authN token expired at 2025-12-31T23:59:59.000Z; the simulator's clock showed 2026-01-01T00:00:00.250Z."
        )
    }

    @Test("A denial says why the MVPD denies")
    func denial() throws {
        let decision = Check.MVPDDecision(mvpd: "Cable", subscriber: "kid", resource: "film", denial: .parentalControls)
        let rating = Check.rating(Rating(scheme: "urn:mpaa", "R"), Rating.Limit(mpaa: "PG"))
        let denied = try explanation([(true, .account("kid", "Cable")), (false, rating), (false, .decision(decision))])
        #expect(decided(denied) == ["MVPD decision"])
        #expect(
            denied["sentence"]
                == "Cable denies the resource film to kid: Parental controls do not allow this program. The subscriber may not watch resources rated R."
        )
        #expect(denied["checks"]?.arrayValue?[2]["values"] == .object(["rating": "R", "mpaa": "PG"]))
    }

    @Test("Without a failure the last check decides; a rule without effect never does")
    func permitted() throws {
        let decision = Check.MVPDDecision(mvpd: "Cable", subscriber: "kid", resource: "film", denial: nil)
        let permitted = try explanation([(true, .decision(decision)), (true, .rule("r", .notMatched))])
        #expect(decided(permitted) == ["MVPD decision"])
        #expect(permitted["sentence"] == "Cable permits the resource film to kid.")
        let untouched = try explanation([(true, .rule("r", .over)), (true, .furtherRules(3))])
        #expect(decided(untouched) == [])
        #expect(untouched["sentence"]?.stringValue?.contains("made no checks") == true)
    }

    @Test("A rule that forces the answer decides, whatever fails after it; one that only changes it doesn't")
    func rule() throws {
        let forced = try explanation([
            (true, .rule("a", .notMatched)), (false, .ruleEffect("b", action: "failure denied")), (false, .request),
        ])
        #expect(decided(forced) == ["rule"])
        #expect(
            forced["sentence"]
                == .string(
                    "Rule b, which is set in this simulator, took effect (failure denied), so the rule decided the "
                        + "answer, not the operation."))
        let changed = try explanation([(true, .ruleEffect("b", action: "delay")), (false, Self.expiry)])
        #expect(decided(changed) == ["token expiry"])
    }

    @Test("With several resources each denial decides, and the sentence is short")
    func several() throws {
        let notes = (1...5).map { (false, Check.forcedDenial(ExactText("r\($0)"), .noAuthZ)) }
        let several = try explanation([(true, .offer("r0", "REF"))] + notes)
        #expect(decided(several).count == 5)
        #expect(
            several["sentence"]?.stringValue?.hasSuffix(
                "A rule that is set in this simulator denies the resource r3. 2 more checks failed.") == true)
    }

    @Test("A profile that can't be used decides nothing when another one can")
    func shared() throws {
        let missing = Check.profile("Cable", .missing, expires: Self.now, now: Self.now)
        let valid = Check.profile("Cable", .valid, expires: Self.now, now: Self.now)
        let shared = try explanation([(false, missing), (true, valid)])
        #expect(shared["checks"]?.arrayValue?.last?["decided"] == .bool(true))
        #expect(decided(try explanation([(false, missing), (true, .loginFacts(missing: 0))])) == ["profile"])
    }

    private static let television: HTTPFields = ["AP-Device-Identifier": "fingerprint dHY="]

    /// The explanation of a list of profiles that has none, after what an app did on a device or on others.
    private func withoutProfile(after prepare: (JournalSite) -> Void = { _ in }) throws -> JSONValue {
        let site = try JournalSite()
        prepare(site)
        let id = site.record(
            .retrieveProfiles, "/api/v2/REF/profiles", fields: Self.television, checks: log([(false, .noProfile)]))
        return try site.get("/_sim/exchanges/\(id)/explanation")
    }

    @Test("A list without profiles explains the device, where the request names it, and what is known of logins")
    func noProfile() throws {
        let unknown = try withoutProfile()
        #expect(decided(unknown) == ["profiles"])
        #expect(
            unknown["sentence"]
                == "The app has no valid profile on the device tv, which the request names in the header field AP-Device-Identifier. No login of the app on this device is known."
        )
        #expect(unknown["checks"]?.arrayValue?.last?["values"]?["deviceSentIn"] == "header field AP-Device-Identifier")
        let loggedOut = try withoutProfile { site in
            site.record(
                .initiateLogout, "/api/v2/REF/logout/Cable", time: 1_767_225_600_000, fields: Self.television)
        }
        #expect(
            loggedOut["sentence"]?.stringValue?.hasSuffix("logged out on this device at 2026-01-01T00:00:00.000Z.")
                == true)
    }

    @Test("An expired profile is mentioned if a list has no valid one")
    func expiredProfile() throws {
        let expired = Check.profile("Cable", .expired, expires: Self.now, now: Self.now)
        let sentence = try explanation([(false, expired), (false, .noProfile)])["sentence"]?.stringValue
        #expect(
            sentence?.hasPrefix("The app has no valid profile") == true
                && sentence?.contains("profile for Cable expired at 2026") == true)
    }

    private static let deviceSources: [(body: String, fields: HTTPFields, source: String)] = [
        ("device_id=d", [:], "parameter device_id"), ("deviceId=d", [:], "parameter deviceId"),
        ("", ["ap_21": "d"], "header field ap_21"),
        ("", ["AP-Device-Identifier": "fingerprint ZA=="], "header field AP-Device-Identifier"),
    ]

    @Test("A wrong device is reported with the part of the request that names it", arguments: Self.deviceSources)
    func deviceSource(_ body: String, _ fields: HTTPFields, _ source: String) throws {
        let site = try JournalSite()
        let id = site.record(
            .authorizeDevice, "/a", method: .post, fields: fields, body: body,
            checks: log([(false, .device("d", fingerprint: "f"))]))
        #expect(
            try site.get("/_sim/exchanges/\(id)/explanation")["sentence"]
                == .string("The request names the device d in the \(source), and the token belongs to another one."))
    }

    @Test("A request without an operation, and one that the operation doesn't accept, are explained as such")
    func unserved() throws {
        let site = try JournalSite()
        let lost = site.record(nil, "/nothing", status: .notFound)
        let explanation = try site.get("/_sim/exchanges/\(lost)/explanation")
        #expect(explanation["sentence"] == "The simulator has no operation for GET /nothing.")
        #expect(decided(explanation) == ["operation"] && explanation["operation"] == nil)
        let wrong = site.record(
            .session, "/s", outcome: JournalOutcome("invalid", reason: "missing", parameter: "requestor_id"),
            checks: log([(false, .request)]))
        #expect(
            try site.get("/_sim/exchanges/\(wrong)/explanation")["sentence"]
                == "The operation doesn't accept the request. requestor_id missing.")
        let plain = site.record(.logo, "/logo")
        #expect(try site.get("/_sim/exchanges/\(plain)/explanation")["checks"]?.arrayValue?.count == 1)
    }

    @Test("Secrets are masked if the request or the setting says so")
    func secrets() throws {
        let site = try JournalSite(secrets: .masked)
        let device = Check.device("c0ffee-device", fingerprint: "f1ngerprint")
        let id = site.record(
            .authorizeDevice, "/a", body: "device_id=c0ffee-device", checks: log([(false, device)]))
        let masked = try site.answer(.get("/_sim/exchanges/\(id)/explanation"))
        let text = String(decoding: masked.body, as: UTF8.self)
        #expect(!text.contains("c0ffee") && !text.contains("f1nger") && text.contains("secret-"))
        let shown = try site.get("/_sim/exchanges/\(id)/explanation?secrets=shown")
        #expect(shown["checks"]?.arrayValue?.last?["values"]?["device"] == "c0ffee-device")
    }

    @Test("Checks beyond the log's limit are counted")
    func leftOut() throws {
        let notes = (1...70).map { (true, Check.resourceCount($0, limit: 99)) }
        let explanation = try explanation(notes)
        #expect(explanation["leftOut"] == .integer(6) && explanation["checks"]?.arrayValue?.count == 65)
    }

    @Test("An exchange without an explanation is refused with the reason")
    func refused() throws {
        let site = try JournalSite()
        func refusal(_ target: String) throws -> String {
            let answer = try site.answer(.get("/_sim/exchanges/\(target)"))
            #expect(answer.fields[.contentType] == "application/problem+json")
            let detail = try JSONValue.parse(answer.body)["detail"]?.stringValue
            return "\(answer.status.code) \(detail ?? "")"
        }
        let unknown = "404 The journal holds no exchange with this ID."
        #expect(try refusal("000009-zz/explanation") == unknown && refusal("x/explanation") == unknown)
        let flying = site.journal.begin(HTTPRequest(target: "/a"), nil, at: Self.now)
        #expect(
            try refusal("\(flying.id)/explanation") == "409 The request has no answer yet that could be explained.")
        let file = try site.answer(.get("/_sim/exchanges.jsonl")).body
        #expect(try site.post("/_sim/exchanges/import", String(decoding: file, as: UTF8.self)).status == .ok)
        let imported = try #require(site.journal.entries.last)
        #expect(
            try refusal("\(imported.id)/explanation")
                == "404 The exchange was imported from a file that has no explanations.")
        let id = site.record(nil, "/")
        #expect(try refusal("\(id)/explanation?secrets=no") == "400 secrets isn't one of shown, masked.")
        #expect(try refusal("\(id)/explanation?secret=shown").hasPrefix("400 secret is unknown"))
        let off = try JournalSite.world(nil).answer(.get("/_sim/exchanges/\(id)/explanation"))
        #expect(off.status == .conflict)
    }

    @Test("Each check has a name and a sentence for its failure", arguments: Self.checks)
    func words(_ check: Check) {
        let words = CheckWords(check)
        #expect(!words.name.isEmpty && words.name != "check" && words.failed.hasSuffix("."))
    }

    private static let checks: [Check] =
        [
            .throttle(address: "::1", requestsPerSecond: 1, burst: 2), .ruleEffect("r", action: "delay"), .request,
            .unreadableAction("X-Pass-Fault isn't JSON."), .requestor("R", isKnown: false), .mvpd("M"),
            .integration("R", "M"), .returnAddress("http://x/"),
            .client("c", .revoked), .application("a", "R"), .requestorSignature("R"), .scope("s"), .clientSecret("c"),
            .grantType("g"), .softwareStatement(""), .softwareStatement("a"), .signature(.accessToken, .badSignature),
            .signature(.mediaToken, .malformed), expiry, .revocation(.authorizationToken),
            .origin(.authenticationToken),
            .owner(.mediaToken, "R", asks: "S"), .namedMVPD("M", of: "N"), .deviceNamed, .device("d", fingerprint: "f"),
            .mediaResource("r", asks: "s"), .presentation, .code("C", nil), .codeDevice("d", named: "e"),
            .loginFacts(missing: 1), .loginFacts(missing: 2), .mvpdAnswer("M"), .partner(.providerExpired),
            .endedLogins(0), .noProfile,
            .offer("r", "R"), .resourceForm, .resourceCount(6, limit: 5), .degradation(.authZNone, "M"),
            .refreshToken("M"),
            .magicName("deny:r", prefix: "deny:"), .account("s", "M"),
            .decision(.init(mvpd: "M", subscriber: "s", resource: "r", denial: .notSubscribed)),
            .rating(Rating(scheme: nil, "adult"), .init()), .keptDecision("r", expires: now, now: now),
            .forcedDenial("r", .noAuthZ), .repeatedDenials(count: 2, limit: 1), .temporaryPass("M"),
            .passHolder(member: "email"), .passResources(used: 1, limit: 1),
        ] + [Check.LoginState.missing, .waiting, .failed, .signedOut, .answered].map { .login($0) }
        + [Check.ProfileState.expired, .revoked, .missing].map { .profile("M", $0, expires: now, now: now) }
}
