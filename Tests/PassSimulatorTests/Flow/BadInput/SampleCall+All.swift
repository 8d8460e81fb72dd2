extension SampleCall {
    private static let requestor = (name: "requestor_id", value: "TEST_REQUESTOR")
    private static let device = (name: "device_id", value: "c0ffee")
    private static let services = "/adobe-services"

    /// Every operation that takes parameters, each with a complete call.
    static let all: [SampleCall] = [
        SampleCall(
            path: services + "/session", parameters: [requestor], others: [("reg_code", "AAAAAAA")], refusal: .text),
        SampleCall(
            path: services + "/sessionDevice", parameters: [requestor],
            others: [("reg_code", "AAAAAAA"), device], refusal: .text),
        authorization("authorize", "authentication_token", [("resource_id", "TEST_RESOURCE"), ("mso_id", "Adobe")]),
        authorization(
            "authorizeDevice", "authentication_token", [("resource_id", "TEST_RESOURCE"), ("mso_id", "Adobe")]),
        authorization("shortAuthorize", "authz_token", [("session_guid", "any")]),
        authorization("deviceShortAuthorize", "authz_token", [("session_guid", "any")]),
        SampleCall(path: services + "/getMetadata", parameters: [requestor], others: [device], refusal: .text),
        SampleCall(path: services + "/getMetadataDevice", parameters: [requestor], others: [device], refusal: .text),
        SampleCall(
            path: services + "/usermetadata",
            parameters: [("requestor", "TEST_REQUESTOR"), ("authn", "<signatureInfo>")],
            others: [("metadata", #"{"updated":1}"#)], opaque: ["authn"], refusal: .oauth),
        SampleCall(
            path: services + "/preauthorize", parameters: [("authentication_token", "<signatureInfo>"), requestor],
            others: [("resource_id", "TEST_RESOURCE")], opaque: ["authentication_token"], refusal: .text),
        login("authenticate"),
        login("authenticate/saml"),
        SampleCall(
            path: services + "/oauth2", isGet: true, parameters: [("state", "0123"), ("code", "abc")], refusal: .page),
        SampleCall(path: services + "/oauth2/logout", isGet: true, parameters: [("state", "0123")], refusal: .page),
        SampleCall(
            path: "/reggie/v1/TEST_REQUESTOR/regcode", parameters: [("deviceId", "c0ffee")],
            others: [("format", "json")], refusal: .basic),
        SampleCall(path: "/o/client/register", parameters: [("software_statement", "a.b.c")], refusal: .oauth),
        SampleCall(
            path: "/o/client/token",
            parameters: [("grant_type", "client_credentials"), ("client_id", "x"), ("client_secret", "y")],
            refusal: .oauth),
        SampleCall(
            path: "/tvs/v1/sign",
            parameters: [
                ("mediaToken", "YWJj"), ("resource", "VEVTVF9SRVNPVVJDRQ=="), ("url", "https://cdn.example/a.m3u8"),
            ],
            others: [("cdn", "akamai"), ("format", "json")], folded: ["mediaToken", "resource"], refusal: .text),
        SampleCall(
            path: services + "/tokens/verificationCode",
            parameters: [requestor, ("mso_id", "PlatformTV"), device], refusal: .oauth),
        SampleCall(
            path: services + "/tokens",
            parameters: [requestor, ("mso_id", "PlatformTV"), device, ("SAMLResponse", "YWJj")],
            others: [("deviceType", "tvOS")], folded: ["SAMLResponse"], refusal: .oauth),
        SampleCall(
            path: "/_sim/tokens/verify", parameters: [("token", "YWJj")], opaque: ["token"], refusal: .problem),
    ]

    private static func authorization(
        _ name: String, _ token: String, _ more: [(name: String, value: String)]
    ) -> SampleCall {
        SampleCall(
            path: "\(services)/\(name)", parameters: [(token, "<signatureInfo>"), requestor] + more, others: [device],
            opaque: [token], refusal: .denial)
    }

    private static func login(_ name: String) -> SampleCall {
        SampleCall(
            path: "\(services)/\(name)", isGet: true,
            parameters: [requestor, ("mso_id", "Adobe"), ("redirect_url", "adobepass://ios.app")],
            others: [("domain_name", "adobe.com"), ("noflash", "true"), ("no_iframe", "true")], refusal: .page)
    }
}
