import PassCore
import PassDomain
import PassEndpointKit
import PassHTTP

/// `GET /api/v2/{serviceProvider}/sessions/{code}`: "Retrieve authentication session information" of REST API v2.
///
/// - Inputs: the path.
/// - Answers: 200 with the parameters that are there and those that are missing, and with the device.
/// - 400: `invalid_parameter_code`, `invalid_authentication_session`.
struct RetrieveAuthenticationSession: RESTv2Endpoint {
    let route = Route(
        .retrieveAuthenticationSession, [.get], "/api/v2/{serviceProvider}/sessions/{code}", on: .loop,
        carriesSecrets: true)
    private let devices = RecentDevices()

    /// The names of the parameters that a session may have, in the order in which the service lists them.
    private static let parameters = HashOrder.sorted(["domainName", "mvpd", "redirectUrl", "serviceProvider"])

    func answer(_ call: RESTv2Call) throws -> HTTPResponse {
        let code = try call.services.appSessions.find(
            try call.code(), requestor: call.requestor, client: call.client.id, now: call.now)
        let missing = AppSessionService.missing(code)
        let body = JSONWriter.object { session in
            if !missing.isEmpty { session.member("missingParameters", missing.map(\.parameter)) }
            session.memberObject("existingParameters") { parameters in
                for name in Self.parameters { parameters.memberIfPresent(.text(name), Self.parameter(name, of: code)) }
            }
            SessionDevice(code, devices).write(to: &session)
            SessionAnswer.write(code, call, to: &session)
        }
        return HTTPResponse(.ok, type: AnswerFormat.jsonType, body)
    }

    /// Returns the value of a session's parameter; `nil` if it is missing.
    private static func parameter(_ name: String, of code: RegistrationCode) -> String? {
        switch name {
        case "mvpd": code.details[.mvpd]
        case "domainName": code.details[.domain]
        case "redirectUrl": code.details[.redirectURL]
        default: code.requestor.rawValue
        }
    }
}
