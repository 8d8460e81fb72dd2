import PassCore
import PassDomain
import PassEndpointKit
import PassHTTP
import PassTokens
import PassXML

/// `POST authorize` (web) and `POST authorizeDevice` (native): whether a subscriber may watch a resource (legacy
/// protocol, "authorize and authorizeDevice").
///
/// - `resource_id` (a plain identifier or MRSS), `requestor_id`, `authentication_token`, `mso_id`, all required.
/// - `device_id`, required on `authorizeDevice`; else the header `ap_21`. `userMeta=1` requests user metadata.
/// - 200: `<result><authzToken>…</authzToken></result>`; or `<error>` with a message and `Authzf-Error-Code` (status
///   400 if the policy's `denialStatus` is 400); or `pendingLogout` for a token that is no longer accepted.
/// - 400: `<reason>34763</reason>`, no device. 403: a call with `device_id` without proof of the requestor, as for
///   `sessionDevice`.
struct Authorize: AdobeEndpoint {
    let kind: Device.Kind
    let style = AnswerStyle.authorization
    let route: Route

    init(kind: Device.Kind) {
        self.kind = kind
        route = .adobeService(kind == .native ? .authorizeDevice : .authorize)
    }

    func needsRequestorProof(_ exchange: Exchange) -> Bool {
        kind == .native || DeviceClaim.isNative(exchange)
    }

    func answer(_ exchange: Exchange) throws -> HTTPResponse {
        let parameters = exchange.parameters
        let text = try parameters.required("resource_id", controls: .lineBreaks)
        let requestor = try parameters.requestor()
        let proof = try parameters.required("authentication_token", controls: .any)
        let mvpd = try parameters.mvpd()
        let device = try DeviceClaim.read(exchange, kind: kind)
        let wantsMetadata = try parameters.optional("userMeta") == "1"
        let resource: Resource
        do {
            resource = try ResourceReader.read(requested: text)
        } catch {
            exchange.log(.denied(error, nil))
            return AdobeAnswer.denial(error, in: exchange)
        }
        // A document may contain line breaks. In a plain identifier, a line break would break the token, which is a
        // single line.
        if !resource.isMRSS { _ = try parameters.required("resource_id") }
        let answer = try exchange.services.authorization.authorize(
            .init(
                proof: proof, requestor: requestor, mvpd: mvpd, resource: resource, device: device, kind: kind,
                wantsMetadata: wantsMetadata),
            now: exchange.now)
        var response: HTTPResponse
        switch answer.outcome {
        case .denied(let denial):
            exchange.log(.denied(denial, resource))
            response = AdobeAnswer.denial(denial, in: exchange)
        case .permitted(let token):
            exchange.log(.permitted(resource))
            response = AdobeAnswer.xml { writer in
                writer.element("result") { result in
                    result.element("authzToken", token)
                    result.elementIfPresent("userMeta", answer.metadata?.json)
                }
            }
        }
        response.delay(milliseconds: answer.delayMilliseconds)
        return response
    }
}
