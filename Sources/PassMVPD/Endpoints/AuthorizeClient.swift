import PassCrypto
import PassDomain
import PassEndpointKit
import PassHTTP

/// `GET authorize` (or POST): a client requests a code (RFC 6749, section 4.1.1; OpenID Connect Core, section 3.1.2).
///
/// - `client_id` and `redirect_uri`, required: unless both are right, the answer is a page with 400 and no redirect.
/// - `response_type`, required: `code`. `state`: returned unchanged. `scope`: by default `openid profile`. `nonce`: for
///   the ID token.
/// - `prompt`: `none` never shows a page, any other value always shows the form. `max_age`: ignores an older session.
/// - `login_hint`: fills in the user name.
/// - `code_challenge` and `code_challenge_method` (`S256`, or by default `plain`): the code is exchanged only with the
///   right `code_verifier` (RFC 7636, section 4.3).
/// - 200: the login page. 303: to the redirect URI, with `error`, or with `code` if a subscriber is signed in.
struct AuthorizeClient: MVPDEndpoint {
    let samlKey: RSAPrivateKey
    let logins: LoginSealer

    let route = Route(.authorizeClient, [.get, .post], "/_sim/mvpd/{mvpd}/authorize", on: .worker)

    func respond(to exchange: Exchange, at site: MVPDSite) throws -> HTTPResponse {
        guard site.mvpd.style == .oauth2 else { return site.speaksNoOAuth }
        var request = try AuthorizationRequest(addressedBy: exchange, at: site)
        let parameters: AuthorizationParameters
        do {
            parameters = try AuthorizationParameters(exchange.parameters)
        } catch {
            return AuthorizationAnswer(site: site, request: request, now: exchange.now)
                .refuse(error)
        }
        request.scopes = parameters.scopes
        request.nonce = parameters.nonce
        request.challenge = parameters.challenge
        let requestor = MVPDClient(id: request.client)?.requestor
        let login = Login(
            request: .oauth(request),
            requestor: requestor.map { exchange.world.catalog.shownName(of: $0) },
            began: exchange.now)
        return try LoginSteps(samlKey: samlKey, logins: logins, site: site, exchange: exchange).begin(
            login, isForced: parameters.wantsForm, isPassive: parameters.prompts.contains(.none),
            longestAge: parameters.longestAge, username: parameters.username ?? "")
    }
}

extension MVPDSite {
    /// The answer at an OAuth 2.0 address of an MVPD with another login style.
    var speaksNoOAuth: HTTPResponse {
        ErrorPage("This provider doesn't support OAuth 2.0.", brand: brand).response(.notFound)
    }
}
