import PassCore
import PassDomain
import PassHTTP

extension VerdictCase {
    static let sdk: [VerdictCase] = [
        VerdictCase(
            "R-81", good: [.sdkConfiguration(), .sdk(.sessionDevice, "sessionDevice", at: 1)],
            bad: [.sdk(.sessionDevice, "sessionDevice"), .sdkConfiguration(at: 1)]),
        VerdictCase("R-82", good: [played("<m>", at: 0)], bad: [played("<m>", at: 0), played("<m>", at: 1)]),
        VerdictCase("R-83", good: [session("g1", 0), session("g2", 5)], bad: [session("g1", 0), session("g1", 5)]),
        VerdictCase("R-84", good: [], bad: [signal]),
        VerdictCase(
            "R-85", good: [session("g1", 0), authorization("news", 1)],
            bad: [session("g1", 0), authorization("news", 1, device: "d2")]),
        VerdictCase(
            "R-86", good: [authorization("news", 0), authorization("news", 90_000)],
            bad: [authorization("news", 0), authorization("news", 60)]),
        VerdictCase("R-87", good: [preflight(5)], bad: [preflight(6)]),
        VerdictCase(
            "R-88", good: [logout, .init(operation: .singleLogout, target: "/_sim/mvpd/Cable/slo?x=1", time: 1)],
            bad: [logout]),
        VerdictCase("R-89", good: [refused("t1", 0), refused("t2", 1)], bad: [refused("t1", 0), refused("t1", 1)]),
        VerdictCase("R-90", good: [denial(0), denial(60)], bad: (0...3).map { denial(Double($0)) }),
        VerdictCase("R-91", good: [probe(0)], bad: [probe(0), probe(9), probe(18)]),
    ]

    private static func time(_ seconds: Double) -> String {
        let time = Timestamp(milliseconds: ClientStep.begin + Int64(seconds) * 1_000)
        return CivilTime.isoDate(time).replacing("T", with: " ").replacing("Z", with: " GMT +0000").replacing(
            "-", with: "/")
    }

    private static func session(_ login: String, _ time: Double) -> ClientStep {
        .sdk(
            .sessionDevice, "sessionDevice", at: time,
            answer:
                "<signatureInfo>c2ln<signatureInfo><simpleAuthenticationToken><simpleTokenAuthenticationGuid>\(login)"
                + "</simpleTokenAuthenticationGuid><simpleTokenRequestorID>REF</simpleTokenRequestorID></simpleAuthenticationToken>"
        )
    }

    private static func authorization(_ resource: String, _ time: Double, device: String = "d1") -> ClientStep {
        .sdk(
            .authorizeDevice, "authorizeDevice", at: time,
            "mso_id=Cable&resource_id=\(resource)&authentication_token=%3CsignatureInfo%3Ec2ln%3CsignatureInfo%3E",
            device: device,
            answer: "<signatureInfo>YXV0\(Int(time))<signatureInfo><simpleAuthorizationToken><simpleTokenTTL>"
                + "\(Self.time(time + 86_400))</simpleTokenTTL></simpleAuthorizationToken>")
    }

    private static let signal = {
        var step = ClientStep(operation: nil, target: "/", time: 0)
        step.host = "adobepass.ios.app"
        return step
    }()

    private static func preflight(_ count: Int) -> ClientStep {
        .sdk(.preauthorize, "preauthorize", (0..<count).map { "resource_id=r\($0)" }.joined(separator: "&"))
    }

    private static let logout = ClientStep(
        operation: .logout, target: "/adobe-services/logout", status: 302,
        answerFields: ["Location": "http://127.0.0.1/_sim/mvpd/Cable/slo?SAMLRequest=x"], time: 0)

    private static func refused(_ token: String, _ time: Double) -> ClientStep {
        var step = ClientStep.sdk(
            .authorizeDevice, "authorizeDevice", at: time, status: 401, answer: "{\"error\":\"access_denied\"}")
        step.fields.append(("Authorization", "Bearer \(token)"))
        return step
    }

    private static func denial(_ time: Double) -> ClientStep {
        .sdk(.authorizeDevice, "authorizeDevice", at: time, "resource_id=news", outcome: "denied")
    }

    private static func probe(_ time: Double) -> ClientStep {
        ClientStep(
            operation: .probeAssertionConsumer, target: "/sp/saml/SAMLAssertionConsumer", status: 400, time: time)
    }
}
