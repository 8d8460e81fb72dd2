package import PassCore

/// Ends logins: their sessions yield no profile any more and their tokens stop counting.
package struct LogoutService: Sendable {
    let world: World

    /// Everything in a logout request that may name a login; each one found is ended.
    package struct Claim: Sendable {
        package var token: String?
        package var handles: (subscriber: SubscriberID, session: SessionID)?
        package var cookie: SessionID?
        package var requestor: RequestorID?
        package var mvpd: MVPDID?
        package var redirectURL: String?

        package init(
            token: String?, handles: (subscriber: SubscriberID, session: SessionID)?, cookie: SessionID?,
            requestor: RequestorID?, mvpd: MVPDID?, redirectURL: String?
        ) {
            self.token = token
            self.handles = handles
            self.cookie = cookie
            self.requestor = requestor
            self.mvpd = mvpd
            self.redirectURL = redirectURL
        }
    }

    /// The login that was ended, as far as the MVPD has to hear of it.
    package struct Ended: Sendable {
        package var mvpd: MVPD
        package var subscriber: SubscriberID
        package var session: SessionID
        /// Names the way back from the MVPD; its record holds the redirect URL.
        package var relayState: SessionID
        package var requestID: String
    }

    /// - Returns: the ended login, or `nil` when the request names none that is known: the browser just goes back.
    /// - Throws: `.redirectRefused`, `.unknownRequestor`, `.storeFull`.
    package func logout(_ claim: Claim, now: Timestamp) throws -> Ended? {
        let requestor = try claim.requestor.map { try world.catalog.requestor($0, world.policy) }
        if let url = claim.redirectURL {
            let rule = RedirectRule(
                redirects: world.policy.redirects, requestor: requestor ?? Requestor(id: "", domains: []))
            try rule.check(url)
        }
        var found: (mvpd: MVPDID, subscriber: SubscriberID, session: SessionID)?
        for login in try logins(claim, now: now) {
            try revoke(login.session, expires: login.expires, now: now)
            found = found ?? (login.mvpd, login.subscriber, login.session)
        }
        guard let found, let mvpd = world.catalog.mvpd(found.mvpd, world.policy), mvpd.style != .tempPass else {
            return nil
        }
        // The way back is a record of its own, so that the answer is found by RelayState alone.
        let way = AuthenticationSession(
            id: SessionID(rawValue: world.identifiers.hex(byteCount: 16).uppercased()),
            requestor: claim.requestor ?? "", mvpd: mvpd.id, redirectURL: claim.redirectURL, registrationCode: nil,
            request: .init(id: "_" + world.identifiers.hex(byteCount: 20), assertionConsumerURL: ""),
            state: .loggedOut, expires: now + world.policy.sessionLife)
        _ = try world.stores.sessions.insert(way, now: now)
        return Ended(
            mvpd: mvpd, subscriber: found.subscriber, session: found.session, relayState: way.id,
            requestID: way.request?.id ?? "")
    }

    /// Where the browser goes when the MVPD has answered; the way back works once.
    ///
    /// - Throws: `.sessionNotFound` when no logout waits under that name.
    package func finish(_ relayState: SessionID, now: Timestamp) throws -> (redirectURL: String?, requestID: String) {
        guard let way = try world.stores.sessions.find(relayState, now: now), case .loggedOut = way.state,
            let request = way.request
        else { throw EntitlementFailure.sessionNotFound }
        try world.stores.sessions.remove(relayState, now: now)
        return (way.redirectURL, request.id)
    }

    private typealias Login = (mvpd: MVPDID, subscriber: SubscriberID, session: SessionID, expires: Timestamp)

    private func logins(_ claim: Claim, now: Timestamp) throws -> [Login] {
        var logins: [Login] = []
        if let token = claim.token, let opened = try? world.tokens.openProfile(token) {
            if let handles = opened.handles {
                logins.append((opened.mvpd, handles.subscriber, handles.session, opened.expires))
            } else if let origin = try world.stores.profileOrigins.find(opened.guid, now: now) {
                logins.append((opened.mvpd, origin.subscriber, origin.session, opened.expires))
            }
        }
        if let handles = claim.handles {
            let session = try world.stores.sessions.find(handles.session, now: now)
            if let mvpd = session?.mvpd ?? claim.mvpd {
                let expires = now + life(requestor: session?.requestor ?? claim.requestor, mvpd: mvpd)
                logins.append((mvpd, handles.subscriber, handles.session, expires))
            }
        }
        if let cookie = claim.cookie, let session = try world.stores.sessions.find(cookie, now: now),
            case .authenticated(let login) = session.state
        {
            let expires = now + life(requestor: session.requestor, mvpd: session.mvpd)
            logins.append((session.mvpd, login.subscriber, session.id, expires))
        }
        return logins
    }

    private func life(requestor: RequestorID?, mvpd: MVPDID) -> TimeToLive {
        guard let requestor, let known = try? world.catalog.requestor(requestor, world.policy),
            let integration = world.catalog.integration(known, mvpd, world.policy)
        else { return world.policy.lives.authentication }
        return integration.lives.authentication
    }

    private func revoke(_ session: SessionID, expires: Timestamp, now: Timestamp) throws {
        try world.stores.revocations.put(Revocation(session: session, expires: expires), now: now)
        try world.stores.sessions.update(session, now: now) { $0.state = .loggedOut }
    }
}
