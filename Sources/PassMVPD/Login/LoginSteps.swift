import PassCore
import PassCrypto
import PassDomain
import PassEndpointKit
import PassHTTP

/// A login's way through the pages of its MVPD, as far as one request takes it.
struct LoginSteps {
    /// Signs the answer.
    let samlKey: RSAPrivateKey
    let logins: LoginSealer
    let provider: Provider
    let exchange: Exchange

    /// What the service's request leads to: an answer at once where somebody is signed in already, else the first page.
    ///
    /// - Parameters:
    ///   - isForced: somebody has to sign in anew.
    ///   - isPassive: nobody may be asked for anything (both: SAML Core, section 3.4.1).
    ///   - longestAge: how long ago somebody may have signed in (OpenID Connect Core, section 3.1.2.1).
    ///   - username: what the form shows first, where the login begins on the form.
    func begin(
        _ login: Login, isForced: Bool, isPassive: Bool, longestAge: TimeToLive? = nil, username: String = ""
    ) throws -> HTTPResponse {
        if !isForced, let signedIn = try sessions.resume(),
            longestAge.map({ exchange.now - signedIn.session.began <= $0 }) ?? true
        {
            return try accept(signedIn, login)
        }
        if isPassive { return try answer(login).refuse(.nobodyThere) }
        switch provider.mvpd.pages {
        case .form, .json, .consent: return form(login, username: username)
        case .twoPages:
            // An address of its own, for a browser can't go back to the answer to a post.
            return Self.redirect(to: provider.url("login", sealed(login)))
        case .metaRefresh:
            // Clients without a browser post the form with name and password, and never see the one behind it.
            return refresh(to: "login", login)
        case .scriptRedirect:
            return ScriptRedirectPage(url: provider.url("login", sealed(login)), brand: provider.brand).response()
        case .bookends:
            // Clients ask for the same address again, with the page's hidden inputs as the query.
            return Self.redirect(to: provider.url("bookend", sealed(login)))
        }
    }

    private static func redirect(to url: String) -> HTTPResponse {
        HTTPResponse(.seeOther, fields: [.location: url, .cacheControl: "no-store"])
    }

    /// A page that goes on by itself to another one, and has a form for those who post each page's first.
    func refresh(
        to page: String, _ login: Login, more: [(name: String, value: String)] = []
    ) -> HTTPResponse {
        let sealed = seal(login)
        let fields = [(name: LoginSealer.field, value: sealed)]
        return RefreshPage(
            url: provider.url(page, fields), form: (provider.action(page, sealed), fields + more), brand: provider.brand
        ).response()
    }

    /// The form on which a login begins, with what is wrong with the last try.
    func form(_ login: Login, username: String = "", _ problem: LoginPage.Problem? = nil) -> HTTPResponse {
        var login = login
        login.username = nil
        var page = self.page(login, username, problem)
        if provider.mvpd.pages == .twoPages { page.fields = .username }
        return page.response()
    }

    /// What was typed into the login form.
    func enter(_ credentials: Credentials, _ login: Login) throws -> HTTPResponse {
        let username = credentials.username ?? ""
        if credentials.wantsFirstPage { return form(login, username: username) }
        if provider.mvpd.pages == .twoPages, !username.isEmpty, !credentials.passwordWasAsked {
            return passwordForm(login, username, nil)
        }
        switch credentials.outcome(at: provider.mvpd.id, in: exchange.world.catalog) {
        case .notAsked: return form(login)
        case .problem(let problem):
            guard provider.mvpd.pages == .twoPages else { return form(login, username: username, problem) }
            return username.isEmpty ? form(login, .noUsername) : passwordForm(login, username, problem)
        case .accepted(let subscriber):
            var response = try goOn(login, as: subscriber)
            response.delay(milliseconds: subscriber.signInDelayMilliseconds)
            return response
        }
    }

    /// What follows the right password.
    private func goOn(_ login: Login, as subscriber: Subscriber) throws -> HTTPResponse {
        guard subscriber.signIn != .breaks else { return try finish(login, as: subscriber) }
        switch provider.mvpd.pages {
        case .form, .twoPages, .metaRefresh, .scriptRedirect, .json: return try finish(login, as: subscriber)
        case .bookends:
            return RefreshPage(
                url: provider.url("bookend", sealed(login.signedIn(subscriber))), brand: provider.brand
            ).response()
        case .consent: return consent(login.signedIn(subscriber))
        }
    }

    /// The page that asks for consent.
    func consent(_ login: Login) -> HTTPResponse {
        ConsentPage(provider: provider, login: login, sealed: seal(login)).response()
    }

    /// The answer for a subscriber who has done all that the MVPD wants.
    func finish(_ login: Login, as subscriber: Subscriber) throws -> HTTPResponse {
        guard subscriber.signIn != .breaks else {
            return try answer(login).refuse(.broken)
        }
        return try accept(sessions.begin(for: subscriber), login)
    }

    /// The answer for a subscriber who doesn't want the programmer to know.
    func deny(_ login: Login) throws -> HTTPResponse {
        try answer(login).refuse(.denied)
    }

    /// Who has signed in on the page before.
    ///
    /// - Throws: `EntitlementFailure.loginRefused` for a login in which nobody has.
    func subscriber(of login: Login) throws(EntitlementFailure) -> Subscriber {
        guard let subscriber = login.subscriber.flatMap({ exchange.world.catalog.subscribers[$0] }),
            subscriber.hasAccount(at: provider.mvpd.id)
        else { throw .loginRefused("Nobody has signed in yet. Start again from the app.") }
        return subscriber
    }

    /// The login as a hidden field, or as the query of an address.
    func sealed(_ login: Login) -> [(name: String, value: String)] {
        [(LoginSealer.field, seal(login))]
    }

    private var sessions: BrowserSessions { BrowserSessions(provider: provider, exchange: exchange) }

    private func seal(_ login: Login) -> String {
        logins.seal(login, at: provider, in: exchange.world)
    }

    private func passwordForm(_ login: Login, _ username: String, _ problem: LoginPage.Problem?) -> HTTPResponse {
        var login = login
        login.username = username
        var page = self.page(login, username, problem)
        page.fields = .password
        return page.response()
    }

    private func page(_ login: Login, _ username: String, _ problem: LoginPage.Problem?) -> LoginPage {
        var page = LoginPage(login, sealed: seal(login), at: provider, in: exchange.world.catalog)
        page.username = username
        page.problem = problem
        return page
    }

    private func accept(_ signedIn: SignedIn, _ login: Login) throws -> HTTPResponse {
        var response = try answer(login).accept(signedIn)
        sessions.remember(signedIn, in: &response)
        return response
    }

    private func answer(_ login: Login) -> LoginAnswer {
        LoginAnswer(provider: provider, login: login, world: exchange.world, now: exchange.now, samlKey: samlKey)
    }
}
