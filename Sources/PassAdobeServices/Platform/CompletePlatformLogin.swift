import PassCrypto
import PassDomain
import PassEndpointKit
import PassHTTP
import PassSAML

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
    let samlKey: RSAPublicKey

    func needsRequestorProof(_ exchange: Exchange) -> Bool { true }

    func answer(_ exchange: Exchange) throws -> HTTPResponse {
        let caller = try PlatformCaller(exchange.parameters)
        let text = try exchange.parameters.required("SAMLResponse", controls: .lineBreaks)
        let code = try exchange.parameters.optional("verificationCode")
        _ = try exchange.parameters.optional("deviceType", longest: Parameters.longestIdentifier)
        let id = try exchange.services.platformSignOn.pending(
            requestor: caller.requestor, mvpd: caller.mvpd, deviceID: caller.deviceID, now: exchange.now)
        if let code, !ConstantTime.equal(Array(code.utf8), Array(id.rawValue.utf8)) {
            throw EntitlementFailure.sessionNotFound
        }
        let message: PostedMessage
        do {
            message = try PostedMessage(fields: [(name: "SAMLResponse", value: text)])
        } catch {
            throw EntitlementFailure.loginRefused("The provider's answer can't be read. \(error)")
        }
        if case .nobody(_, let refusal) = try AssertionCheck(samlKey: samlKey).complete(id, with: message.xml, exchange)
        {
            throw EntitlementFailure.loginRefused("\(refusal)")
        }
        return HTTPResponse(.noContent)
    }
}
