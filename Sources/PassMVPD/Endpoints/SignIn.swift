import PassCrypto
import PassEndpointKit
import PassHTTP

/// `POST login`: the login form. Answers: the same page while nobody has signed in, else what follows it: another page of
/// this MVPD, or the answer for the service (a form, under OAuth 2.0 a 303).
///
/// Form: `login` (required, from the page's field or its form's address), `username`, `password`. Without the last two it is
/// the page's first view again: clients without a browser post every form's hidden fields before they know that it is the login. Where user
/// name and password are asked for on two pages, both at once are a whole login, and `back` shows the first page.
struct SignIn: ProviderEndpoint {
    let samlKey: RSAPrivateKey
    let logins: LoginSealer

    let route = Route("SignIn", [.post], "/_sim/mvpd/{mvpd}/login", on: .worker, carriesSecrets: true)

    func respond(to exchange: Exchange, at provider: Provider) throws -> HTTPResponse {
        var login = try logins.open(exchange.parameters, exchange, at: provider)
        login.subscriber = nil
        return try LoginSteps(samlKey: samlKey, logins: logins, provider: provider, exchange: exchange)
            .enter(Credentials(exchange.parameters, entered: login.username), login)
    }
}
