import PassCore
import PassDomain
import PassHTTP

extension VerdictCase {
    static let singleSignOn: [VerdictCase] = [
        VerdictCase(
            "R-59", good: [.decision(fields: [subject]), .decision(at: 1, fields: [subject])],
            bad: [.decision(fields: [subject]), .decision(at: 1)]),
        VerdictCase(
            "R-60", good: [.decision(fields: [("AD-Service-Token", "a.b.c")])],
            bad: [.decision(fields: [("AD-Service-Token", "a")])]),
        VerdictCase("R-61", good: [partner(status)], bad: [partner("{}")]),
        VerdictCase(
            "R-62", good: [.read(type: "appleSSO"), .decision(at: 1, fields: [framework(status)])],
            bad: [.read(type: "appleSSO"), .decision(at: 1)]),
        VerdictCase("R-63", good: [exchange("a", 0), exchange("b", 1)], bad: [exchange("a", 0), exchange("a", 1)]),
        VerdictCase("R-64", good: [fallback(0), .session(at: 1)], bad: [fallback(0), fallback(1), fallback(2)]),
        VerdictCase("R-65", good: [serviceToken([("X-SSO-ID", "i")], 0)], bad: [serviceToken([], 0)]),
        VerdictCase(
            "R-68", good: [code("deviceId=d1", 0), code("deviceId=d1", 1)],
            bad: [code("deviceId=dummy", 0), code("deviceId=dummy", 1)]),
        VerdictCase("R-70", good: [code("deviceId=d1&ttl=36000", 0)], bad: [code("deviceId=d1&ttl=36001", 0)]),
        VerdictCase("R-71", good: [code("deviceId=d1", 0)], bad: [code("deviceId=d1&appId=a", 0)]),
    ]

    private static let subject = ("Adobe-Subject-Token", "a.b.c")
    private static let status =
        "{\"frameworkPermissionInfo\":{\"accessStatus\":\"granted\"},\"frameworkProviderInfo\":{\"id\":\"p\",\"expirationDate\":\"9790000000000\"}}"

    private static func framework(_ json: String) -> (String, String) {
        ("AP-Partner-Framework-Status", ClientStep.base64(json))
    }

    private static func partner(_ json: String) -> ClientStep {
        .v2(
            .retrievePartnerAuthenticationRequest, "sessions/sso/Apple", .post, body: "redirectUrl=x",
            answer: "{\"actionName\":\"partner_profile\"}", fields: [framework(json)])
    }

    private static func fallback(_ time: Double) -> ClientStep {
        .v2(
            .retrievePartnerAuthenticationRequest, "sessions/sso/Apple", at: time, .post, body: "redirectUrl=x",
            answer: "{\"actionName\":\"authenticate\",\"code\":\"AAAAAAA\"}", fields: [framework(status)])
    }

    private static func exchange(_ answer: String, _ time: Double) -> ClientStep {
        .v2(
            .createPartnerProfile, "profiles/sso/Apple", at: time, .post, body: "SAMLResponse=\(answer)",
            fields: [framework(status)])
    }

    private static func serviceToken(_ fields: [(name: String, value: String)], _ time: Double) -> ClientStep {
        ClientStep(
            operation: .createServiceToken, method: .post, target: "/api/REF/serviceToken", fields: fields, status: 201,
            time: time)
    }

    private static func code(_ form: String, _ time: Double) -> ClientStep {
        ClientStep(
            operation: .requestRegistrationCode, method: .post, target: "/reggie/v1/REF/regcode",
            fields: [("Content-Type", "application/x-www-form-urlencoded")], body: form, status: 201,
            answer: "{\"code\":\"AAAAAAA\"}", time: time)
    }
}
