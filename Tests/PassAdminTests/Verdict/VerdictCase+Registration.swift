import PassCore
import PassDomain
import PassHTTP

extension VerdictCase {
    static let registration: [VerdictCase] = [
        VerdictCase(
            "R-01",
            good: [.register(), .v2(.retrieveProfiles, "profiles", at: 1), .v2(.retrieveProfiles, "profiles", at: 99)],
            bad: [
                .register(), .v2(.retrieveProfiles, "profiles", at: 1), .register(at: 5, client: "c2"),
                .v2(.retrieveProfiles, "profiles", at: 6, client: "c2"),
            ]),
        VerdictCase(
            "R-02",
            good: [.refusal(at: 0, status: 401, action: "none"), .tokenRequest(at: 1)],
            bad: [.refusal(at: 0, status: 401, action: "none"), .register(at: 1, client: "c2")]),
        VerdictCase(
            "R-03", good: [.tokenRequest(at: 0), .tokenRequest(at: 21_500)],
            bad: [.tokenRequest(at: 0), .tokenRequest(at: 60)]),
        VerdictCase(
            "R-04",
            good: [
                .v2(.retrieveProfiles, "profiles"),
                .v2(.retrieveProfiles, "profiles", at: 22_000, token: ClientStep.token(lives: 40_000)),
            ],
            bad: [.v2(.retrieveProfiles, "profiles"), .v2(.retrieveProfiles, "profiles", at: 22_000)]),
        VerdictCase(
            "R-05",
            good: [
                .refusal(at: 0, status: 401, action: "none"),
                .v2(.retrieveProfiles, "profiles", at: 2, token: ClientStep.token(lives: 40_000)),
            ],
            bad: [.refusal(at: 0, status: 401, action: "none"), .v2(.retrieveProfiles, "profiles", at: 2)]),
        VerdictCase(
            "R-06", good: [.tokenRequest(at: 0)],
            bad: [.tokenRequest(at: 0, status: 400, error: "unsupported_grant_type")]),
        VerdictCase("R-07", good: [.register()], bad: [.register(isForm: true)]),
        VerdictCase(
            "R-08",
            good: [.tokenRequest(at: 0, status: 400, error: "invalid_client"), .tokenRequest(at: 1, client: "c2")],
            bad: [.tokenRequest(at: 0, status: 400, error: "invalid_client"), .tokenRequest(at: 1)]),
        VerdictCase(
            "R-09", good: [.tokenRequest(at: 0, status: 400, error: "invalid_request")],
            bad: (0...2).map { .tokenRequest(at: Double($0), status: 400, error: "invalid_request") }),
        VerdictCase(
            "R-10", good: [.read(), .read(at: 1)],
            bad: ["a", "b", "a"].map { .v2(.retrieveProfiles, "profiles", device: $0) }),
        VerdictCase(
            "R-11", good: [.read()],
            bad: [.v2(.retrieveProfiles, "profiles", token: ClientStep.token(scopes: "api:client:v1"))]),
    ]
}
