import PassCore
import PassCrypto
import PassDomain
import PassEndpointKit
import PassHTTP

/// `POST token`: a client exchanges a code, or requests a new access token (RFC 6749, sections 4.1.3 and 6).
///
/// - Client authentication by HTTP Basic, or `client_id` and `client_secret` in the body.
/// - `grant_type`, required: `authorization_code` with `code`, `redirect_uri` and, if the request for the code had a
///   challenge, `code_verifier` (RFC 7636, section 4.5); or `refresh_token` with `refresh_token` and optionally
///   `scope`.
/// - 200: tokens, including an ID token if the scopes include `openid`. 400, 401: an error (section 5.2).
struct IssueTokens: OAuthEndpoint {
    let key: IDTokenKey

    let route = Route(.issueTokens, [.post], "/_sim/mvpd/{mvpd}/token", on: .worker, carriesSecrets: true)

    func answer(_ exchange: Exchange, at site: MVPDSite) throws -> HTTPResponse {
        let parameters = try exchange.bodyParameters
        let client = try ClientAuthentication.client(of: exchange, parameters)
        let tokens = try tokens(parameters, client, exchange, site)
        let facts = tokens.facts
        return OAuthAnswer.json { answer in
            answer.member("access_token", tokens.access)
            answer.member("token_type", "Bearer")
            answer.member("expires_in", MVPDGrants.accessTokenTimeToLive.seconds)
            answer.member("refresh_token", tokens.refresh)
            answer.member("scope", facts.scopes.joined(separator: " "))
            if facts.scopes.contains("openid") {
                let token = IDToken(
                    tokens: tokens, issuer: exchange.links.issuer(site.mvpd), issued: exchange.now)
                answer.member("id_token", token.signed(with: key.of(exchange.world)))
            }
        }
    }

    private func tokens(
        _ parameters: Parameters, _ client: String, _ exchange: Exchange, _ site: MVPDSite
    ) throws -> MVPDGrants.Tokens {
        let grants = site.mvpds.grants(of: site.mvpd.id, exchange.now)
        switch try parameters.required("grant_type") {
        case "authorization_code":
            let code = try parameters.required("code", longest: 1024)
            let uri = try parameters.required("redirect_uri", longest: 1024)
            let verifier = try parameters.optional("code_verifier", longest: 1024)
            return try grants.redeem(code, redirectURI: uri, verifier: verifier, client: client)
        case "refresh_token":
            let token = try parameters.required("refresh_token", longest: 8192)
            let scope = try parameters.optional("scope", longest: 1024)
            return try grants.refresh(token, scopes: try scope.map(scopes), client: client)
        default:
            throw MVPDRefusal(
                .unsupportedGrantType, "This provider supports only the grants authorization_code and refresh_token.")
        }
    }

    private func scopes(_ text: String) throws -> [String] {
        guard let scopes = Scopes.read(text) else {
            throw MVPDRefusal(.invalidScope, "The parameter scope isn't a list of scopes.")
        }
        return scopes
    }
}
