package import PassCore

/// Logs users in, from a browser's first request to the MVPD's answer. `ProfileService` makes the profile of a
/// completed login.
package final class AuthenticationService: Sendable {
    private let catalog: Catalog
    private let policy: Policy
    private let identifiers: any IdentifierSource
    private let tokens: any TokenSealer
    private let devices: any DeviceSealer
    private let codes: any RecordStore<RegistrationCode>
    private let sessions: any RecordStore<AuthenticationSession>
    private let registrationCodes: RegistrationCodeService
    private let appProfiles: AppProfileService

    package init(
        catalog: Catalog, policy: Policy, identifiers: any IdentifierSource, tokens: any TokenSealer,
        devices: any DeviceSealer, codes: any RecordStore<RegistrationCode>,
        sessions: any RecordStore<AuthenticationSession>, registrationCodes: RegistrationCodeService,
        appProfiles: AppProfileService
    ) {
        self.catalog = catalog
        self.policy = policy
        self.identifiers = identifiers
        self.tokens = tokens
        self.devices = devices
        self.codes = codes
        self.sessions = sessions
        self.registrationCodes = registrationCodes
        self.appProfiles = appProfiles
    }

    /// Begins a login.
    ///
    /// - Returns: the next step, and the cookie by which the browser proves that the session is its own.
    /// - Throws: `.missingParameter`, `.unknownRequestor`, `.unknownRegistrationCode`, `.redirectRefused`,
    ///   `.storeFull`; `.loginRefused` for a login that must be the first completed one of its code and isn't.
    package func begin(_ beginning: Beginning, now: Timestamp) throws -> (start: Start, cookie: SessionCookie) {
        let code = try beginning.registrationCode.map { code in
            try registrationCodes.find(code, requestor: beginning.requestor, now: now)
        }
        guard let requestorID = beginning.requestor ?? code?.requestor else {
            throw EntitlementFailure.missingParameter("requestor_id")
        }
        let requestor = try catalog.requestor(requestorID)
        if let url = beginning.redirectURL {
            try RedirectRule(redirects: policy.redirects, requestor: requestor).admit(url)
        } else if code == nil {
            throw EntitlementFailure.missingParameter("redirect_url")
        }
        let integration = catalog.integration(requestor, beginning.mvpd)
        Check.note(integration != nil, .integration(requestorID, beginning.mvpd))
        let cookie = SessionCookie(rawValue: identifiers.hex(byteCount: 16).asciiUppercased)
        var session = AuthenticationSession(
            id: tokens.session(of: cookie), requestor: requestorID, mvpd: beginning.mvpd,
            redirectURL: beginning.redirectURL, registrationCode: code?.code, generic: beginning.generic,
            isPassive: beginning.isPassive, expires: now + policy.sessionTimeToLive)
        session.isOfApp = code?.owner != nil
        if let integration, integration.isTemporaryPass || integration.skipsLogin {
            if integration.skipsLogin { Check.note(true, .degradation(.authNAll, integration.mvpd.id)) }
            let login = loginWithoutMVPD(at: integration, session, now: now)
            session.state = login.map { .authenticated($0) } ?? .failed
        } else if integration == nil {
            session.state = .failed
        } else {
            session.request = .init(
                id: "_" + identifiers.hex(byteCount: 16), issuer: beginning.issuer,
                answerURL: beginning.answerURL)
        }
        _ = try sessions.insert(session, now: now)
        // An app of REST API v2 needs no login where the MVPD isn't asked. Its code stays free for a real login.
        if !(session.isOfApp && session.state.login != nil) {
            try attach(session, mustBeFirst: beginning.mustBeFirst, now: now)
        }
        guard let integration else { return (.notIntegrated(session), cookie) }
        let start: Start =
            switch session.state {
            case .authenticated: .signedIn(session)
            case .failed: .withoutHolder(session)
            case .pending, .answering, .leaving, .loggedOut: .atMVPD(session, integration.actingMVPD)
            }
        return (start, cookie)
    }

    /// Returns the login of a temporary pass, or the login that a degradation rule gives every user.
    ///
    /// No subscriber signs in, so the session's identifier stands in for the subscriber's. For a promotional pass, the
    /// digest of the identity that the client named is used instead.
    ///
    /// - Returns: the login; `nil` for a promotional pass without an identity.
    private func loginWithoutMVPD(
        at integration: Integration, _ session: AuthenticationSession, now: Timestamp
    ) -> AuthenticationSession.Login? {
        var subscriber = SubscriberID(rawValue: session.id.rawValue)
        var guid = identifiers.uuid().text.asciiUppercased
        if integration.skipsLogin {
            guid = AuthenticationGUID.degradedPrefix + identifiers.hex(byteCount: 12)
        } else if let member = integration.mvpd.temporaryPass.identity {
            let named = session.generic.flatMap(GenericData.init)?[member]
            guard Check.note(named != nil, .passHolder(member: member)), let identity = named else { return nil }
            subscriber = SubscriberID(rawValue: devices.digest(ofIdentity: identity))
        }
        return .init(subscriber: subscriber, guid: AuthenticationGUID(rawValue: guid), instant: now)
    }

    /// The subscriber that the MVPD vouches for.
    package struct MVPDAnswer: Sendable {
        package var subscriber: SubscriberID
        /// The MVPD's own identifier of the login.
        package var providerSession: String?
        /// Whether the MVPD recognized the subscriber by the home network.
        package var isHomeBased: Bool
        /// The refresh token for later queries to an OAuth 2.0 MVPD.
        package var refreshToken: String?
        /// The time at which the subscriber signed in, from which the profile's time to live counts; `nil` means now.
        package var instant: Timestamp?

        package init(
            subscriber: SubscriberID, providerSession: String?, isHomeBased: Bool = false, refreshToken: String? = nil,
            instant: Timestamp? = nil
        ) {
            self.subscriber = subscriber
            self.providerSession = providerSession
            self.isHomeBased = isHomeBased
            self.refreshToken = refreshToken
            self.instant = instant
        }
    }

    /// Completes a login with the MVPD's answer; each login accepts only one valid answer.
    ///
    /// If two answers arrive at the same time, only one is checked, because checking may use up the answer's contents:
    /// an authorization code is valid once, and a second use revokes the tokens issued for the first (RFC 6749, section
    /// 4.1.2).
    ///
    /// - Parameters:
    ///   - id: the session that the answer's `RelayState` or `state` names.
    ///   - mustBeFirst: whether the login is refused if another login has been completed with the same registration
    ///     code. Of several such logins at the same time, exactly one is completed.
    ///   - verify: checks the answer against the request and returns the subscriber. Its errors are rethrown and leave
    ///     the login open.
    /// - Returns: the session after the change. Its login has failed if an app requested it and it gives no profile, for
    ///   example because the requestor's integration with the MVPD has ended in the meantime.
    /// - Throws: `.sessionNotFound` for an unknown session, `.loginRefused` for a second answer, `.storeFull`, and the
    ///   errors of `verify`.
    package func complete(
        _ id: SessionID, mustBeFirst: Bool = false, now: Timestamp,
        verify: (MVPDRequest, AuthenticationSession) throws -> MVPDAnswer
    ) throws -> AuthenticationSession {
        let guid = AuthenticationGUID(rawValue: identifiers.uuid().text.asciiUppercased)
        let (session, request) = try claim(id, now: now)
        let moved: AuthenticationSession?
        do {
            let answer = try verify(request, session)
            Check.note(true, .mvpdAnswer(session.mvpd))
            let login = AuthenticationSession.Login(
                subscriber: answer.subscriber, guid: guid, instant: answer.instant ?? now,
                providerSession: answer.providerSession,
                isHomeBased: answer.isHomeBased, refreshToken: answer.refreshToken)
            moved = try move(id, from: .answering, to: .authenticated(login), now: now)
        } catch {
            Check.note(false, .mvpdAnswer(session.mvpd))
            try move(id, from: .answering, to: .pending, now: now)
            throw error
        }
        guard let completed = moved else { throw EntitlementFailure.sessionNotFound }
        try attach(completed, mustBeFirst: mustBeFirst, now: now)
        do {
            try appProfiles.keep(completed, now: now)
            return completed
        } catch EntitlementFailure.sessionWithoutUser {
            guard let failed = try move(id, from: completed.state, to: .failed, now: now) else {
                throw EntitlementFailure.sessionNotFound
            }
            try attach(failed, mustBeFirst: false, now: now)
            return failed
        }
    }

    /// Reserves the login for one answer, so that no other answer is accepted while this one is checked.
    private func claim(_ id: SessionID, now: Timestamp) throws -> (AuthenticationSession, MVPDRequest) {
        let claimed = try sessions.update(id, now: now) { session in
            guard session.state == .pending, let request = session.request else {
                Check.note(false, .login(session.state == .pending ? .missing : .answered))
                throw EntitlementFailure.loginRefused("This login has already been answered.")
            }
            session.state = .answering
            return (session, request)
        }
        guard let claimed else {
            Check.note(false, .login(.missing))
            throw EntitlementFailure.sessionNotFound
        }
        Check.note(true, .login(.waiting))
        return claimed
    }

    /// Changes the state of a session.
    ///
    /// - Returns: the session after the change; `nil` when the session doesn't exist, isn't in `state`, or is rejected
    ///   by `condition`.
    @discardableResult
    private func move(
        _ id: SessionID, from state: AuthenticationSession.State, to next: AuthenticationSession.State, now: Timestamp,
        where condition: (AuthenticationSession) -> Bool = { _ in true }
    ) throws -> AuthenticationSession? {
        let moved = try sessions.update(id, now: now) { session -> AuthenticationSession? in
            guard session.state == state, condition(session) else { return nil }
            session.state = next
            return session
        }
        return moved ?? nil
    }

    /// Ends a pending login without a user, because the MVPD answered with an error.
    ///
    /// - Parameter condition: returns whether the answer can belong to that login.
    /// - Returns: the session after the change; `nil` when the session doesn't exist, isn't pending, or is rejected by
    ///   `condition`.
    @discardableResult
    package func fail(
        _ id: SessionID, now: Timestamp, where condition: (AuthenticationSession) -> Bool = { _ in true }
    ) throws -> AuthenticationSession? {
        try move(id, from: .pending, to: .failed, now: now, where: condition)
    }

    /// Returns whether the cookie's session exists and a logout has ended it.
    package func hasEnded(_ cookie: SessionCookie, now: Timestamp) throws -> Bool {
        switch try sessions.find(tokens.session(of: cookie), now: now)?.state {
        case .leaving, .loggedOut: true
        case .pending, .answering, .authenticated, .failed, nil: false
        }
    }

    /// Attaches the session to its registration code. A login that was only begun never replaces a completed one.
    ///
    /// An app's code (REST API v2) is for one login. It must be completed before the code expires, is deleted or is
    /// replaced by the app's next code.
    ///
    /// - Throws: `.loginRefused` for a login that must be the first completed one of its code and isn't, and for an
    ///   app's login whose code no longer exists; in both cases, the session is removed.
    private func attach(_ session: AuthenticationSession, mustBeFirst: Bool, now: Timestamp) throws {
        guard let code = session.registrationCode else { return }
        let mustBeFirst = mustBeFirst || session.isOfApp && session.request != nil
        do {
            let isKnown: Bool? = try codes.update(code, now: now) { record in
                func other() throws -> AuthenticationSession.State? {
                    guard let attached = record.session, attached != session.id else { return nil }
                    return try sessions.find(attached, now: now)?.state
                }
                if mustBeFirst, try record.isUsed || other()?.login != nil {
                    throw EntitlementFailure.loginRefused("A user has already signed in with this code.")
                }
                let hasLogin = session.state.login != nil
                if !hasLogin, case .authenticated = try other() { return true }
                (record.session, record.hasLogin) = (session.id, hasLogin)
                return true
            }
            if isKnown == nil, session.isOfApp {
                throw EntitlementFailure.loginRefused("The app isn't waiting for this login. Start again in the app.")
            }
        } catch EntitlementFailure.loginRefused(let sentence) {
            try sessions.remove(session.id, now: now)
            throw EntitlementFailure.loginRefused(sentence)
        }
    }
}
