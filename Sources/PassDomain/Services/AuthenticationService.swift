package import PassCore

/// The login: from a browser's first request to the profile that the device fetches.
package struct AuthenticationService: Sendable {
    let world: World

    /// What a browser asks when it begins a login.
    package struct Beginning: Sendable {
        /// May be absent beside a registration code, whose record names it.
        package var requestor: RequestorID?
        package var mvpd: MVPDID
        package var redirectURL: String?
        package var registrationCode: String?
        package var generic: String?
        /// Whether the MVPD must not ask anybody for anything.
        package var isPassive: Bool
        /// The service as the MVPD knows it, and where the MVPD's answer must arrive.
        package var issuer: String
        package var answerURL: String

        package init(
            requestor: RequestorID?, mvpd: MVPDID, redirectURL: String?, registrationCode: String?, generic: String?,
            isPassive: Bool = false, issuer: String, answerURL: String
        ) {
            self.requestor = requestor
            self.mvpd = mvpd
            self.redirectURL = redirectURL
            self.registrationCode = registrationCode
            self.generic = generic
            self.isPassive = isPassive
            self.issuer = issuer
            self.answerURL = answerURL
        }
    }

    /// Where a begun login goes on.
    package enum Start: Sendable {
        case atMVPD(AuthenticationSession, MVPD)
        /// Nobody has to be asked: a temporary pass, or a rule that logs everybody in.
        case signedIn(AuthenticationSession)
        /// The requestor has no such MVPD: straight back, without a user.
        case notIntegrated(AuthenticationSession)
        /// A promotional pass, and the request names nobody to give it to: straight back, without a user.
        case withoutHolder(AuthenticationSession)
    }

    /// Begins a login.
    ///
    /// - Returns: where it goes on, and the cookie that makes the session the browser's own.
    /// - Throws: `.missingParameter`, `.unknownRequestor`, `.unknownRegistrationCode`, `.redirectRefused`, `.storeFull`.
    package func begin(_ beginning: Beginning, now: Timestamp) throws -> (start: Start, cookie: SessionCookie) {
        let code = try beginning.registrationCode.map { code in
            try world.registrationCodes.find(code, requestor: beginning.requestor, now: now)
        }
        guard let requestorID = beginning.requestor ?? code?.requestor else {
            throw EntitlementFailure.missingParameter("requestor_id")
        }
        let requestor = try world.catalog.requestor(requestorID, world.policy)
        if let url = beginning.redirectURL {
            try RedirectRule(redirects: world.policy.redirects, requestor: requestor).check(url)
        } else if code == nil {
            throw EntitlementFailure.missingParameter("redirect_url")
        }
        let integration = world.catalog.integration(requestor, beginning.mvpd, world.policy)
        let cookie = SessionCookie(rawValue: world.identifiers.hex(byteCount: 16).asciiUppercased)
        var session = AuthenticationSession(
            id: world.tokens.session(of: cookie), requestor: requestorID, mvpd: beginning.mvpd,
            redirectURL: beginning.redirectURL, registrationCode: code?.code, generic: beginning.generic,
            isPassive: beginning.isPassive, expires: now + world.policy.sessionLife)
        if let integration, integration.isTemporaryPass || integration.skipsLogin {
            let login = loginOfNobody(at: integration, session, now: now)
            session.state = login.map { .authenticated($0) } ?? .failed
        } else if integration == nil {
            session.state = .failed
        } else {
            session.request = .init(
                id: "_" + world.identifiers.hex(byteCount: 16), issuer: beginning.issuer,
                answerURL: beginning.answerURL)
        }
        _ = try world.stores.sessions.insert(session, now: now)
        try attach(session, now: now)
        guard let integration else { return (.notIntegrated(session), cookie) }
        let start: Start =
            switch session.state {
            case .authenticated: .signedIn(session)
            case .failed: .withoutHolder(session)
            case .pending, .answering, .loggedOut: .atMVPD(session, integration.provider)
            }
        return (start, cookie)
    }

    /// Whom the MVPD vouches for.
    package struct ProviderAnswer: Sendable {
        package var subscriber: SubscriberID
        /// The MVPD's own name for the login.
        package var providerSession: String?
        /// Whether the subscriber was known by the home network.
        package var isHomeBased: Bool
        /// What an OAuth 2.0 MVPD is asked with later.
        package var refreshToken: String?

        package init(
            subscriber: SubscriberID, providerSession: String?, isHomeBased: Bool = false, refreshToken: String? = nil
        ) {
            self.subscriber = subscriber
            self.providerSession = providerSession
            self.isHomeBased = isHomeBased
            self.refreshToken = refreshToken
        }
    }

    /// Completes a login with the MVPD's answer; each login takes one answer only.
    ///
    /// Of two answers at the same instant one alone is checked, since checking may use up what it is about: an
    /// authorization code is good once, and its second use takes back what the first was given (RFC 6749, section 4.1.2).
    ///
    /// - Parameters:
    ///   - id: the session, as `RelayState` or `state` named it.
    ///   - verify: checks the answer against what was asked and gives the subscriber; its failures pass through and leave
    ///     the login open.
    /// - Returns: the session as it is now.
    /// - Throws: `.sessionNotFound` for an unknown session, `.loginRefused` for a second answer or a refused one, `.storeFull`.
    package func complete(
        _ id: SessionID, now: Timestamp,
        verify: (ProviderRequest, AuthenticationSession) throws -> ProviderAnswer
    ) throws -> AuthenticationSession {
        let guid = AuthenticationGUID(rawValue: world.identifiers.uuid().text.asciiUppercased)
        let (session, request) = try claim(id, now: now)
        let moved: AuthenticationSession?
        do {
            let answer = try verify(request, session)
            let login = AuthenticationSession.Login(
                subscriber: answer.subscriber, guid: guid, instant: now, providerSession: answer.providerSession,
                isHomeBased: answer.isHomeBased, refreshToken: answer.refreshToken)
            moved = try move(id, from: .answering, to: .authenticated(login), now: now)
        } catch {
            try move(id, from: .answering, to: .pending, now: now)
            throw error
        }
        guard let completed = moved else { throw EntitlementFailure.sessionNotFound }
        try attach(completed, now: now)
        return completed
    }

    /// Takes the login for one answer.
    private func claim(_ id: SessionID, now: Timestamp) throws -> (AuthenticationSession, ProviderRequest) {
        let claimed = try world.stores.sessions.update(id, now: now) { session in
            guard session.state == .pending, let request = session.request else {
                throw EntitlementFailure.loginRefused("This login has already been answered.")
            }
            session.state = .answering
            return (session, request)
        }
        guard let claimed else { throw EntitlementFailure.sessionNotFound }
        return claimed
    }

    /// - Returns: the session as it is now; `nil` when there is none that is meant in the first state.
    @discardableResult
    private func move(
        _ id: SessionID, from state: AuthenticationSession.State, to next: AuthenticationSession.State, now: Timestamp,
        where isMeant: (AuthenticationSession) -> Bool = { _ in true }
    ) throws -> AuthenticationSession? {
        let moved = try world.stores.sessions.update(id, now: now) { session -> AuthenticationSession? in
            guard session.state == state, isMeant(session) else { return nil }
            session.state = next
            return session
        }
        return moved ?? nil
    }

    /// Ends a pending login without a user: the MVPD answered with an error.
    ///
    /// - Parameter isMeant: whether the answer can be one to that login.
    /// - Returns: the session as it is now; `nil` when there is none that is meant, or its login was no longer pending.
    @discardableResult
    package func fail(
        _ id: SessionID, now: Timestamp, where isMeant: (AuthenticationSession) -> Bool = { _ in true }
    ) throws -> AuthenticationSession? {
        try move(id, from: .pending, to: .failed, now: now, where: isMeant)
    }

    /// Whether there was such a login and it was ended by a logout.
    package func hasEnded(_ cookie: SessionCookie, now: Timestamp) throws -> Bool {
        try world.stores.sessions.find(world.tokens.session(of: cookie), now: now)?.state == .loggedOut
    }

    /// Ties the session to its registration code; a completed login is never displaced by one that was only begun.
    private func attach(_ session: AuthenticationSession, now: Timestamp) throws {
        guard let code = session.registrationCode else { return }
        try world.stores.registrationCodes.update(code, now: now) { record in
            if case .authenticated = session.state {
            } else if let attached = record.session, let holder = try world.stores.sessions.find(attached, now: now),
                case .authenticated = holder.state
            {
                return
            }
            record.session = session.id
        }
    }
}
