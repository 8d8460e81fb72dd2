import PassDomain
import PassEndpointKit
import PassHTTP

/// `GET /api/v2/{serviceProvider}/profiles`: "Retrieve profiles" of REST API v2.
///
/// - Inputs: `AP-Device-Identifier` (required).
/// - Answers: 200 with the app's valid profiles on the device; none is no error. Degraded and temporary access isn't
///   listed.
/// - 400: `invalid_header_device_identifier`.
struct RetrieveProfiles: RESTv2Endpoint {
    let route = Route(
        .retrieveProfiles, [.get], "/api/v2/{serviceProvider}/profiles", on: .worker, carriesSecrets: true)

    func answer(_ call: RESTv2Call) throws -> HTTPResponse {
        ProfileMap(profiles: try call.services.appProfileList.all(of: call.caller(), now: call.now)).response()
    }
}

/// `GET /api/v2/{serviceProvider}/profiles/{mvpd}`: "Retrieve profile for specific mvpd" of REST API v2.
///
/// - Inputs: the path; `AP-Device-Identifier` (required); `AP-TempPass-Identity` (required for a promotional pass).
/// - Answers: 200 with at most one profile.
/// - 400: `invalid_header_device_identifier`, `invalid_parameter_mvpd`, `invalid_integration`,
///   `invalid_header_identity_for_temporary_access`. 403: a temporary pass is over or used up. 500: it is misconfigured.
struct RetrieveProfileForMVPD: RESTv2Endpoint {
    let route = Route(
        .retrieveProfileForMVPD, [.get], "/api/v2/{serviceProvider}/profiles/{mvpd}", on: .worker,
        carriesSecrets: true)

    func answer(_ call: RESTv2Call) throws -> HTTPResponse {
        let profile = try call.services.appProfileList.profile(
            of: call.caller(), at: call.mvpd(), now: call.now)
        return ProfileMap(profiles: profile.map { [$0] } ?? []).response()
    }
}

/// `GET /api/v2/{serviceProvider}/profiles/code/{code}`: "Retrieve profile for specific code" of REST API v2, which apps
/// poll while a user logs in.
///
/// - Inputs: the path; `AP-TempPass-Identity` (required for a promotional pass).
/// - Answers: 200 with the profile that the code's login gave the device, or with none until the login is complete.
/// - 400: `invalid_parameter_code`, `invalid_authentication_session`; and as for a specific MVPD.
struct RetrieveProfileForCode: RESTv2Endpoint {
    let route = Route(
        .retrieveProfileForCode, [.get], "/api/v2/{serviceProvider}/profiles/code/{code}",
        // An empty code is a malformed one, and no MVPD is called "code".
        "/api/v2/{serviceProvider}/profiles/code", on: .loop, carriesSecrets: true)

    /// Leaves a login that is complete to a worker, because the subscriber's data may have to be encrypted.
    func respondOnLoop(to exchange: Exchange) throws -> LoopAnswer {
        guard let call = try RESTv2Call(exchange, rememberedOnly: true) else {
            return .work { try respond(to: exchange) }
        }
        let code = try code(call)
        guard code.details[.mvpd] == nil || code.session == nil else { return .work { try answer(call) } }
        return .ready(try answer(call))
    }

    func answer(_ call: RESTv2Call) throws -> HTTPResponse {
        let code = try code(call)
        guard let mvpd = code.details[.mvpd], let owner = code.owner else { return ProfileMap(profiles: []).response() }
        let profile = try call.services.appProfileList.profile(
            of: AppCaller(owner: owner, passHolder: call.passHolder), at: MVPDID(rawValue: mvpd), now: call.now)
        return ProfileMap(profiles: profile.map { [$0] } ?? []).response()
    }

    private func code(_ call: RESTv2Call) throws -> RegistrationCode {
        try call.services.appSessions.used(call.code(), requestor: call.requestor, now: call.now)
    }
}
