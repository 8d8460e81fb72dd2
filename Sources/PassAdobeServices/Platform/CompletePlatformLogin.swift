import PassCrypto
import PassDomain
import PassEndpointKit
import PassHTTP

/// `POST /adobe-services/tokens`: a device delivers the MVPD's answer to a login through its platform.
///
/// Experimental: the fields are those of REST API v1, `/api/v1/tokens/authn` (legacy protocol, "Apple SSO").
///
/// - `requestor_id`, `mso_id`, `device_id`, required; `requestor`, `mvpd` and `deviceId` are accepted in their place.
/// - `SAMLResponse`, required: base64. `verificationCode`: identifies the login, by default the device's latest.
///   `deviceType`: ignored.
/// - 204: the login is complete, and `sessionDevice` returns the device's token without a code or cookie.
/// - 400: `{"error":"invalid_request"}`, with a description when the answer isn't acceptable. 401: `Data not found`,
///   the device has begun no such login. 403: no proof of the requestor, as for `sessionDevice`.
struct CompletePlatformLogin: AdobeEndpoint {
    let requestorNames = PlatformCaller.requestorNames
    let style = AnswerStyle.json
    let route = Route(
        .completePlatformLogin, [.post], "/adobe-services[/1.0]/tokens", on: .worker, carriesSecrets: true,
        content: .document)
    let messages: PlatformMessages

    func needsRequestorProof(_ exchange: Exchange) -> Bool { true }

    func answer(_ exchange: Exchange) throws -> HTTPResponse {
        let caller = try PlatformCaller(exchange.parameters)
        let text = try exchange.parameters.required("SAMLResponse", controls: .lineBreaks)
        let code = try exchange.parameters.optional("verificationCode")
        _ = try exchange.parameters.optional("deviceType", longest: Parameters.longestIdentifier)
        _ = try messages.complete(
            caller.requestor, caller.mvpd, deviceID: caller.deviceID, answer: text, exchange
        ) { id in
            code.map { ConstantTime.equal(Array($0.utf8), Array(id.rawValue.utf8)) } ?? true
        }
        return HTTPResponse(.noContent)
    }
}
