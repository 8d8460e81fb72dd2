import PassDomain
package import PassEndpointKit
import PassHTTP

extension RESTv2Family {
    /// The description of this family's calls.
    package var description: OpenAPI {
        OpenAPI(
            title: "Adobe Pass Authentication REST API v2, as Pass Simulator serves it",
            calls: endpoints.map { Self.call($0.route).throttled }, schemas: RESTv2Schemas.all,
            parameters: RESTv2ParameterSchemas.all)
    }

    private static let device = OpenAPI.Header(
        "AP-Device-Identifier", isRequired: true, "fingerprint, a space, and the device's identifier in base64")
    private static let information = OpenAPI.Header("X-Device-Info", "what the device says about itself, in base64")
    private static let subjects = ["Adobe-Subject-Token", "X-Roku-Reserved-Roku-Connect-Token", "AD-Service-Token"]
        .map { OpenAPI.Header($0, "a token whose subject is the user") }
    private static let framework = OpenAPI.Header(
        "AP-Partner-Framework-Status", "the state of the partner's framework, in base64")
    private static let passHolder = OpenAPI.Header(
        "AP-TempPass-Identity", "the identity of the holder of a promotional pass, in base64")

    private static let session = OpenAPI.Body(
        "application/x-www-form-urlencoded", schema: "SessionParameters", isRequired: false)
    private static let json = "application/json;charset=UTF-8"

    private static func ok(_ schema: String, _ description: String, status: Int = 200) -> OpenAPI.Answer {
        OpenAPI.Answer(status, description, content: (json, schema))
    }

    private static func page(_ status: Int, _ description: String) -> OpenAPI.Answer {
        OpenAPI.Answer(status, description, content: ("text/html;charset=UTF-8", nil))
    }

    /// Returns the refusals of a call: those that every call can give, and `more`, by their statuses.
    private static func refusals(_ more: [Int: String] = [:]) -> [OpenAPI.Answer] {
        var all = more
        all[400] = "a parameter or a header field is missing or invalid"
        all[401] = "the access token is missing or invalid"
        all[500] = all[500] ?? "the limit of records is reached"
        return all.keys.sorted().map { ok("Error", all[$0] ?? "", status: $0) }
    }

    private static let profileRefusals = [
        403: "a temporary pass is over or used up", 500: "a temporary pass is misconfigured",
    ]
    private static let decisionRefusals = [403: "the profile is missing, expired or invalidated, or too many resources"]

    private static func call(_ route: Route) -> OpenAPI.Call {
        let all = [device, information] + subjects
        switch route.operation {
        case .retrieveServiceProviderConfiguration:
            return .init(
                route, .get, "The MVPDs for the picker", headers: [information],
                answers: [ok("Configuration", "the configuration")] + refusals())
        case .createAuthenticationSession:
            return .init(
                route, .post, "Begins a login, or says that none is needed", headers: all, body: session,
                answers: [ok("Session", "the next step")] + refusals())
        case .resumeAuthenticationSession:
            return .init(
                route, .post, "Adds what a login still needs", body: session,
                answers: [ok("Session", "the next step")] + refusals())
        case .retrieveAuthenticationSession:
            return .init(
                route, .get, "What a login has and still needs",
                answers: [ok("SessionStatus", "the session")] + refusals())
        case .authenticateInUserAgent:
            return .init(
                route, .get, "The address of a login, for a browser",
                answers: [
                    page(200, "a page that redirects to the MVPD"), .init(302, "a redirect to the MVPD"),
                    page(400, "a page; the login can't begin"),
                    page(500, "a page; the limit of records is reached"),
                ], isAuthorized: false)
        case .retrieveProfiles:
            return .init(
                route, .get, "The valid profiles of a device", headers: all + [framework],
                answers: [ok("Profiles", "the profiles; an empty list isn't an error")] + refusals())
        case .retrieveProfileForMVPD:
            return .init(
                route, .get, "The profile for one MVPD", headers: all + [framework, passHolder],
                answers: [ok("Profiles", "at most one profile")] + refusals(profileRefusals))
        case .retrieveProfileForCode:
            return .init(
                route, .get, "The profile that a login gave", headers: [passHolder],
                answers: [ok("Profiles", "at most one profile")] + refusals(profileRefusals))
        case .retrieveAuthorizationDecisions, .retrievePreauthorizationDecisions:
            let isAuthorization = route.operation == .retrieveAuthorizationDecisions
            return .init(
                route, .post, isAuthorization ? "Decisions with media tokens" : "Decisions without tokens",
                headers: all + [framework, passHolder],
                body: .init("application/json", schema: "Resources", isRequired: true),
                answers: [ok("Decisions", "a decision for each resource")] + refusals(decisionRefusals))
        case .initiateLogout:
            return .init(
                route, .get, "Ends a login", headers: all, query: ["redirectUrl"],
                answers: [ok("Logouts", "what is left to do")] + refusals())
        case .retrievePartnerAuthenticationRequest:
            return .init(
                route, .post, "The request that a partner's framework carries to the MVPD",
                headers: all + [framework], body: session,
                answers: [ok("Session", "the request, or the next step without the partner")] + refusals())
        case .createPartnerProfile:
            return .init(
                route, .post, "A profile for the answer that a partner's framework brings back",
                headers: all + [framework],
                body: .init(
                    "application/x-www-form-urlencoded", schema: "PartnerParameters", isRequired: true),
                answers: [
                    ok("Profiles", "the profile of a rule that logs every user in"),
                    ok("Profiles", "the new profile", status: 201),
                ] + refusals([500: "the partner isn't set up for the MVPD"]))
        default: preconditionFailure("\(route.operation) isn't an operation of REST API v2.")
        }
    }
}
