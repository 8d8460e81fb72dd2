import PassCrypto
import PassDomain
import PassEndpointKit
import PassHTTP
import PassSAML

/// A login's way through its MVPD, as far as one request takes it.
struct LoginSteps {
    /// Signs the answer.
    let samlKey: RSAPrivateKey
    let logins: LoginSealer
    let provider: Provider
    let exchange: Exchange

    private var sessions: BrowserSessions { BrowserSessions(provider: provider, exchange: exchange) }

    /// What the service's request leads to: an answer at once where somebody is signed in already, else the first page.
    ///
    /// - Parameters:
    ///   - isForced: somebody has to sign in anew.
    ///   - isPassive: nobody may be asked for anything (both: SAML Core, section 3.4.1).
    func begin(_ login: Login, isForced: Bool, isPassive: Bool) throws -> HTTPResponse {
        if !isForced, let signedIn = try sessions.resume() { return try accept(signedIn, login) }
        if isPassive { return try answer(login).refuse(SAMLStatus(.responder, .noPassive)) }
        return form(login).response()
    }

    /// What was typed into the login form.
    func enter(_ credentials: Credentials, _ login: Login) throws -> HTTPResponse {
        switch credentials.outcome(at: provider.mvpd.id, in: exchange.world.catalog) {
        case .notAsked:
            return form(login).response()
        case .problem(let problem):
            var page = form(login)
            page.username = credentials.username ?? ""
            page.problem = problem
            return page.response()
        case .accepted(let subscriber):
            var response = try finish(login, as: subscriber)
            response.delay(milliseconds: subscriber.signInDelayMilliseconds)
            return response
        }
    }

    /// The answer for a subscriber who has done all that the MVPD wants.
    private func finish(_ login: Login, as subscriber: Subscriber) throws -> HTTPResponse {
        guard subscriber.signIn != .breaks else {
            return try answer(login).refuse(
                SAMLStatus(.responder, .authnFailed, message: "The provider can't sign anybody in at the moment."))
        }
        return try accept(sessions.begin(for: subscriber), login)
    }

    private func accept(_ signedIn: SignedIn, _ login: Login) throws -> HTTPResponse {
        var response = try answer(login).accept(signedIn)
        sessions.remember(signedIn, in: &response)
        return response
    }

    private func answer(_ login: Login) -> LoginAnswer {
        LoginAnswer(provider: provider, login: login, world: exchange.world, now: exchange.now, samlKey: samlKey)
    }

    private func form(_ login: Login) -> LoginPage {
        LoginPage(login, sealedBy: logins, at: provider, in: exchange.world)
    }
}
