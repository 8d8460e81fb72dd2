import PassCore
import PassCrypto
import PassDomain
import PassEndpointKit
import PassHTTP
import PassTokens

/// `POST|GET /tvs/v1/sign`: checks a media token as a programmer's server does, and signs the stream's URL (legacy
/// protocol, "/tvs/v1/sign").
///
/// - `mediaToken`: base64 of the token; `resource`: base64 of the resource; `url`: an http or https URL; all required.
/// - `cdn`, `format`: accepted, in practice `akamai` and `json`, and ignored: the answer is always text.
/// - 200: the URL with a stand-in for the CDN's signature in its query, made without a key. 400: a parameter is missing
///   or malformed.
/// - 403: the token's status, such as `TOKEN_EXPIRED`. The token is invalid, is for another resource, or was presented
///   before.
struct SignStreamURL: AdobeEndpoint {
    let style = AnswerStyle.text
    let route = Route(
        .signStreamURL, [.get, .post], "/tvs/v1/sign", on: .worker, carriesSecrets: true, content: .document)

    func answer(_ exchange: Exchange) throws -> HTTPResponse {
        let token = try decoded("mediaToken", exchange)
        let resource = try decoded("resource", exchange)
        let url = try exchange.parameters.required("url")
        guard let reference = URIReference(url), reference.host != nil,
            ["http", "https"].contains(reference.scheme?.asciiLowercased)
        else { throw EntitlementFailure.malformedParameter("url", reason: "isn't an http or https URL") }
        let verdict = try exchange.services.mediaTokens.present(
            token, resource: resource, requestor: nil, now: exchange.now)
        guard case .valid(let opened) = verdict else {
            exchange.log(.refused(VerdictName.of(verdict)))
            return HTTPResponse(.forbidden, text: VerdictName.of(verdict))
        }
        let expires = opened.expires.seconds
        let digest = Hex.encode(Digest.sha256("\(url)~exp=\(expires)~\(token)".utf8))
        let whole = url.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
        let separator = whole[0].contains("?") ? "&" : "?"
        return HTTPResponse(text: "\(whole[0])\(separator)hdnea=exp=\(expires)~acl=/*~hmac=\(digest)")
    }

    private func decoded(_ name: String, _ exchange: Exchange) throws -> String {
        let text = try exchange.parameters.required(name, controls: .lineBreaks)
        guard let bytes = Base64.decodeLeniently(text) else {
            throw EntitlementFailure.malformedParameter(name, reason: "isn't base64")
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
