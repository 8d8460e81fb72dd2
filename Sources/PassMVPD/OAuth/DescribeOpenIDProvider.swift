import PassCore
import PassDomain
import PassEndpointKit
import PassHTTP

/// `GET .well-known/openid-configuration`: an OAuth 2.0 MVPD's abilities and endpoints (OpenID Connect Discovery,
/// section 4; RFC 8414, section 2).
struct DescribeOpenIDProvider: OAuthEndpoint {
    let route = Route(
        .describeOpenIDProvider, [.get], "/_sim/mvpd/{mvpd}/.well-known/openid-configuration", on: .loop)

    private static let places: [(name: String, page: String)] = [
        ("authorization_endpoint", "authorize"), ("token_endpoint", "token"), ("userinfo_endpoint", "userinfo"),
        ("revocation_endpoint", "revoke"), ("end_session_endpoint", "logout"), ("jwks_uri", "jwks"),
    ]
    private static let abilities: [(name: String, values: [String])] = [
        ("scopes_supported", ["openid", "profile"]), ("response_types_supported", ["code"]),
        ("response_modes_supported", ["query"]), ("grant_types_supported", ["authorization_code", "refresh_token"]),
        ("subject_types_supported", ["public"]), ("id_token_signing_alg_values_supported", ["RS256"]),
        ("token_endpoint_auth_methods_supported", ["client_secret_basic", "client_secret_post"]),
        ("revocation_endpoint_auth_methods_supported", ["client_secret_basic", "client_secret_post"]),
        ("code_challenge_methods_supported", CodeChallenge.Method.allCases.map(\.rawValue)),
        ("prompt_values_supported", ["none", "login", "consent", "select_account"]),
    ]

    func answer(_ exchange: Exchange, at site: MVPDSite) throws -> HTTPResponse {
        OAuthAnswer.json { provides in
            provides.member("issuer", exchange.links.issuer(site.mvpd))
            for (name, page) in Self.places { provides.member(.text(name), exchange.links.mvpd(site.mvpd, page)) }
            for (name, values) in Self.abilities { provides.member(.text(name), values) }
            provides.member("claims_parameter_supported", false)
            provides.member("request_parameter_supported", false)
            provides.member("request_uri_parameter_supported", false)
        }
    }
}
