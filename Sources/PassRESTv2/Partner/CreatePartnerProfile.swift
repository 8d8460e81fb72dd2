import PassCore
import PassDomain
import PassEndpointKit
import PassHTTP

/// `POST /api/v2/{serviceProvider}/profiles/sso/{partner}`: "Create and retrieve profile using partner authentication
/// response" of REST API v2.
///
/// - Inputs: the path; `AP-Device-Identifier` and `AP-Partner-Framework-Status` (required); a form with `SAMLResponse`
///   (required, base64).
/// - Answers: 201 with the new profile; 200 with a degraded one, if a degradation rule logs every user in.
/// - 400: `invalid_header_device_identifier`, `invalid_header_pfs_…`, `invalid_parameter_partner`,
///   `invalid_parameter_saml_response`. 500: `invalid_configuration_…`.
struct CreatePartnerProfile: RESTv2Endpoint {
    let messages: PartnerMessages
    let route = Route(
        .createPartnerProfile, [.post], "/api/v2/{serviceProvider}/profiles/sso/{partner}", on: .worker,
        carriesSecrets: true, content: .document)

    private static let response = "SAMLResponse"

    func answer(_ call: RESTv2Call) throws -> HTTPResponse {
        _ = try Partner.name(call)
        let caller = try call.caller()
        let mvpd = try call.services.appPartner.mvpd(of: caller, now: call.now)
        let list = call.services.appProfileList
        // A degradation rule that logs every user in also replaces the partner's login.
        if let listed = try list.degraded(of: caller, at: mvpd.id, now: call.now) {
            return ProfileMap(profiles: [listed]).response()
        }
        let text = try call.exchange.parameters.required(Self.response, controls: .lineBreaks)
        let session: AuthenticationSession
        do {
            session = try messages.complete(
                call.requestor, mvpd.id, caller.owner.deviceID, text, call.exchange)
        } catch EntitlementFailure.loginRefused(let sentence) {
            throw EntitlementFailure.malformedParameter(Self.response, reason: sentence)
        } catch EntitlementFailure.sessionNotFound {
            throw EntitlementFailure.malformedParameter(Self.response, reason: "answers no request of this device")
        }
        try call.services.appProfiles.keep(
            session, of: caller.owner, isPartnerLogin: true, now: call.now)
        let profile = try list.profile(of: caller, at: mvpd.id, now: call.now)
        return ProfileMap(profiles: profile.map { [$0] } ?? []).response(.created)
    }
}
