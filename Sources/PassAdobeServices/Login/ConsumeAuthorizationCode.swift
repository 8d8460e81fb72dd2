import PassDomain
import PassEndpointKit
import PassHTTP

/// `GET /adobe-services/oauth2`: receives an OAuth 2.0 MVPD's answer to a login (legacy protocol, "oauth2"; RFC 6749,
/// section 4.1.2).
///
/// - `state`, required: it alone identifies the login; cookies are ignored. `code` or `error`, required;
///   `error_description`.
/// - 302: to the redirect URL. The session has a user, except in two cases: the login was passive, or the subscriber
///   denied access.
/// - 400: a page. The login is unknown or was answered before, or the MVPD doesn't accept its code or reports a
///   failure.
struct ConsumeAuthorizationCode: AdobeEndpoint {
    static let path = "/adobe-services/oauth2"

    let style = AnswerStyle.page
    let route = Route(
        .consumeAuthorizationCode, [.get], "/adobe-services[/1.0]/oauth2", on: .worker, carriesSecrets: true)

    func answer(_ exchange: Exchange) throws -> HTTPResponse {
        let parameters = exchange.parameters
        let id = SessionID(rawValue: try parameters.required("state", longest: 128))
        let authentication = exchange.services.authentication
        if let error = try parameters.optional("error", longest: 128) {
            guard parameters.all("code").isEmpty else {
                throw EntitlementFailure.malformedParameter("code", reason: "comes with an error")
            }
            let sentence = try parameters.optional("error_description", longest: 1024)
            // A login at a SAML MVPD, which signs its answers, must not be ended by this unsigned error.
            let tokens = exchange.services.mvpdTokens
            guard let session = try authentication.fail(id, now: exchange.now, where: tokens.serve) else {
                throw EntitlementFailure.sessionNotFound
            }
            if session.isPassive || error == "access_denied" {
                return AdobeAnswer.end(session, exchange)
            }
            throw EntitlementFailure.loginRefused(
                "The provider refused the sign-in (\(error)). \(sentence ?? "It gave no reason.")")
        }
        let code = try parameters.required("code", longest: 1024)
        let session = try authentication.complete(id, now: exchange.now) { request, session in
            try exchange.services.mvpdTokens.redeem(code, of: session, asked: request, now: exchange.now)
        }
        return AdobeAnswer.end(session, exchange)
    }
}
