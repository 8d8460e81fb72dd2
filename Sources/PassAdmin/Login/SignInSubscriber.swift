import PassCore
import PassDomain
import PassEndpointKit
import PassHTTP

/// `POST /_sim/login`: signs a subscriber in without a browser and without a password, with the same result as a login
/// in a browser.
///
/// The content is an object with these members:
///
/// - `code`: a registration code, or the code of a session of REST API v2; the app's next poll finds the login.
/// - `device`: the identifier of a device, as it is or in the form of `AP-Device-Identifier`. The operation
///   `sessionDevice` finds the login without a code, and so do the apps of REST API v2 on this device. Either `code` or
///   `device` is required.
/// - `requestor`: required with `device`. With `code`, it must be the requestor of the code.
/// - `mvpd`: required unless the session of the code has one.
/// - `user`: a user name of that MVPD; required, except for a temporary pass and for an MVPD whose degradation rule
///   logs every user in.
/// - `client`: with `device`, the client that gets a profile in REST API v2; by default, all registered clients of the
///   requestor.
/// - `web`: with `device`, whether the authN token is one for a browser.
/// - `ttlSeconds`: the time after which the profile ends, at most the integration's time to live.
/// - `homeBased`: whether the MVPD recognizes the user by the home network.
/// - `metadata`: an object with the user metadata that the MVPD shares about the user from now on, in this namespace.
///
/// The answers:
///
/// - 200: `{"kind": "session", "requestor": "REF30", "mvpd": "Adobe", "user": "user", "session": "…", "code": "…",
///   "expires": "2026-01-31T00:00:00.000Z"}`. `kind` is `session` for a registration code, `profile` for a code of REST
///   API v2, which adds the member `profile`, and `device` for a device, which adds `authnToken` and `profiles`.
/// - 400: a problem document for wrong input. 404: a problem document; the requestor, MVPD, user, code or client is
///   unknown. 409: a problem document; the code has been used or belongs to another requestor, the requestor isn't
///   integrated with the MVPD, or the MVPD refuses the user.
struct SignInSubscriber: Endpoint {
    let route = Route(
        .signInSubscriber, [.post], "/_sim/login", on: .worker, carriesSecrets: true, readsParameters: false,
        content: .document)
    let failures: any FailureTable = AdminFailureTable()
    let control: any StateControl

    func respond(to exchange: Exchange) throws -> HTTPResponse {
        try ControlProblem.answer {
            var signIn = SignIn(try SignInRequest(exchange), exchange, control)
            let result = try signIn.perform()
            return ControlAnswer.json { answer in
                answer.member("kind", result.kind.rawValue)
                answer.member("requestor", result.requestor.rawValue)
                answer.member("mvpd", result.mvpd.rawValue)
                answer.memberIfPresent("user", result.user)
                answer.member("session", result.session.rawValue)
                answer.member("code", result.code)
                answer.member("expires", CivilTime.isoDateWithMilliseconds(result.expires))
                answer.memberIfPresent("authnToken", result.token)
                switch result.kind {
                case .session: break
                case .profile:
                    if let profile = result.profiles.first { answer.memberObject("profile") { profile.write(to: &$0) } }
                case .device:
                    answer.memberArray("profiles") { list in
                        for profile in result.profiles { list.elementObject { profile.write(to: &$0) } }
                    }
                }
            }
        }
    }
}
