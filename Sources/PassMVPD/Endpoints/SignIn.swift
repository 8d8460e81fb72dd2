import PassCrypto
import PassDomain
import PassEndpointKit
import PassHTTP
import PassSAML

/// `POST login`: the login form. Answers: the same page while nobody has signed in, else a form for the service.
///
/// Form: `login` (required, from the page), `username`, `password`. Without the last two it is the page's first view
/// again: clients without a browser post every form's hidden fields before they know that it is the login.
struct SignIn: ProviderEndpoint {
    let samlKey: RSAPrivateKey
    let logins: LoginSealer

    let route = Route("SignIn", [.post], "/_sim/mvpd/{mvpd}/login", on: .worker, carriesSecrets: true)

    func respond(to exchange: Exchange, at provider: Provider) throws -> HTTPResponse {
        let login = try logins.open(exchange, at: provider)
        let credentials = try Credentials(exchange.parameters)
        let answer = LoginAnswer(
            provider: provider, login: login, world: exchange.world, now: exchange.now, samlKey: samlKey)
        var response: HTTPResponse
        switch credentials.outcome(in: exchange.world.catalog) {
        case .notAsked:
            return LoginPage(login, sealedBy: logins, at: provider, in: exchange.world).response()
        case .problem(let problem):
            var page = LoginPage(login, sealedBy: logins, at: provider, in: exchange.world)
            page.username = credentials.username ?? ""
            page.problem = problem
            return page.response()
        case .accepted(let subscriber):
            response = try answer.accept(subscriber)
            response.delay(milliseconds: subscriber.signInDelayMilliseconds)
        case .broken(let subscriber):
            response = try answer.refuse(
                SAMLStatus(.responder, .authnFailed, message: "The provider can't sign anybody in at the moment."))
            response.delay(milliseconds: subscriber.signInDelayMilliseconds)
        }
        return response
    }
}

extension HTTPResponse {
    fileprivate mutating func delay(milliseconds: Int) {
        if milliseconds > 0 { delivery = .delayed(milliseconds: milliseconds) }
    }
}
