import PassCrypto
import PassDomain
import PassEndpointKit
import PassHTTP

/// `POST revoke`: a client revokes a token (RFC 7009, section 2).
///
/// - Client authentication as at the token endpoint. `token`, required: an access or refresh token, whose whole grant
///   is revoked.
/// - `token_type_hint`: ignored, since a token reveals its kind.
/// - 200: the token is no longer valid, or it never was. 400, 401: an error (RFC 6749, section 5.2), such as
///   `invalid_grant` for a token of another client.
struct RevokeToken: OAuthEndpoint {
    let route = Route(.revokeToken, [.post], "/_sim/mvpd/{mvpd}/revoke", on: .worker, carriesSecrets: true)

    func answer(_ exchange: Exchange, at site: MVPDSite) throws -> HTTPResponse {
        let parameters = try exchange.bodyParameters
        let client = try ClientAuthentication.client(of: exchange, parameters)
        let token = try parameters.required("token", longest: 8192)
        try site.mvpds.grants(of: site.mvpd.id, exchange.now).revoke(token, client: client)
        return HTTPResponse(fields: [.cacheControl: "no-store"])
    }
}
