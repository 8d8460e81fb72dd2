import PassCore
import PassCrypto
import PassDomain
import PassEndpointKit
import PassHTTP
import PassSAML

/// `GET /adobe-services/authenticate[/saml]`: a browser begins a login (legacy protocol, "authenticate/saml").
///
/// - `mso_id`, required. `requestor_id` and `redirect_url`, required unless a `reg_code` stands in for them.
/// - `reg_code`: binds the login to a device. `generic_data`: stored with the login.
/// - `passive`: `true` asks the MVPD to show nothing (SAML Core, section 3.4.1, `IsPassive`).
/// - `client_type`, `client_version`: sent back as cookies.
/// - 302 or 200: on to the MVPD, or to its proxy if it has one, in the way that fits the MVPD's style. Some logins go
///   straight back to the redirect URL instead: a temporary pass, a rule that logs every user in, an MVPD that the
///   requestor isn't integrated with, and a promotional pass whose `generic_data` doesn't hold the identity that the
///   pass is for.
/// - 400: a page that links nowhere.
struct Authenticate: AdobeEndpoint {
    let style = AnswerStyle.page
    let route = Route(
        .authenticate, [.get], "/adobe-services[/1.0]/authenticate[/saml]", on: .worker, carriesSecrets: true)
    let samlKey: RSAPrivateKey
    let realClock: any WallClock

    func answer(_ exchange: Exchange) throws -> HTTPResponse {
        let parameters = exchange.parameters
        let mvpd = try parameters.mvpd()
        let beginning = AuthenticationService.Beginning(
            requestor: try parameters.requestorIfPresent(),
            mvpd: mvpd,
            redirectURL: try parameters.optional("redirect_url", longest: Parameters.longestURL),
            registrationCode: try parameters.optional("reg_code"),
            generic: try parameters.optional(
                "generic_data", longest: Parameters.longestGenericData, controls: .lineBreaks),
            isPassive: try parameters.optional("passive") == "true",
            issuer: exchange.links.serviceEntity,
            answerURL: exchange.links.service(answerPath(at: mvpd, exchange.world)))
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
        for cookie in try cookies(session, cookie, exchange) { response.fields.append(.setCookie, cookie.serialized) }
        return response
    }

    /// Sends the browser straight back, for a login that needs no MVPD.
    private func way(back session: AuthenticationSession, _ exchange: Exchange) -> HTTPResponse {
        AdobeAnswer.redirect(to: session.redirectURL ?? exchange.links.landing)
    }

    /// Sends the browser straight back, as the service does. A header field gives the reason, where only developers
    /// look.
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
            let fields = try POSTBinding.fields(for: request, relayState: relayState, signedBy: samlKey)
            return FormPage(action: location, fields: fields).response()
        }
        let query = try RedirectBinding.query(for: request, relayState: relayState, signedBy: samlKey)
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
        _ session: AuthenticationSession, _ cookie: SessionCookie, _ exchange: Exchange
    ) throws -> [SetCookie] {
        var values = [("JSESSIONID", cookie.rawValue)]
        if let url = session.redirectURL { values.append(("redirect_url", PercentEncoding.encode(url))) }
        for name in ["client_type", "client_version"] {
            if let value = try exchange.parameters.optional(name, longest: Parameters.longestIdentifier) {
                values.append((name, PercentEncoding.encode(value)))
            }
        }
        var cookies = values.map { name, value in
            AdobeAnswer.cookie(name, value, exchange, isHTTPOnly: name == "JSESSIONID")
        }
        // A client takes this cookie's expiry for the end of the login, so the cookie has one.
        var balancer = AdobeAnswer.cookie("BIGipServerAdobe_Pass_Prod", "!pass", exchange)
        balancer.expires = realClock.now() + exchange.world.policy.sessionTimeToLive
        cookies.append(balancer)
        return cookies
    }
}

extension AuthnRequest {
    /// Creates the service's request for a login at an MVPD, for any binding.
    ///
    /// - Parameter actingMVPD: the MVPD that receives the request. If it is a proxy, the request also names the MVPD that
    ///   the login is for (SAML Core, section 3.4.1.3).
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
