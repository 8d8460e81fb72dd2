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

    func answer(_ call: RESTv2Call) throws -> HTTPResponse {
        let code = try call.services.appSessions.find(try call.code(), requestor: call.requestor, now: call.now)
        let missing = AppSessionService.missing(code)
        let existing = [
            "mvpd": code.details[.mvpd], "domainName": code.details[.domain],
            "redirectUrl": code.details[.redirectURL], "serviceProvider": code.requestor.rawValue,
        ].compactMapValues(\.self)
        let body = JSONWriter.object { session in
            if !missing.isEmpty { session.member("missingParameters", missing.map(\.parameter)) }
            session.memberObject("existingParameters") { parameters in
                for name in HashOrder.sorted(existing.keys.sorted()) {
                    parameters.memberIfPresent(name, existing[name])
                }
            }
            SessionDevice(code).write(to: &session)
            SessionAnswer.write(code, call, to: &session)
        }
        return HTTPResponse(.ok, type: AnswerFormat.jsonType, body)
    }
}
