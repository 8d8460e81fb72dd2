import PassCrypto
import PassDomain
import PassEndpointKit
import PassHTTP

/// `POST revoke`: a client gives a token back (RFC 7009, section 2).
///
/// - Client authentication as at the token endpoint. `token`, required: of either kind, and all of its grant goes with it.
/// - `token_type_hint`: isn't needed, since a token tells its kind.
/// - 200: it counts no more, also when it never did. 400, 401: an error (RFC 6749, section 5.2).
struct RevokeToken: OAuthEndpoint {
    let sealer: Sealer

    let route = Route("RevokeToken", [.post], "/_sim/mvpd/{mvpd}/revoke", on: .worker, carriesSecrets: true)

    func answer(_ exchange: Exchange, at provider: Provider) throws -> HTTPResponse {
        let parameters = try exchange.bodyParameters
        let client = try ClientAuthentication.client(of: exchange, parameters)
        let token = try parameters.required("token", longest: 8192)
        try ProviderGrants(mvpd: provider.mvpd.id, world: exchange.world, sealer: sealer, now: exchange.now)
            .revoke(token, client: client)
        return HTTPResponse(fields: [.cacheControl: "no-store"])
    }
}
