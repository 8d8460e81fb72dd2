package import PassCore

/// Ends logins: their sessions yield no more profiles, and their tokens are no longer accepted.
package final class LogoutService: Sendable {
    private let catalog: Catalog
    private let policy: Policy
    private let identifiers: any IdentifierSource
    private let tokens: any TokenSealer
    private let sessions: any RecordStore<AuthenticationSession>
    private let logouts: any RecordStore<LogoutInProgress>
    private let revocations: any RecordStore<Revocation>
    private let profileOrigins: any RecordStore<ProfileOrigin>
    private let mvpdTokens: MVPDTokenService

    package init(
        catalog: Catalog, policy: Policy, identifiers: any IdentifierSource, tokens: any TokenSealer,
        sessions: any RecordStore<AuthenticationSession>, logouts: any RecordStore<LogoutInProgress>,
        revocations: any RecordStore<Revocation>, profileOrigins: any RecordStore<ProfileOrigin>,
        mvpdTokens: MVPDTokenService
    ) {
        self.catalog = catalog
        self.policy = policy
        self.identifiers = identifiers
        self.tokens = tokens
        self.sessions = sessions
        self.logouts = logouts
        self.revocations = revocations
        self.profileOrigins = profileOrigins
        self.mvpdTokens = mvpdTokens
    }

    /// Everything in a logout request that can identify a login; every login found is ended.
    package struct Claim: Sendable {
        /// The profile's token (authN token).
        package var token: String?
        /// The subscriber and the session, from the handles that the request carries.
        package var handles: OpenedProfile.Handles?
        package var cookie: SessionCookie?
        package var requestor: RequestorID?
        package var mvpd: MVPDID?
        package var redirectURL: String?
        /// The SAML entity identifier by which the MVPD knows the service.
        package var issuer: String
        /// The address where the MVPD's answer must arrive.
        package var answerURL: String

        package init(
            token: String?, handles: OpenedProfile.Handles?, cookie: SessionCookie?,
            requestor: RequestorID?, mvpd: MVPDID?, redirectURL: String?, issuer: String, answerURL: String
        ) {
            self.token = token
            self.handles = handles
            self.cookie = cookie
            self.requestor = requestor
            self.mvpd = mvpd
            self.redirectURL = redirectURL
            self.issuer = issuer
            self.answerURL = answerURL
        }
    }

    /// An ended login whose MVPD must be told about the logout.
    package struct Ended: Sendable {
        package var mvpd: MVPD
        /// The requestor for whose app the user logged in; `nil` when the requestor isn't known.
        package var requestor: RequestorID?
        package var subscriber: SubscriberID
        /// The identifier that the MVPD gave the login; `nil` if the service no longer knows it.
        package var providerSession: String?
        /// The record of the logout. The MVPD's answer must refer to it.
        package var pending: LogoutInProgress
    }

    /// Ends every login that the request identifies.
    ///
    /// - Returns: the ended login about which the MVPD must be told; `nil` when the request names no known login, or
    ///   when no login's MVPD takes logouts. After `nil`, the browser returns at once.
    /// - Throws: `.redirectRefused`, `.unknownRequestor`, `.storeFull`.
    package func logout(_ claim: Claim, now: Timestamp) throws -> Ended? {
        let requestor = try claim.requestor.map { try catalog.requestor($0) }
        if let url = claim.redirectURL {
            let rule = RedirectRule(
                redirects: policy.redirects, requestor: requestor ?? Requestor(id: "", domains: []))
            try rule.admit(url)
        }
        let ended = try logins(claim, now: now)
        for login in ended { try end(login, now: now) }
        Check.note(!ended.isEmpty, .endedLogins(ended.count))
        let atMVPDs = ended.lazy.compactMap { [catalog] login in
            login.mvpd.flatMap { catalog.actingMVPD(of: $0) }.map { (login, $0) }
        }
        guard
            let (login, mvpd) = atMVPDs.first(where: { !$0.hasNoSubscriber && $1.style != .tempPass && $1.takesLogouts }
            )
        else { return nil }
        let pending = LogoutInProgress(
            id: SessionID(rawValue: identifiers.hex(byteCount: 16).asciiUppercased), mvpd: mvpd.id,
            redirectURL: claim.redirectURL,
            request: .init(
                id: "_" + identifiers.hex(byteCount: 16), issuer: claim.issuer, answerURL: claim.answerURL),
            expires: now + policy.sessionTimeToLive)
        try logouts.put(pending, now: now)
        return Ended(
            mvpd: mvpd, requestor: login.requestor, subscriber: login.subscriber,
            providerSession: login.providerSession, pending: pending)
    }

    /// Ends the login from which an app's profile came. The MVPD isn't told yet: only the browser that signed in can
    /// tell it, by opening the MVPD's logout afterwards.
    ///
    /// - Returns: whether the MVPD takes logouts.
    /// - Throws: `.storeFull`.
    package func end(_ entry: AppProfiles.Entry, now: Timestamp) throws -> Bool {
        let profile = entry.profile
        try revoke(profile.session, expires: profile.expires, now: now)
        if let token = profile.refreshToken { try mvpdTokens.revoke(token, at: profile.mvpd, now: now) }
        guard let mvpd = catalog.actingMVPD(of: profile.mvpd), mvpd.style != .tempPass, mvpd.takesLogouts else {
            return false
        }
        let login = AuthenticationSession.Login(
            subscriber: profile.subscriber, guid: profile.guid, instant: entry.begins,
            providerSession: entry.providerSession, isHomeBased: profile.isHomeBased,
            refreshToken: profile.refreshToken)
        // A browser's session may have expired long before the profile, so the session is stored again.
        let session = AuthenticationSession(
            id: profile.session, requestor: profile.requestor, mvpd: profile.mvpd, redirectURL: nil,
            registrationCode: nil, state: .leaving(login), expires: now + policy.sessionTimeToLive)
        try sessions.upsert(session, now: now) { known in
            known.state = session.state
            known.expires = max(known.expires, session.expires)
        }
        return true
    }

    /// Ends the login of a session. The login's tokens and profiles are refused from then on. The MVPD isn't told about
    /// the logout, but the login's refresh token is revoked at the MVPD.
    ///
    /// - Throws: `.storeFull`.
    package func end(_ handles: OpenedProfile.Handles, now: Timestamp) throws {
        let claim = Claim(
            token: nil, handles: handles, cookie: nil, requestor: nil, mvpd: nil, redirectURL: nil, issuer: "",
            answerURL: "")
        for login in try logins(claim, now: now) { try end(login, now: now) }
    }

    private func end(_ login: Login, now: Timestamp) throws {
        try revoke(login.session, expires: login.expires, now: now)
        if let token = login.refreshToken, let mvpd = login.mvpd { try mvpdTokens.revoke(token, at: mvpd, now: now) }
    }

    /// Finishes a logout with the MVPD's answer; each logout can be finished once.
    ///
    /// - Parameter verify: checks the answer against the request. Its errors are rethrown and leave the logout open.
    /// - Returns: the address to which the browser is sent; `nil` if the logout ends on the simulator's own page.
    /// - Throws: `.sessionNotFound` when no logout with that identifier is pending.
    package func finish(
        _ id: SessionID, now: Timestamp, verify: (LogoutInProgress) throws -> Void
    ) throws -> String? {
        guard let pending = try logouts.find(id, now: now) else {
            Check.note(false, .login(.missing))
            throw EntitlementFailure.sessionNotFound
        }
        do {
            try verify(pending)
            Check.note(true, .mvpdAnswer(pending.mvpd))
        } catch {
            Check.note(false, .mvpdAnswer(pending.mvpd))
            throw error
        }
        // If two valid answers arrive at the same time, only one still finds the logout open.
        guard try logouts.remove(id, now: now) != nil else { throw EntitlementFailure.sessionNotFound }
        return pending.redirectURL
    }

    /// A login to end, as far as the claim and the records describe it.
    private struct Login {
        /// The MVPD; `nil` when neither the session nor the request names it.
        var mvpd: MVPDID?
        var requestor: RequestorID?
        var subscriber: SubscriberID
        var session: SessionID
        var providerSession: String?
        var refreshToken: String?
        var expires: Timestamp

        /// Whether no subscriber is known, as for a temporary pass without an identity and for a login that a
        /// degradation rule made.
        var hasNoSubscriber: Bool { subscriber.rawValue.hasSameBytes(as: session.rawValue) }
    }

    /// Finds the logins that the claim identifies, each once.
    private func logins(_ claim: Claim, now: Timestamp) throws -> [Login] {
        var logins: [Login] = []
        func add(
            _ handles: OpenedProfile.Handles, _ mvpd: MVPDID?, _ requestor: RequestorID?,
            origin: ProfileOrigin? = nil, expires: Timestamp?
        ) throws {
            guard !logins.contains(where: { $0.session == handles.session }) else { return }
            let record = try sessions.find(handles.session, now: now)
            let mvpd = record?.mvpd ?? mvpd
            var providerSession = origin?.providerSession
            if let login = record?.state.login { providerSession = login.providerSession }
            let requestor = record?.requestor ?? requestor ?? claim.requestor
            let timeToLive = timeToLive(requestor: requestor, mvpd: mvpd)
            logins.append(
                Login(
                    mvpd: mvpd, requestor: requestor, subscriber: handles.subscriber, session: handles.session,
                    providerSession: providerSession, refreshToken: handles.refreshToken,
                    expires: max(expires ?? now, now + timeToLive)))
        }
        if let opened = claim.token.flatMap(profile) {
            let origin = try profileOrigins.find(opened.guid, now: now)
            if let handles = opened.handles ?? origin?.handles {
                try add(handles, opened.mvpd, opened.requestor, origin: origin, expires: opened.expires)
            }
        }
        if let handles = claim.handles { try add(handles, claim.mvpd, nil, expires: nil) }
        if let id = claim.cookie.map(tokens.session), let session = try sessions.find(id, now: now),
            let login = session.state.login
        {
            let handles = OpenedProfile.Handles(
                subscriber: login.subscriber, session: id, refreshToken: login.refreshToken)
            try add(handles, session.mvpd, session.requestor, expires: nil)
        }
        return logins
    }

    /// Returns the profile in a token; `nil` for a token that this service hasn't signed, which names no login.
    private func profile(_ token: String) -> OpenedProfile? {
        do throws(ProofRefusal) {
            return try tokens.openProfile(token)
        } catch {
            return nil
        }
    }

    /// Returns the longest time to live that a token from a login with that requestor and MVPD can have.
    private func timeToLive(requestor: RequestorID?, mvpd: MVPDID?) -> TimeToLive {
        let known = requestor.flatMap { try? catalog.requestor($0) }
        let integration = known.flatMap { known in
            mvpd.flatMap { catalog.integration(known, $0) }
        }
        let timesToLive = integration?.timesToLive ?? policy.timesToLive
        let timeToLive = max(timesToLive.authentication, timesToLive.homeBasedAuthentication)
        guard let mvpd = mvpd.flatMap({ catalog.mvpd($0) }), mvpd.style == .tempPass else {
            return timeToLive
        }
        return max(timeToLive, mvpd.temporaryPass.timeToLive)
    }

    /// Revokes the session's tokens until `expires`.
    ///
    /// A second logout may know less about the login than the first, and compute an earlier expiry. The record
    /// therefore keeps the later one.
    private func revoke(_ session: SessionID, expires: Timestamp, now: Timestamp) throws {
        try revocations.upsert(Revocation(session: session, expires: expires), now: now) { known in
            known.expires = max(known.expires, expires)
        }
        try sessions.update(session, now: now) { $0.state = .loggedOut }
    }
}
