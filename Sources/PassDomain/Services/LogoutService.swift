package import PassCore

/// Ends logins: their sessions yield no profile any more and their tokens stop counting.
package struct LogoutService: Sendable {
    let world: World

    /// Everything in a logout request that may name a login; each one found is ended.
    package struct Claim: Sendable {
        package var token: String?
        package var handles: OpenedProfile.Handles?
        package var cookie: SessionCookie?
        package var requestor: RequestorID?
        package var mvpd: MVPDID?
        package var redirectURL: String?
        /// The service as the MVPD knows it, and where the MVPD's answer must arrive.
        package var issuer: String
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

    /// The login that was ended, as far as the MVPD has to hear of it.
    package struct Ended: Sendable {
        package var mvpd: MVPD
        /// Whose app the login was for; `nil` when nothing of it tells.
        package var requestor: RequestorID?
        package var subscriber: SubscriberID
        /// The MVPD's own name for the login; `nil` when it isn't remembered.
        package var providerSession: String?
        package var pending: PendingLogout
    }

    /// - Returns: the ended login, or `nil` when the request names none that is known or its MVPD takes no logouts: the
    ///   browser just goes back.
    /// - Throws: `.redirectRefused`, `.unknownRequestor`, `.storeFull`.
    package func logout(_ claim: Claim, now: Timestamp) throws -> Ended? {
        let requestor = try claim.requestor.map { try world.catalog.requestor($0, world.policy) }
        if let url = claim.redirectURL {
            let rule = RedirectRule(
                redirects: world.policy.redirects, requestor: requestor ?? Requestor(id: "", domains: []))
            try rule.check(url)
        }
        var ended: [Login] = []
        for login in try logins(claim, now: now) {
            try revoke(login.session, expires: login.expires, now: now)
            if let token = login.refreshToken, let mvpd = login.mvpd {
                try world.providerTokens.revoke(token, at: mvpd, now: now)
            }
            ended.append(login)
        }
        let atMVPDs = ended.lazy.compactMap { login in
            login.mvpd.flatMap { world.catalog.mvpd($0, world.policy) }
                .map { (login, world.catalog.provider(of: $0, world.policy)) }
        }
        guard
            let (login, mvpd) = atMVPDs.first(where: { !$0.isNobodys && $1.style != .tempPass && $1.takesLogouts })
        else { return nil }
        let pending = PendingLogout(
            id: SessionID(rawValue: world.identifiers.hex(byteCount: 16).asciiUppercased), mvpd: mvpd.id,
            redirectURL: claim.redirectURL,
            request: .init(
                id: "_" + world.identifiers.hex(byteCount: 16), issuer: claim.issuer, answerURL: claim.answerURL),
            expires: now + world.policy.sessionLife)
        try world.stores.logouts.put(pending, now: now)
        return Ended(
            mvpd: mvpd, requestor: login.requestor, subscriber: login.subscriber,
            providerSession: login.providerSession, pending: pending)
    }

    /// Takes the MVPD's answer; the way back works once.
    ///
    /// - Parameter verify: checks the answer against what was asked; its failures pass through and leave the logout open.
    /// - Returns: where the browser goes now; `nil` ends on our own page.
    /// - Throws: `.sessionNotFound` when no logout waits under that name.
    package func finish(
        _ id: SessionID, now: Timestamp, verify: (PendingLogout) throws -> Void
    ) throws -> String? {
        guard let pending = try world.stores.logouts.find(id, now: now) else {
            throw EntitlementFailure.sessionNotFound
        }
        try verify(pending)
        // Of two good answers at the same instant, one finds the logout open.
        guard try world.stores.logouts.remove(id, now: now) != nil else { throw EntitlementFailure.sessionNotFound }
        return pending.redirectURL
    }

    private struct Login {
        /// `nil` when neither the session nor the request names it.
        var mvpd: MVPDID?
        var requestor: RequestorID?
        var subscriber: SubscriberID
        var session: SessionID
        var providerSession: String?
        var refreshToken: String?
        var expires: Timestamp

        /// Whether nobody signed in anywhere: a temporary pass, or a login that a degradation rule made.
        var isNobodys: Bool { subscriber.rawValue.hasSameBytes(as: session.rawValue) }
    }

    private func logins(_ claim: Claim, now: Timestamp) throws -> [Login] {
        var logins: [Login] = []
        func add(
            _ handles: OpenedProfile.Handles, _ mvpd: MVPDID?, _ requestor: RequestorID?,
            origin: ProfileOrigin? = nil, expires: Timestamp?
        ) throws {
            guard !logins.contains(where: { $0.session == handles.session }) else { return }
            let record = try world.stores.sessions.find(handles.session, now: now)
            let mvpd = record?.mvpd ?? mvpd
            var providerSession = origin?.providerSession
            if case .authenticated(let login) = record?.state { providerSession = login.providerSession }
            let requestor = record?.requestor ?? requestor ?? claim.requestor
            let life = life(requestor: requestor, mvpd: mvpd)
            logins.append(
                Login(
                    mvpd: mvpd, requestor: requestor, subscriber: handles.subscriber, session: handles.session,
                    providerSession: providerSession, refreshToken: handles.refreshToken,
                    expires: max(expires ?? now, now + life)))
        }
        if let token = claim.token, let opened = try? world.tokens.openProfile(token) {
            let origin = try world.stores.profileOrigins.find(opened.guid, now: now)
            if let handles = opened.handles ?? origin?.handles {
                try add(handles, opened.mvpd, opened.requestor, origin: origin, expires: opened.expires)
            }
        }
        if let handles = claim.handles { try add(handles, claim.mvpd, nil, expires: nil) }
        if let id = claim.cookie.map(world.tokens.session), let session = try world.stores.sessions.find(id, now: now),
            case .authenticated(let login) = session.state
        {
            let handles = OpenedProfile.Handles(
                subscriber: login.subscriber, session: id, refreshToken: login.refreshToken)
            try add(handles, session.mvpd, session.requestor, expires: nil)
        }
        return logins
    }

    /// The longest that a token of such a login may live.
    private func life(requestor: RequestorID?, mvpd: MVPDID?) -> TimeToLive {
        let known = requestor.flatMap { try? world.catalog.requestor($0, world.policy) }
        let integration = known.flatMap { known in
            mvpd.flatMap { world.catalog.integration(known, $0, world.policy) }
        }
        let lives = integration?.lives ?? world.policy.lives
        let life = max(lives.authentication, lives.homeBasedAuthentication)
        guard let mvpd = mvpd.flatMap({ world.catalog.mvpd($0, world.policy) }), mvpd.style == .tempPass else {
            return life
        }
        return max(life, mvpd.temporaryPass.life)
    }

    /// A second logout may know less of the login than the first: the later end counts.
    private func revoke(_ session: SessionID, expires: Timestamp, now: Timestamp) throws {
        try world.stores.revocations.upsert(Revocation(session: session, expires: expires), now: now) { known in
            known.expires = max(known.expires, expires)
        }
        try world.stores.sessions.update(session, now: now) { $0.state = .loggedOut }
    }
}
