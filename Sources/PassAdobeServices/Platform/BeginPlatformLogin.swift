import PassCore
import PassDomain
import PassEndpointKit
import PassHTTP

/// `POST /adobe-services/tokens/verificationCode`: a device begins a login through its platform.
///
/// Experimental: the real interface isn't public, and this one is the simulator's own (legacy protocol, "Apple SSO").
///
/// - `requestor_id`, `mso_id`, `device_id`, required; `requestor`, `mvpd` and `deviceId` are accepted in their place.
/// - 200: `{"verificationCode":"…","SAMLRequest":"…"}`. The code is opaque. The platform posts the request, which is
///   base64, to the MVPD, or to its proxy if it has one.
/// - 400: `{"error":"invalid_request"}`, with a description for an MVPD without platform sign-on or without SAML.
struct BeginPlatformLogin: AdobeEndpoint {
    let requestorNames = PlatformCaller.requestorNames
    let style = AnswerStyle.json
    let route = Route(
        .beginPlatformLogin, [.post], "/adobe-services[/1.0]/tokens/verificationCode", on: .worker,
        carriesSecrets: true)
    let messages: PlatformMessages

    func needsRequestorProof(_ exchange: Exchange) -> Bool { true }

    func answer(_ exchange: Exchange) throws -> HTTPResponse {
        let caller = try PlatformCaller(exchange.parameters)
        let begun = try messages.begin(caller.requestor, caller.mvpd, deviceID: caller.deviceID, exchange)
        let body = JSONWriter.object { answer in
            answer.member("verificationCode", begun.session.rawValue)
            answer.member("SAMLRequest", begun.request)
        }
        return HTTPResponse(
            .ok, fields: [.contentType: AnswerFormat.jsonType, .cacheControl: "no-store"], body: body)
    }
}
