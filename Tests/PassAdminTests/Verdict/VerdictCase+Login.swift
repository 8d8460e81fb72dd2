import PassCore
import PassDomain
import PassHTTP

extension VerdictCase {
    private static let refused = "{\"status\":400,\"code\":\"invalid_parameter_mvpd\",\"action\":\"none\"}"

    static let login: [VerdictCase] = [
        VerdictCase("R-26", good: [.configuration(), .session(at: 1)], bad: [.read(), .configuration(at: 1)]),
        VerdictCase(
            "R-27", good: [.configuration(), .configuration(at: 200)], bad: [.configuration(), .configuration(at: 20)]),
        VerdictCase(
            "R-28", good: [.v2(.retrieveProfileForMVPD, "profiles/Old", status: 400, answer: refused), .read(at: 1)],
            bad: [0, 1].map { .v2(.retrieveProfileForMVPD, "profiles/Old", at: $0, status: 400, answer: refused) }),
        VerdictCase("R-29", good: [.read(found: false), .session(at: 1)], bad: [.session()]),
        VerdictCase(
            "R-30", isNote: true, good: [.session(action: "resume")],
            bad: [
                .session(action: "resume"),
                .v2(
                    .resumeAuthenticationSession, "sessions/AAAAAAA", at: 1, .post, body: "mvpd=Cable",
                    answer: "{\"actionName\":\"authenticate\"}"),
            ]),
        VerdictCase(
            "R-31", good: [.session(action: "authorize", reason: "authenticated"), .decision(at: 1)],
            bad: (0...2).map { .session(at: Double($0), action: "authorize", reason: "authenticated") }),
        VerdictCase(
            "R-32", hint: "screen=secondary",
            good: [.v2(.retrieveAuthenticationSession, "sessions/AAAAAAA"), opened], bad: [opened]),
        VerdictCase(
            "R-33", hint: "screen=primary", good: [.session(), opened, back, .poll(at: 9)],
            bad: [.session(), .poll(at: 3), .poll(at: 6), opened]),
    ]

    private static let opened = ClientStep(
        operation: .authenticateInUserAgent, target: "/api/v2/authenticate/REF/AAAAAAA", time: 1)
    private static let back = ClientStep(
        operation: .consumeAssertion, method: .post, target: "/sp/saml/SAMLAssertionConsumer?reg_code=AAAAAAA",
        status: 302, time: 2)

    static let polling: [VerdictCase] = [
        VerdictCase("R-34", good: [3, 6.1, 9].map { .poll(at: $0) }, bad: [2, 4, 6].map { .poll(at: $0) }),
        VerdictCase(
            "R-35", good: [.poll(at: 3), .poll(at: 6, found: true), .poll(at: 9, found: true)],
            bad: [.poll(at: 3), .poll(at: 6, found: true), .poll(at: 9, found: true), .poll(at: 12, found: true)]),
        VerdictCase(
            "R-36", good: [.poll(at: 3), .poll(at: 6, status: 400, error: "invalid_authentication_session")],
            bad: [6, 9].map { .poll(at: $0, status: 400, error: "invalid_authentication_session") }),
        VerdictCase(
            "R-37", good: [.session(), .poll(at: 3), .session(at: 4, code: "BBBBBBB"), .poll(at: 7, code: "BBBBBBB")],
            bad: [.session(), .poll(at: 3), .session(at: 4, code: "BBBBBBB"), .poll(at: 6)]),
        VerdictCase(
            "R-38", good: [.session(), .poll(at: 3)],
            bad: [.session()] + [3, 6, 9, 12].map { .read(at: $0, found: false) }),
    ]

    static let profiles: [VerdictCase] = [
        VerdictCase("R-39", good: [.read(), .read(at: 30)], bad: (0...12).map { .read(at: Double($0) * 2) }),
        VerdictCase(
            "R-40", good: [missing(0), .session(at: 1), missing(2)], bad: [missing(0), missing(1), missing(2)]),
        VerdictCase("R-41", good: [.read(), .decision(at: 1)], bad: [.read(found: false), .decision(at: 1)]),
        VerdictCase(
            "R-41", good: [.read(found: false), .session(at: 1), .decision(at: 60)],
            bad: [.read(found: false), .session(at: 1), missing(60)]),
    ]

    private static func missing(_ time: Double) -> ClientStep {
        .v2(
            .retrieveAuthorizationDecisions, "decisions/authorize/Cable", at: time, .post,
            body: "{\"resources\":[\"news\"]}", status: 403,
            answer: "{\"status\":403,\"code\":\"authenticated_profile_missing\",\"action\":\"authentication\"}")
    }
}
