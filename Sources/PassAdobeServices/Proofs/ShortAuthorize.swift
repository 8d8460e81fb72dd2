import PassCore
import PassDomain
import PassEndpointKit
import PassHTTP

/// `POST shortAuthorize` (web) and `POST deviceShortAuthorize` (native): issues a media token for an authZ token
/// (legacy protocol, "shortAuthorize and deviceShortAuthorize").
///
/// - `authz_token`, `requestor_id`, `session_guid`, all required; the GUID is not checked. `mso_id`, optional, is
///   checked.
/// - `device_id`, required on `deviceShortAuthorize`; else the header `ap_21`.
/// - 200: the media token as plain text; or `pendingLogout`, or `<error>`.
/// - 400: `<reason>34763</reason>`, no device. 403: a call with `device_id` without proof of the requestor, as for
///   `sessionDevice`.
struct ShortAuthorize: AdobeEndpoint {
    let kind: Device.Kind
    let style = AnswerStyle.authorization
    let route: Route

    init(kind: Device.Kind) {
        self.kind = kind
        route = .adobeService(kind == .native ? .deviceShortAuthorize : .shortAuthorize)
    }

    func needsRequestorProof(_ exchange: Exchange) -> Bool {
        kind == .native || DeviceClaim.isNative(exchange)
    }

    func answer(_ exchange: Exchange) throws -> HTTPResponse {
        let parameters = exchange.parameters
        let token = try exchange.services.mediaTokens.issue(
            .init(
                decision: try parameters.required("authz_token", controls: .any),
                requestor: try parameters.requestor(),
                mvpd: try parameters.mvpdIfPresent(),
                device: try DeviceClaim.read(exchange, kind: kind), kind: kind,
                sessionGUID: try parameters.required("session_guid")),
            now: exchange.now)
        return HTTPResponse(text: token)
    }
}
