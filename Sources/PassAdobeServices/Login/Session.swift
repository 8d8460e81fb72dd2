import PassCore
import PassDomain
import PassEndpointKit
import PassHTTP
import PassXML

/// `POST session` (web) and `POST sessionDevice` (native): the device fetches its authN token (legacy protocol,
/// "session and sessionDevice").
///
/// - `requestor_id`, required. `reg_code`, else the cookie `JSESSIONID`, identifies the login: if both are present, the
///   code decides, even an unknown one. Without either, `sessionDevice` takes a login that the device made through its
///   platform.
/// - `device_id`, required on `sessionDevice` and optional on `session`. On `session`, the header `ap_21` may name the
///   device instead. Without either, the device is the code's, unless the policy demands that every call names its
///   device.
/// - 200: `<result><authnToken>…</authnToken><userMeta>…</userMeta></result>`, as often as it is requested. A temporary
///   pass that has run out gives a token that has already expired.
/// - 200 `pendingLogout`: `session` only; a browser has begun the login, and no subscriber has signed in yet.
/// - 400: `<reason>34763</reason>`, no device. 401: `Data not found`. 403: a call with `device_id` lacks the proof of
///   the requestor that the policy requires: `signed_requestor_id`, or an access token.
struct Session: AdobeEndpoint {
    let kind: Device.Kind
    let style: AnswerStyle
    let route: Route

    init(kind: Device.Kind) {
        self.kind = kind
        style = kind == .native ? .nativeSession : .webSession
        route = .adobeService(kind == .native ? .sessionDevice : .session, [.get, .post], on: .loop)
    }

    func needsRequestorProof(_ exchange: Exchange) -> Bool {
        kind == .native || DeviceClaim.isNative(exchange)
    }

    /// Looks up the login on the loop and leaves signing the token to a worker.
    ///
    /// Devices ask every few seconds, and before the subscriber has signed in there is no token to sign.
    func answerOnLoop(_ exchange: Exchange) throws -> LoopAnswer {
        let (login, device) = try login(exchange)
        return .work { try answer(exchange, login, device) }
    }

    func answer(_ exchange: Exchange) throws -> HTTPResponse {
        let (login, device) = try login(exchange)
        return try answer(exchange, login, device)
    }

    private func answer(
        _ exchange: Exchange, _ login: ProfileService.CompletedLogin, _ device: Device?
    ) throws -> HTTPResponse {
        let profile = try exchange.services.profiles.profile(
            of: login, device: device, kind: kind,
            fragments: kind == .web ? DeviceClaim.fragments(exchange) : nil, now: exchange.now)
        let metadata = try exchange.services.userMetadata.metadata(
            of: profile, for: login.requestor, now: exchange.now)
        return AdobeAnswer.xml { writer in
            writer.element("result") { result in
                result.element("authnToken", exchange.ports.tokens.seal(profile))
                result.element("userMeta", metadata.json)
            }
        }
    }

    /// Finds the completed login that the request identifies, and reads the device that it names.
    private func login(_ exchange: Exchange) throws -> (ProfileService.CompletedLogin, Device?) {
        let requestor = try exchange.parameters.requestor()
        let device = try DeviceClaim.read(exchange, kind: kind)
        let login = try exchange.services.profiles.login(
            of: correlation(exchange, device), requestor: requestor, now: exchange.now)
        return (login, device)
    }

    /// Returns the means by which the request identifies its login: code, cookie or device, in this order.
    private func correlation(
        _ exchange: Exchange, _ device: Device?
    ) throws -> ProfileService.Correlation {
        if let code = try exchange.parameters.optional("reg_code") { return .registrationCode(code) }
        if let cookie = exchange.cookie("JSESSIONID") { return .cookie(SessionCookie(rawValue: cookie)) }
        guard kind == .native, let device else { throw EntitlementFailure.sessionNotFound }
        return .platform(deviceID: device.id)
    }
}
