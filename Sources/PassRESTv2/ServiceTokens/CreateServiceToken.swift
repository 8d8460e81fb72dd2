import PassCore
import PassDomain
import PassEndpointKit
import PassHTTP

/// `POST /api/{serviceProvider}/serviceToken`: a device's first service token (Adobe, "SSO Service").
///
/// - Inputs: `AP-Device-Identifier` and `X-SSO-ID` or `X-SSO-LINK` (required); `X-Device-Info`.
/// - Answers: 201 with the token; 400, 401.
struct CreateServiceToken: RESTv2Endpoint {
    let route = Route(
        .createServiceToken, [.post], "/api/{serviceProvider}/serviceToken", on: .worker, carriesSecrets: true,
        readsParameters: false)
    let failures: any FailureTable = ServiceTokenFailureTable(call: .create)

    func answer(_ call: RESTv2Call) throws -> HTTPResponse {
        let device = try call.device()
        let issued = try call.services.serviceTokens.join(
            try ServiceTokenHeaders.claim(call), device: device.id, name: device.name, facts: Self.facts(call),
            now: call.now)
        return ServiceTokenAnswer.token(issued, .created)
    }

    /// The maximum length in bytes of each text that describes a device.
    private static let longest = 128

    private static func facts(_ call: RESTv2Call) -> LinkedDevices.Facts {
        let information = call.deviceInformation()
        func text(_ name: String) -> String? { information.text(name)?.cut(toBytes: longest) }
        let hardware = text("primaryHardwareType") ?? text("type")
        return .init(
            type: hardware.map(type), model: text("model"), system: text("osName") ?? text("osFamily"),
            systemVersion: text("osVersion"))
    }

    /// Returns the service's name for a kind of hardware. Two names are from the vendor's sample; the others follow
    /// the same pattern.
    private static func type(_ hardware: String) -> String {
        switch hardware {
        case "MobilePhone": "mobile"
        case "TV": "smartTV"
        default: hardware.prefix(1).asciiLowercased + hardware.dropFirst()
        }
    }
}

/// `GET /api/{serviceProvider}/serviceToken`: a new token in place of an older one (Adobe, "SSO Service").
///
/// - Inputs: `AD-Service-Token` (required), valid or expired for less than a day; `AP-Device-Identifier`.
/// - Answers: 200 with the token; 400, 401.
struct RefreshServiceToken: RESTv2Endpoint {
    let route = Route(
        .refreshServiceToken, [.get], "/api/{serviceProvider}/serviceToken", on: .worker, carriesSecrets: true,
        readsParameters: false)
    let failures: any FailureTable = ServiceTokenFailureTable(call: .refresh)

    func answer(_ call: RESTv2Call) throws -> HTTPResponse {
        // The vendor's API doesn't require the device here, so a malformed identifier is no error.
        let issued = try call.services.serviceTokens.renew(
            try ServiceTokenHeaders.token(call), device: try? call.deviceID(), now: call.now)
        return ServiceTokenAnswer.token(issued, .ok)
    }
}
