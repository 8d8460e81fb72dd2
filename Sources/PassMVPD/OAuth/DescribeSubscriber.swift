import PassCore
import PassCrypto
import PassDomain
import PassEndpointKit
import PassHTTP

/// `GET userinfo` (or POST): the subscriber's identifier and metadata that an access token gives access to (OpenID
/// Connect Core, section 5.3).
///
/// - The access token as `Authorization: Bearer`, or `access_token` in the body (RFC 6750, section 2).
/// - 200: `sub`; with the scope `profile`, the user metadata by key; after home-based authentication, `hba_status`.
/// - 400, 401, 403: `WWW-Authenticate: Bearer` with the error (RFC 6750, section 3.1), which the body repeats. A
///   request without a token, or with another scheme than `Bearer`, gets 401 without an error code.
struct DescribeSubscriber: OAuthEndpoint {
    let route = Route(
        .describeSubscriber, [.get, .post], "/_sim/mvpd/{mvpd}/userinfo", on: .worker, carriesSecrets: true)

    func answer(_ exchange: Exchange, at site: MVPDSite) throws -> HTTPResponse {
        let challenge = BearerChallenge(issuer: exchange.links.issuer(site.mvpd))
        let inBody = try exchange.bodyParameters.optional("access_token", longest: 8192)
        var token = inBody
        if let inField = exchange.header(.authorization).flatMap({ HTTPCredentials.text(of: $0, after: "bearer") }) {
            guard !inField.isEmpty else {
                return challenge.response(.badRequest, "invalid_request", "No access token follows the scheme.")
            }
            guard inBody == nil else {
                return challenge.response(.badRequest, "invalid_request", "The access token is sent in two ways.")
            }
            token = inField
        }
        guard let token else { return challenge.response() }
        let grants = site.mvpds.grants(of: site.mvpd.id, exchange.now)
        guard let (facts, subscriber) = try grants.open(token) else {
            return challenge.response(.unauthorized, "invalid_token", "The access token is no longer valid.")
        }
        guard facts.scopes.contains("openid") else {
            return challenge.response(.forbidden, "insufficient_scope", "The access token lacks the scope openid.")
        }
        var metadata = facts.scopes.contains("profile") ? subscriber.metadata : [:]
        if try grants.isHomeBased(facts) { metadata[UserMetadata.homeBasedKey] = .bool(true) }
        return OAuthAnswer.json { claims in
            claims.member("sub", subscriber.id.rawValue)
            for member in metadata where member.key != "sub" {
                claims.member(.text(member.key.string), member.value)
            }
        }
    }
}

/// The errors of a resource that an access token protects (RFC 6750, section 3).
private struct BearerChallenge {
    let issuer: String

    /// Returns the answer to a request without a token, or with another scheme, which names no error (section 3.1).
    func response() -> HTTPResponse {
        HTTPResponse(
            .unauthorized, fields: ["WWW-Authenticate": "Bearer realm=\"\(issuer)\"", .cacheControl: "no-store"])
    }

    func response(_ status: HTTPStatus, _ code: String, _ sentence: String) -> HTTPResponse {
        var response = OAuthAnswer.error(status, code, sentence)
        response.fields.append(
            "WWW-Authenticate",
            "Bearer realm=\"\(issuer)\", error=\"\(code)\", error_description=\"\(sentence)\"")
        return response
    }
}
