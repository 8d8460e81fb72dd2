import PassCore
import PassDomain
import PassEndpointKit
import PassHTTP
import PassXML

/// `POST session` (web) and `POST sessionDevice` (native): the device fetches its authN token (legacy protocol,
/// "session and sessionDevice").
///
/// - `requestor_id`, required. `reg_code`, else the cookie `JSESSIONID`: with both the code counts, even an unknown one.
///   With neither, `sessionDevice` takes a login that the device made by its platform.
/// - `device_id`, required on `sessionDevice`; `session` takes the header `ap_21`, else, unless every call must name its
///   device, the code's.
/// - 200: `<result><authnToken>…</authnToken><userMeta>…</userMeta></result>`, as often as it is asked for.
///   A temporary pass that has run out gives a token that is over already.
/// - 200 `pendingLogout`: `session` only; a browser has begun the login and nobody has signed in.
/// - 400: `<reason>34763</reason>`, no device. 401: `Data not found`. 403: a call with `device_id` without proof of
///   the requestor, where the policy wants one: `signed_requestor_id`, or an access token.
struct RetrieveSession: AdobeEndpoint {
    let kind: Device.Kind
    let style: AnswerStyle
    let route: Route

    init(kind: Device.Kind) {
        self.kind = kind
        style = kind == .native ? .nativeSession : .webSession
        route = .adobeService(kind, web: "session", native: "sessionDevice", [.get, .post], on: .loop)
    }

    func needsRequestorProof(_ exchange: Exchange) -> Bool {
        kind == .native || DeviceClaim.isNative(exchange)
    }

    /// A worker signs the token. Until somebody has signed in there is none, and devices ask every few seconds.
    func answerOnLoop(_ exchange: Exchange) throws -> LoopAnswer {
        let (login, device) = try login(exchange)
        return .work { try answer(exchange, login, device) }
    }

    func answer(_ exchange: Exchange) throws -> HTTPResponse {
        let (login, device) = try login(exchange)
        return try answer(exchange, login, device)
    }

    private func answer(
        _ exchange: Exchange, _ login: AuthenticationService.CompletedLogin, _ device: Device?
    ) throws -> HTTPResponse {
        let profile = try exchange.world.authentication.profile(
            of: login, device: device, kind: kind,
            fragments: kind == .web ? DeviceClaim.fragments(exchange) : nil, now: exchange.now)
        let metadata = try exchange.world.userMetadata.metadata(of: profile, now: exchange.now)
        return AdobeAnswer.xml { writer in
            writer.element("result") { result in
                result.element("authnToken", exchange.world.tokens.seal(profile))
                result.element("userMeta", metadata.json)
            }
        }
    }

    /// The completed login that the request names, and the device that it names itself.
    private func login(_ exchange: Exchange) throws -> (AuthenticationService.CompletedLogin, Device?) {
        let requestor = try exchange.parameters.requestor()
        let device = try DeviceClaim.read(exchange, kind: kind)
        let login = try exchange.world.authentication.login(
            of: correlation(exchange, device), requestor: requestor, now: exchange.now)
        return (login, device)
    }

    private func correlation(
        _ exchange: Exchange, _ device: Device?
    ) throws -> AuthenticationService.Correlation {
        if let code = try exchange.parameters.optional("reg_code") { return .registrationCode(code) }
        if let cookie = exchange.cookie("JSESSIONID") { return .cookie(SessionCookie(rawValue: cookie)) }
        guard kind == .native, let device else { throw EntitlementFailure.sessionNotFound }
        return .platform(deviceID: device.id)
    }
}
