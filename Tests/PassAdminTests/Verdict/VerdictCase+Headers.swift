import PassCore
import PassDomain
import PassHTTP

extension VerdictCase {
    static let headers: [VerdictCase] = [
        VerdictCase(
            "R-12", good: [.read()], bad: [.v2(.retrieveProfiles, "profiles", fields: [("Authorization", "")])]),
        VerdictCase(
            "R-13", good: [.read()], bad: [.v2(.retrieveProfiles, "profiles", fields: [("AP-Device-Identifier", "d1")])]
        ),
        VerdictCase(
            "R-14", good: [.read(), .read(at: 9)],
            bad: ["a", "a", "b"].map { .v2(.retrieveProfiles, "profiles", device: $0) }),
        VerdictCase(
            "R-15", good: [.read(), .read(at: 9)],
            bad: ["c1", "c2", "c1"].map { .v2(.retrieveProfiles, "profiles", client: $0) }),
        VerdictCase(
            "R-16", good: [.read()], bad: [.v2(.retrieveProfiles, "profiles", fields: [("X-Device-Info", "")])]),
        VerdictCase(
            "R-17", good: [.read()], bad: [.v2(.retrieveProfiles, "profiles", fields: [("X-Device-Info", "Ym94")])]),
        VerdictCase(
            "R-18", good: [.v2(.retrieveProfiles, "profiles", fields: [("X-Forwarded-For", "198.51.100.7")])],
            bad: [.v2(.retrieveProfiles, "profiles", fields: [("X-Forwarded-For", "unknown")])]),
        VerdictCase("R-19", good: [.read()], bad: [.v2(.retrieveProfiles, "profiles?device_id=d1")]),
        VerdictCase(
            "R-20", good: [.read()], bad: [.v2(.retrieveProfiles, "profiles", fields: [("Accept", "text/html")])]),
        VerdictCase(
            "R-22",
            good: [
                .v2(.retrieveProfiles, "profiles", fields: [("AP-Visitor-Identifier", "v")]),
                .v2(.retrieveProfiles, "profiles", at: 1, fields: [("AP-Visitor-Identifier", "v")]),
            ], bad: [.v2(.retrieveProfiles, "profiles", fields: [("AP-Visitor-Identifier", "v")]), .read(at: 1)]),
    ]

    static let transport: [VerdictCase] = [
        VerdictCase(
            "R-21",
            good: [.read(), .sdk(.sessionDevice, "sessionDevice", device: "other")],
            bad: [.read(), .sdk(.sessionDevice, "sessionDevice")]),
        VerdictCase(
            "R-23", good: (0..<20).map { .read(at: Double($0) * 1.5) },
            bad: (0..<20).map { .read(at: Double($0) * 0.1) }),
        VerdictCase(
            "R-24", good: [.refusal(at: 0, status: 429, action: "none"), .read(at: 1.5)],
            bad: [.refusal(at: 0, status: 429, action: "none"), .read(at: 0.3)]),
        VerdictCase("R-25", good: [remote(isTLS: true)], bad: [remote(isTLS: false)]),
    ]

    /// Returns a call to a host that isn't this machine.
    private static func remote(isTLS: Bool) -> ClientStep {
        var step = ClientStep.read()
        step.host = "api.auth.adobe.com"
        step.isTLS = isTLS
        return step
    }
}
