import PassCrypto
import PassDomain
import PassEndpointKit
import PassHTTP

/// `POST login`: receives the login form.
///
/// Until the subscriber has signed in, the answer is the form again. After that it is the next page of this MVPD, or
/// the answer for the service (a form, under OAuth 2.0 a 303).
///
/// Form: `login` (required, from the page's field or the address of its form), `username`, `password`. Without the last
/// two the answer is the form as first shown, since clients without a browser post every form's hidden fields before
/// they recognize the login form. An MVPD that asks for user name and password on two pages accepts both at once as a
/// complete login. On its second page, the field `back` leads back to the first one.
struct SignIn: MVPDEndpoint {
    let samlKey: RSAPrivateKey
    let logins: LoginSealer

    let route = Route(.signIn, [.post], "/_sim/mvpd/{mvpd}/login", on: .worker, carriesSecrets: true)

    func respond(to exchange: Exchange, at site: MVPDSite) throws -> HTTPResponse {
        var login = try logins.open(exchange.parameters, exchange, at: site)
        login.subscriber = nil
        return try LoginSteps(samlKey: samlKey, logins: logins, site: site, exchange: exchange)
            .enter(Credentials(exchange.parameters, entered: login.username), login)
    }
}
