import PassDomain
import PassEndpointKit
import PassHTTP

/// `POST /api/v2/{serviceProvider}/sessions/{code}`: "Resume authentication session" of REST API v2.
///
/// A page on another device may resume the session, even with another client's access token. The session continues to
/// belong to the device that created it.
///
/// - Inputs: the path; a form with `mvpd`, `domainName` and `redirectUrl` (each optional).
/// - Answers: 200 with the next step, as for creating a session, but `retry` if parameters are still missing.
/// - 400: `invalid_parameter_code`, `invalid_authentication_session`, `invalid_parameter_mvpd`, `invalid_integration`,
///   `invalid_parameter_redirect_url`.
struct ResumeAuthenticationSession: RESTv2Endpoint {
    let route = Route(
        .resumeAuthenticationSession, [.post], "/api/v2/{serviceProvider}/sessions/{code}", on: .worker,
        carriesSecrets: true)

    func answer(_ call: RESTv2Call) throws -> HTTPResponse {
        let code = try call.code()
        let facts = try AppSessionService.LoginFacts(call.exchange)
        let answer = try call.services.appSessions.resume(
            code, requestor: call.requestor, client: call.client.id, facts, now: call.now)
        return SessionAnswer(answer: answer, incompleteName: "retry").response(call)
    }
}
