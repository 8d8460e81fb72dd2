import PassCrypto
import PassDomain
import PassEndpointKit
import PassHTTP

/// `GET finish`: completes a login by JSON.
///
/// The answer is a form for the service, under OAuth 2.0 a 303 to it, or 400.
///
/// Query: `login` (required, from the JSON answer).
struct FinishLogin: MVPDEndpoint {
    let samlKey: RSAPrivateKey
    let logins: LoginSealer

    let route = Route(.finishLogin, [.get], "/_sim/mvpd/{mvpd}/finish", on: .worker, carriesSecrets: true)
    let pages: SimulatedMVPD.LoginPages? = .json

    func respond(to exchange: Exchange, at site: MVPDSite) throws -> HTTPResponse {
        let login = try logins.open(exchange.parameters, exchange, at: site)
        let steps = LoginSteps(samlKey: samlKey, logins: logins, site: site, exchange: exchange)
        return try steps.finish(login, as: steps.subscriber(of: login))
    }
}
