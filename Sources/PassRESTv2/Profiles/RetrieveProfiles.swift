import PassDomain
import PassEndpointKit
import PassHTTP

/// `GET /api/v2/{serviceProvider}/profiles`: "Retrieve profiles" of REST API v2.
///
/// - Inputs: `AP-Device-Identifier` (required).
/// - Answers: 200 with the app's valid profiles on the device; an empty list isn't an error. Access through a
///   degradation rule or a temporary pass isn't listed.
/// - 400: `invalid_header_device_identifier`.
struct RetrieveProfiles: ProfileEndpoint {
    let route = Route(
        .retrieveProfiles, [.get], "/api/v2/{serviceProvider}/profiles", on: .loop, carriesSecrets: true)

    func profiles(_ call: RESTv2Call, mayEncrypt: Bool) throws -> [AppProfileListService.Listed] {
        try call.services.appProfileList.all(of: call.caller(), now: call.now, mayEncrypt: mayEncrypt)
    }
}

/// An endpoint that answers with profiles. A worker handles calls with an access token that is new to the server, with
/// a service token whose signature may have to be verified, or with attributes to encrypt.
protocol ProfileEndpoint: RESTv2Endpoint {
    /// Returns the profiles to answer with.
    ///
    /// - Throws: `EncryptionNeeded` if `mayEncrypt` is `false`.
    func profiles(_ call: RESTv2Call, mayEncrypt: Bool) throws -> [AppProfileListService.Listed]
}

extension ProfileEndpoint {
    func respondOnLoop(to exchange: Exchange) throws -> LoopAnswer {
        guard exchange.header(IdentityTokens.serviceToken) == nil,
            let call = try RESTv2Call(exchange, rememberedOnly: true)
        else { return .work { try respond(to: exchange) } }
        do {
            return .ready(ProfileMap(profiles: try profiles(call, mayEncrypt: false)).response())
        } catch is UserMetadataService.EncryptionNeeded {
            return .work { try answer(call) }
        }
    }

    func answer(_ call: RESTv2Call) throws -> HTTPResponse {
        ProfileMap(profiles: try profiles(call, mayEncrypt: true)).response()
    }
}

/// `GET /api/v2/{serviceProvider}/profiles/{mvpd}`: "Retrieve profile for specific mvpd" of REST API v2.
///
/// - Inputs: the path; `AP-Device-Identifier` (required); `AP-TempPass-Identity` (required for a promotional pass).
/// - Answers: 200 with at most one profile.
/// - 400: `invalid_header_device_identifier`, `invalid_parameter_mvpd`, `invalid_integration`,
///   `invalid_header_identity_for_temporary_access`. 403: a temporary pass is over or used up. 500: it is misconfigured.
struct RetrieveProfileForMVPD: ProfileEndpoint {
    let route = Route(
        .retrieveProfileForMVPD, [.get], "/api/v2/{serviceProvider}/profiles/{mvpd}", on: .loop,
        carriesSecrets: true)

    func profiles(_ call: RESTv2Call, mayEncrypt: Bool) throws -> [AppProfileListService.Listed] {
        let profile = try call.services.appProfileList.profile(
            of: call.caller(), at: call.mvpd(), now: call.now, mayEncrypt: mayEncrypt)
        return profile.map { [$0] } ?? []
    }
}

/// `GET /api/v2/{serviceProvider}/profiles/code/{code}`: "Retrieve profile for specific code" of REST API v2, which apps
/// poll while a user logs in.
///
/// - Inputs: the path; `AP-TempPass-Identity` (required for a promotional pass).
/// - Answers: 200 with the profile that the code's login gave the device, or with none until the login is complete.
/// - 400: `invalid_parameter_code`, `invalid_authentication_session`; and as for a specific MVPD.
struct RetrieveProfileForCode: ProfileEndpoint {
    let route = Route(
        .retrieveProfileForCode, [.get], "/api/v2/{serviceProvider}/profiles/code/{code}",
        // A missing code counts as a malformed one. This isn't a call for an MVPD with the name "code".
        "/api/v2/{serviceProvider}/profiles/code", on: .loop, carriesSecrets: true)

    func profiles(_ call: RESTv2Call, mayEncrypt: Bool) throws -> [AppProfileListService.Listed] {
        let code = try code(call)
        guard let mvpd = code.details[.mvpd], let owner = code.owner else { return [] }
        do {
            let profile = try call.services.appProfileList.profile(
                of: AppCaller(owner: owner, passHolder: call.passHolder), at: MVPDID(rawValue: mvpd), now: call.now,
                mayEncrypt: mayEncrypt)
            return profile.map { [$0] } ?? []
        } catch EntitlementFailure.partnerRefused {
            // The profile comes from a partner's login, not from this code's.
            return []
        }
    }

    private func code(_ call: RESTv2Call) throws -> RegistrationCode {
        try call.services.appSessions.used(
            call.code(), requestor: call.requestor, client: call.client.id, now: call.now)
    }
}
