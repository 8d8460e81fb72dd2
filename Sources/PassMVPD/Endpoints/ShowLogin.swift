import PassCrypto
import PassEndpointKit
import PassHTTP

/// `GET login`: the login form, for those who came over a page before it. Answers: the page, or 400.
///
/// Query: `login` (required, from the page before). A user name or password in it counts for nothing.
struct ShowLogin: ProviderEndpoint {
    let samlKey: RSAPrivateKey
    let logins: LoginSealer

    let route = Route("ShowLogin", [.get], "/_sim/mvpd/{mvpd}/login", on: .worker)

    func respond(to exchange: Exchange, at provider: Provider) throws -> HTTPResponse {
        guard try exchange.parameters.optional(LoginSealer.field) != nil else {
            return ErrorPage("A login begins in the app. Start again there.", brand: provider.brand).response()
        }
        var login = try logins.open(exchange.parameters, exchange, at: provider)
        login.subscriber = nil
        return LoginSteps(samlKey: samlKey, logins: logins, provider: provider, exchange: exchange).form(login)
    }
}
