import PassCore
import PassCrypto
import PassDomain
import PassEndpointKit
import PassHTTP
import PassSAML

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
    let samlKey: RSAPrivateKey

    func needsRequestorProof(_ exchange: Exchange) -> Bool { true }

    func answer(_ exchange: Exchange) throws -> HTTPResponse {
        let caller = try PlatformCaller(exchange.parameters)
        let started = try exchange.services.platformSignOn.begin(
            .init(
                requestor: caller.requestor, mvpd: caller.mvpd, deviceID: caller.deviceID,
                issuer: exchange.links.serviceEntity, answerURL: exchange.links.service(ConsumeAssertion.path)),
            now: exchange.now)
        guard let id = SAMLID(started.request.id) else { throw EntitlementFailure.sessionNotFound }
        let request = AuthnRequest(
            for: started.session, asked: started.request, id: id, at: started.mvpd, exchange)
        let fields = try POSTBinding.fields(for: request, relayState: nil, signedBy: samlKey)
        let body = JSONWriter.object { answer in
            answer.member("verificationCode", started.session.id.rawValue)
            for field in fields { answer.member(field.name, field.value) }
        }
        return HTTPResponse(
            .ok, fields: [.contentType: AnswerFormat.jsonType, .cacheControl: "no-store"], body: body)
    }
}
