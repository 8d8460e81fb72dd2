import PassCrypto
import PassDomain
import PassEndpointKit
import PassHTTP

/// `GET authorize` (or POST): a client asks for a code (RFC 6749, section 4.1.1; OpenID Connect Core, section 3.1.2).
///
/// - `client_id` and `redirect_uri`, required: a page with 400 and no redirect until both are right.
/// - `response_type`, required: `code`. `state`: comes back. `scope`: `openid profile` if absent. `nonce`: for the ID token.
/// - `prompt`: `none` shows nothing, any other value always the form. `max_age`: an older session doesn't count.
/// - `login_hint`: fills in the user name.
/// - 200: the login page. 303: to the redirect URI with `error`; with `code` when somebody is signed in.
struct AuthorizeClient: ProviderEndpoint {
    let samlKey: RSAPrivateKey
    let logins: LoginSealer

    let route = Route("AuthorizeClient", [.get, .post], "/_sim/mvpd/{mvpd}/authorize", on: .worker)

    func respond(to exchange: Exchange, at provider: Provider) throws -> HTTPResponse {
        guard provider.mvpd.style == .oauth2 else { return provider.speaksNoOAuth }
        var request = try AuthorizationRequest(addressedBy: exchange, at: provider)
        let wish: AuthorizationWish
        do {
            wish = try AuthorizationWish(exchange.parameters)
        } catch {
            return AuthorizationAnswer(provider: provider, request: request, world: exchange.world, now: exchange.now)
                .refuse(error)
        }
        request.scopes = wish.scopes
        request.nonce = wish.nonce
        let requestor = ProviderClient(id: request.client)?.requestor
        let login = Login(
            request: .oauth(request),
            requestor: requestor.map { exchange.world.catalog.shownName(of: $0) },
            began: exchange.now)
        return try LoginSteps(samlKey: samlKey, logins: logins, provider: provider, exchange: exchange).begin(
            login, isForced: wish.wantsForm, isPassive: wish.prompts.contains(.none),
            longestAge: wish.longestAge, username: wish.username ?? "")
    }
}

extension Provider {
    /// The answer at an OAuth 2.0 address of an MVPD that is asked otherwise.
    var speaksNoOAuth: HTTPResponse {
        ErrorPage("This provider does not speak OAuth 2.0.", brand: brand).response(.notFound)
    }
}
