import PassCrypto
import PassDomain
import PassEndpointKit
import PassHTTP

/// `GET login`: the login form, for browsers that come from an earlier page of the login.
///
/// The answer is the page, or 400.
///
/// Query: `login` (required, from the earlier page). A user name or password in the query is ignored.
struct ShowLogin: MVPDEndpoint {
    let samlKey: RSAPrivateKey
    let logins: LoginSealer

    let route = Route(.showLogin, [.get], "/_sim/mvpd/{mvpd}/login", on: .worker)

    func respond(to exchange: Exchange, at site: MVPDSite) throws -> HTTPResponse {
        guard try exchange.parameters.optional(LoginSealer.field) != nil else {
            return ErrorPage("A login begins in the app. Start again there.", brand: site.brand).response()
        }
        var login = try logins.open(exchange.parameters, exchange, at: site)
        login.subscriber = nil
        return LoginSteps(samlKey: samlKey, logins: logins, site: site, exchange: exchange).form(login)
    }
}
