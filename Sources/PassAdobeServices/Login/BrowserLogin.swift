package import PassCore
package import PassCrypto
package import PassDomain
package import PassEndpointKit
package import PassHTTP
import PassSAML
import PassTokens

/// The start of a login in a browser, for every API: the step that leads the browser to the MVPD.
package struct BrowserLogin: Sendable {
    private let samlKey: RSAPrivateKey
    private let realClock: any WallClock

    /// Creates the step for all Worlds of an installation.
    ///
    /// - Parameters:
    ///   - samlKey: signs the requests to MVPDs.
    ///   - realClock: the machine's clock, for the `Expires` of cookies, since browsers don't follow a World's clock.
    package init(samlKey: RSAPrivateKey, realClock: any WallClock) {
        self.samlKey = samlKey
        self.realClock = realClock
    }

    /// The parameters of a browser's request to begin a login.
    package struct Question: Sendable {
        /// The requestor; `nil` if only the record of the registration code names it.
        package var requestor: RequestorID?
        package var mvpd: MVPDID
        package var redirectURL: String?
        package var registrationCode: String?
        /// The data that a client keeps with the login (`generic_data`).
        package var generic: String?
        /// Whether the MVPD must not prompt the user for anything.
        package var isPassive = false
        /// The facts about an SDK that are sent back as cookies.
        package var clientCookies: [(name: String, value: String)] = []

        package init(mvpd: MVPDID) {
            self.mvpd = mvpd
        }
    }

    /// Begins a login, and answers with a redirect or page that leads to the MVPD, or straight back to the app if no
    /// login is needed.
    ///
    /// - Throws: the errors of `AuthenticationService.begin`.
    package func begin(_ question: Question, _ exchange: Exchange) throws -> HTTPResponse {
        let beginning = AuthenticationService.Beginning(
            requestor: question.requestor, mvpd: question.mvpd, redirectURL: question.redirectURL,
            registrationCode: question.registrationCode, generic: question.generic, isPassive: question.isPassive,
            issuer: exchange.links.serviceEntity,
            answerURL: exchange.links.service(answerPath(at: question.mvpd, exchange.world)))
        let (start, cookie) = try exchange.services.authentication.begin(beginning, now: exchange.now)
        var response: HTTPResponse
        let session: AuthenticationSession
        switch start {
        case .atMVPD(let begun, let mvpd):
            session = begun
            response = try way(to: mvpd, begun, exchange)
        case .signedIn(let begun):
            session = begun
            response = way(back: begun, exchange)
        case .notIntegrated(let begun):
            session = begun
            exchange.log(.refused("no integration of the requestor with the MVPD"))
            response = turnedBack(begun, "The requestor has no integration with this MVPD.")
        case .withoutHolder(let begun):
            session = begun
            exchange.log(.refused("no identity in generic_data"))
            response = turnedBack(begun, "The parameter generic_data doesn't have the identity that the pass needs.")
        }
        for cookie in cookies(question, session, cookie, exchange) {
            response.fields.append(.setCookie, cookie.serialized)
        }
        return response
    }

    /// Sends the browser straight back, for a login that needs no MVPD.
    private func way(back session: AuthenticationSession, _ exchange: Exchange) -> HTTPResponse {
        AdobeAnswer.redirect(to: session.redirectURL ?? exchange.links.landing)
    }

    /// Sends the browser back without a login, as the real service does. A header field gives the reason to developers.
    private func turnedBack(_ session: AuthenticationSession, _ sentence: String) -> HTTPResponse {
        guard let url = session.redirectURL else { return ErrorPage(sentence).response(.badRequest) }
        var response = AdobeAnswer.redirect(to: url)
        response.fields.append("X-Pass-Simulator-Reason", sentence)
        return response
    }

    /// Returns the answer that sends the browser to the MVPD with the service's request, by the MVPD's protocol.
    private func way(
        to mvpd: MVPD, _ session: AuthenticationSession, _ exchange: Exchange
    ) throws -> HTTPResponse {
        guard let asked = session.request, let id = SAMLID(asked.id) else { return way(back: session, exchange) }
        if mvpd.style == .oauth2 {
            let question = MVPDAuthorization(session: session, asked: asked)
            return AdobeAnswer.redirect(to: question.url(at: exchange.links.mvpd(mvpd, "authorize")))
        }
        let location = exchange.links.mvpd(mvpd, "sso")
        let request = AuthnRequest(for: session, asked: asked, id: id, at: mvpd, exchange)
        let relayState = try RelayState(session.id.rawValue)
        if mvpd.style == .samlPost {
            let fields = try POSTBinding.fields(
                for: request, relayState: relayState, signedBy: exchange.world.samlKey(or: samlKey))
            return FormPage(action: location, fields: fields).response()
        }
        let query = try RedirectBinding.query(
            for: request, relayState: relayState, signedBy: exchange.world.samlKey(or: samlKey))
        if mvpd.style == .metaRefresh { return RefreshPage(url: "\(location)?\(PackedQuery.pack(query))").response() }
        return AdobeAnswer.redirect(to: "\(location)?\(query)")
    }

    /// Returns the path at which the service receives the MVPD's answer.
    private func answerPath(at mvpd: MVPDID, _ world: World) -> String {
        world.catalog.actingMVPD(of: mvpd)?.style == .oauth2
            ? ConsumeAuthorizationCode.path : ConsumeAssertion.path
    }

    /// Returns the cookies that the service sets at the start of a login (legacy protocol, "Cookies").
    private func cookies(
        _ question: Question, _ session: AuthenticationSession, _ cookie: SessionCookie, _ exchange: Exchange
    ) -> [SetCookie] {
        var values = [("JSESSIONID", cookie.rawValue)]
        if let url = session.redirectURL { values.append(("redirect_url", PercentEncoding.encode(url))) }
        for (name, value) in question.clientCookies { values.append((name, PercentEncoding.encode(value))) }
        var cookies = values.map { name, value in
            AdobeAnswer.cookie(name, value, exchange, isHTTPOnly: name == "JSESSIONID")
        }
        // A known client treats this cookie's expiry as the end of the login, so the cookie has an expiry.
        var balancer = AdobeAnswer.cookie("BIGipServerAdobe_Pass_Prod", "!pass", exchange)
        balancer.expires = realClock.now() + exchange.world.policy.sessionTimeToLive
        cookies.append(balancer)
        return cookies
    }
}

extension AuthnRequest {
    /// Creates the service's request for a login at an MVPD, for any binding.
    ///
    /// - Parameter actingMVPD: the MVPD that receives the request. If it is a proxy, the request also names the MVPD
    ///   that the login is for (SAML Core, section 3.4.1.3).
    init(
        for session: AuthenticationSession, asked: MVPDRequest, id: SAMLID, at actingMVPD: MVPD, _ exchange: Exchange
    ) {
        self.init(
            id: id, issueInstant: exchange.now, destination: exchange.links.mvpd(actingMVPD, "sso"),
            issuer: asked.issuer, assertionConsumerServiceURL: asked.answerURL, isPassive: session.isPassive,
            requesterIDs: [session.requestor.rawValue],
            identityProviders: session.mvpd == actingMVPD.id ? [] : [session.mvpd.rawValue])
    }
}
