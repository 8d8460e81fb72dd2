import PassCore
import PassCrypto
import PassDomain
import PassEndpointKit
import PassHTTP

/// Answers the requests of a login with the pages of its MVPD, one step for each request.
struct LoginSteps {
    /// The key that signs the answer.
    let samlKey: RSAPrivateKey
    let logins: LoginSealer
    let site: MVPDSite
    let exchange: Exchange

    /// Answers the service's request for a login: at once if a subscriber is already signed in, else with the first
    /// page.
    ///
    /// - Parameters:
    ///   - isForced: whether the subscriber has to sign in again (`ForceAuthn`; SAML Core, section 3.4.1).
    ///   - isPassive: whether no page may be shown (`IsPassive`; SAML Core, section 3.4.1).
    ///   - longestAge: the maximum time since the subscriber signed in (OpenID Connect Core, section 3.1.2.1).
    ///   - username: the user name with which the form is filled in, if the login begins with the form.
    func begin(
        _ login: Login, isForced: Bool, isPassive: Bool, longestAge: TimeToLive? = nil, username: String = ""
    ) throws -> HTTPResponse {
        if !isForced, exchange.mvpdFault != .loginLoop, let signedIn = try sessions.resume(),
            longestAge.map({ exchange.now - signedIn.session.began <= $0 }) ?? true
        {
            return try accept(signedIn, login)
        }
        if isPassive { return try answer(login).refuse(.notSignedIn) }
        switch site.behaviour.pages {
        case .form, .json, .consent: return form(login, username: username)
        case .twoPages:
            // The form needs an address of its own, since a browser can't go back to the answer to a POST.
            return Self.redirect(to: site.url("login", sealed(login)))
        case .metaRefresh:
            // Clients without a browser post this page's form with user name and password, and never see the next
            // page's form.
            return refresh(to: "login", login)
        case .scriptRedirect:
            return ScriptRedirectPage(url: site.url("login", sealed(login)), brand: site.brand).response()
        case .bookends:
            // Clients request the page's address again, with its hidden inputs as the query, so the page has an address
            // of its own.
            return Self.redirect(to: site.url("bookend", sealed(login)))
        }
    }

    private static func redirect(to url: String) -> HTTPResponse {
        HTTPResponse(.seeOther, fields: [.location: url, .cacheControl: "no-store"])
    }

    /// Returns a page that refreshes to another page, and has a form for clients that post each page's first form.
    func refresh(
        to page: String, _ login: Login, more: [(name: String, value: String)] = []
    ) -> HTTPResponse {
        let sealed = seal(login)
        let fields = [(name: LoginSealer.field, value: sealed)]
        return RefreshPage(
            url: site.url(page, fields), form: (site.action(page, sealed), fields + more), brand: site.brand
        ).response()
    }

    /// Returns the form with which a login begins, with the problem of the last attempt if there was one.
    func form(_ login: Login, username: String = "", _ problem: LoginPage.Problem? = nil) -> HTTPResponse {
        var login = login
        login.username = nil
        var page = self.page(login, username, problem)
        if site.behaviour.pages == .twoPages { page.fields = .username }
        return page.response()
    }

    /// Answers the credentials that the subscriber typed into the login form.
    func enter(_ credentials: Credentials, _ login: Login) throws -> HTTPResponse {
        let username = credentials.username ?? ""
        if credentials.wantsFirstPage { return form(login, username: username) }
        if site.behaviour.pages == .twoPages, !username.isEmpty, !credentials.passwordWasAsked {
            return passwordForm(login, username, nil)
        }
        switch credentials.outcome(at: site) {
        case .notAsked: return form(login)
        case .problem(let problem):
            exchange.log(.refused("credentials not accepted"))
            guard site.behaviour.pages == .twoPages else { return form(login, username: username, problem) }
            return username.isEmpty ? form(login, .noUsername) : passwordForm(login, username, problem)
        case .accepted(let subscriber):
            var response = try continueLogin(login, as: subscriber)
            response.delay(milliseconds: subscriber.signInDelayMilliseconds)
            return response
        }
    }

    /// Returns the page or answer that follows the right password.
    private func continueLogin(_ login: Login, as subscriber: SubscriberAccount) throws -> HTTPResponse {
        guard subscriber.signIn != .breaks else { return try finish(login, as: subscriber) }
        switch site.behaviour.pages {
        case .form, .twoPages, .metaRefresh, .scriptRedirect, .json: return try finish(login, as: subscriber)
        case .bookends:
            return RefreshPage(
                url: site.url("bookend", sealed(login.signedIn(subscriber))), brand: site.brand
            ).response()
        case .consent: return consent(login.signedIn(subscriber))
        }
    }

    /// Returns the page that asks for consent.
    func consent(_ login: Login) -> HTTPResponse {
        ConsentPage(site: site, login: login, sealed: seal(login)).response()
    }

    /// Returns the answer for a subscriber who has completed all steps of the MVPD.
    func finish(_ login: Login, as subscriber: SubscriberAccount) throws -> HTTPResponse {
        guard subscriber.signIn != .breaks else {
            return try answer(login).refuse(.broken)
        }
        if exchange.mvpdFault == .loginLoop { return form(login) }
        return try accept(sessions.begin(for: subscriber), login)
    }

    /// Returns the answer for a subscriber who doesn't want the programmer to know who signed in.
    func deny(_ login: Login) throws -> HTTPResponse {
        try answer(login).refuse(.denied)
    }

    /// Returns the subscriber who has signed in on the page before.
    ///
    /// - Throws: `EntitlementFailure.loginRefused` if no subscriber has signed in yet.
    func subscriber(of login: Login) throws(EntitlementFailure) -> SubscriberAccount {
        guard let subscriber = login.subscriber.flatMap(site.account) else {
            throw .loginRefused("You haven't signed in yet. Start again from the app.")
        }
        return subscriber
    }

    /// Returns the sealed login as a name and a value, for a form's hidden field or a link's query.
    func sealed(_ login: Login) -> [(name: String, value: String)] {
        [(LoginSealer.field, seal(login))]
    }

    private var sessions: BrowserSessions { BrowserSessions(site: site, exchange: exchange) }

    private func seal(_ login: Login) -> String {
        logins.seal(login, at: site, in: exchange.world)
    }

    private func passwordForm(_ login: Login, _ username: String, _ problem: LoginPage.Problem?) -> HTTPResponse {
        var login = login
        login.username = username
        var page = self.page(login, username, problem)
        page.fields = .password
        return page.response()
    }

    private func page(_ login: Login, _ username: String, _ problem: LoginPage.Problem?) -> LoginPage {
        var page = LoginPage(login, sealed: seal(login), at: site)
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
        LoginAnswer(
            site: site, login: login, world: exchange.world, now: exchange.now, samlKey: samlKey,
            fault: exchange.mvpdFault)
    }
}
