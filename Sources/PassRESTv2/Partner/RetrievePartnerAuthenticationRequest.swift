import PassCore
import PassDomain
import PassEndpointKit
import PassHTTP

/// `POST /api/v2/{serviceProvider}/sessions/sso/{partner}`: "Retrieve partner authentication request" of REST API v2.
///
/// - Inputs: the path; `AP-Device-Identifier` (required); `AP-Partner-Framework-Status`; a form with `domainName` and
///   `redirectUrl`. The MVPD is the one that the framework names.
/// - Answers: 200 with the request that the framework sends to the MVPD; or with the next step of a login without the
///   framework, and the reason: `pfs_fallback`, `configuration_fallback`, `missing_parameters_fallback`, or a reason as
///   for creating a session.
/// - 400: `invalid_header_device_identifier`, `invalid_parameter_partner`, `invalid_parameter_redirect_url`.
struct RetrievePartnerAuthenticationRequest: RESTv2Endpoint {
    let messages: PartnerMessages
    let route = Route(
        .retrievePartnerAuthenticationRequest, [.post], "/api/v2/{serviceProvider}/sessions/sso/{partner}",
        on: .worker, carriesSecrets: true)

    /// The attributes that the framework must ask the MVPD for, if the MVPD's settings name none.
    private static let usualAttributes = ["uid", "NameID", "uniqueId"]

    func answer(_ call: RESTv2Call) throws -> HTTPResponse {
        let partner = try Partner.name(call)
        let caller = try call.caller()
        let facts = try AppSessionService.LoginFacts(call.exchange)
        let details = CreateAuthenticationSession.details(call)
        switch try call.services.appPartner.begin(for: caller, facts, details: details, now: call.now) {
        case .session(let answer, let fallback):
            let answer = SessionAnswer(
                answer: answer, incompleteName: "resume", reason: fallback.map(Self.name), listsMissingFirst: true)
            return answer.response(call)
        case .exchange(let mvpd):
            let request = try messages.begin(call.requestor, mvpd.id, caller.owner.deviceID, call.exchange)
            return Self.response(request, mvpd, partner, call)
        }
    }

    private static func response(
        _ request: String, _ mvpd: MVPD, _ partner: String, _ call: RESTv2Call
    ) -> HTTPResponse {
        let required = mvpd.flags.platform?.requiredMetadata ?? []
        let body = JSONWriter.object { answer in
            answer.member("actionName", "partner_profile")
            answer.member("actionType", "direct")
            answer.member("reasonType", "none")
            answer.member("url", call.path(call.requestor.rawValue, "profiles", "sso", partner))
            answer.member("sessionId", call.exchange.world.identifiers.uuid().text)
            answer.member("mvpd", mvpd.id.rawValue)
            answer.member("serviceProvider", call.requestor.rawValue)
            answer.memberObject("authenticationRequest") { message in
                message.member("type", "saml")
                message.member("request", request)
                message.member("attributesNames", required.isEmpty ? usualAttributes : required)
            }
        }
        return HTTPResponse(.ok, type: AnswerFormat.jsonType, body)
    }

    private static func name(of fallback: AppPartnerService.Fallback) -> String {
        switch fallback {
        case .framework: "pfs_fallback"
        case .configuration: "configuration_fallback"
        case .missingParameters: "missing_parameters_fallback"
        }
    }
}
