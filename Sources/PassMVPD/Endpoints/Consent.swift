import PassCrypto
import PassDomain
import PassEndpointKit
import PassHTTP

/// `POST consent`: the page that asks whether the programmer may know who signed in.
///
/// The response is the MVPD's answer for the service (a form, under OAuth 2.0 a 303), or the page again.
///
/// Form: `login` (required, from the page's field or the address of its form); `decision`: `allow`, or `deny`, which
/// ends the login with the SAML status `RequestDenied`, under OAuth 2.0 with the error `access_denied`.
struct Consent: MVPDEndpoint {
    let samlKey: RSAPrivateKey
    let logins: LoginSealer

    let route = Route(.consent, [.post], "/_sim/mvpd/{mvpd}/consent", on: .worker, carriesSecrets: true)
    let pages: SimulatedMVPD.LoginPages? = .consent

    func respond(to exchange: Exchange, at site: MVPDSite) throws -> HTTPResponse {
        let login = try logins.open(exchange.parameters, exchange, at: site)
        let steps = LoginSteps(samlKey: samlKey, logins: logins, site: site, exchange: exchange)
        let subscriber = try steps.subscriber(of: login)
        switch try exchange.parameters.optional(ConsentPage.field) {
        case ConsentPage.allow: return try steps.finish(login, as: subscriber)
        case ConsentPage.deny: return try steps.deny(login)
        default: return steps.consent(login)
        }
    }
}
