package import PassCore

/// Logins without a browser: the platform (Apple's, say) takes the request to the MVPD and its answer back.
package struct PlatformSignOnService: Sendable {
    let world: World

    /// What a device asks when it begins a login by its platform.
    package struct Beginning: Sendable {
        package var requestor: RequestorID
        package var mvpd: MVPDID
        /// In clear, as the device will name itself when it fetches its profile.
        package var deviceID: ExactText
        /// The service as the MVPD knows it, and where the MVPD's answer is addressed to.
        package var issuer: String
        package var answerURL: String

        package init(requestor: RequestorID, mvpd: MVPDID, deviceID: ExactText, issuer: String, answerURL: String) {
            self.requestor = requestor
            self.mvpd = mvpd
            self.deviceID = deviceID
            self.issuer = issuer
            self.answerURL = answerURL
        }
    }

    /// A login that waits for the platform.
    package struct Started: Sendable {
        package var session: AuthenticationSession
        package var request: ProviderRequest
        /// The one that is asked: that of the session, or its proxy.
        package var mvpd: MVPD
    }

    /// Begins a login; a completed one of the same device counts until the new one is completed.
    ///
    /// - Throws: `.unknownRequestor`, `.loginRefused` for an MVPD without platform sign-on (or where the integration
    ///   switches it off), without an integration or without SAML, `.storeFull`.
    package func begin(_ beginning: Beginning, now: Timestamp) throws -> Started {
        let requestor = try world.catalog.requestor(beginning.requestor, world.policy)
        guard let integration = world.catalog.integration(requestor, beginning.mvpd, world.policy) else {
            throw EntitlementFailure.loginRefused("The requestor has no integration with this MVPD.")
        }
        guard integration.mvpd.flags.platform != nil, requestor.allowsPlatformSignOn(at: integration.mvpd.id) else {
            throw EntitlementFailure.loginRefused("This MVPD takes no platform sign-on.")
        }
        switch integration.provider.style {
        case .samlPost, .samlRedirect, .metaRefresh: break
        case .oauth2, .tempPass:
            throw EntitlementFailure.loginRefused("This MVPD doesn't speak SAML, which platform sign-on needs.")
        }
        let request = ProviderRequest(
            id: "_" + world.identifiers.hex(byteCount: 16), issuer: beginning.issuer, answerURL: beginning.answerURL)
        let session = AuthenticationSession(
            id: SessionID(rawValue: world.identifiers.hex(byteCount: 16).asciiUppercased), requestor: requestor.id,
            mvpd: beginning.mvpd, redirectURL: nil, registrationCode: nil, request: request,
            expires: now + world.policy.sessionLife)
        _ = try world.stores.sessions.insert(session, now: now)
        let key = PlatformLogin.Key(requestor: requestor.id, deviceID: beginning.deviceID)
        let first = PlatformLogin(key: key, latest: session.id, expires: session.expires)
        try world.stores.platformLogins.upsert(first, now: now) { login in
            login.completed = try completed(login, now: now)
            login.previous = login.latest
            login.latest = session.id
            login.expires = session.expires
        }
        return Started(session: session, request: request, mvpd: integration.provider)
    }

    /// The session whose answer the device may bring.
    ///
    /// - Parameter mvpd: as the device names it.
    /// - Throws: `.sessionNotFound` when the device has begun no login with that MVPD, `.unknownRequestor`.
    package func pending(
        requestor: RequestorID, mvpd: MVPDID, deviceID: ExactText, now: Timestamp
    ) throws -> SessionID {
        let key = PlatformLogin.Key(
            requestor: try world.catalog.requestor(requestor, world.policy).id, deviceID: deviceID)
        guard let login = try world.stores.platformLogins.find(key, now: now),
            let session = try world.stores.sessions.find(login.latest, now: now), session.mvpd == mvpd
        else { throw EntitlementFailure.sessionNotFound }
        return session.id
    }

    /// The session that gives the device its profile: the completed one, else the latest; `nil` without any.
    func session(requestor: RequestorID, deviceID: ExactText, now: Timestamp) throws -> AuthenticationSession? {
        let key = PlatformLogin.Key(requestor: requestor, deviceID: deviceID)
        guard let login = try world.stores.platformLogins.find(key, now: now) else { return nil }
        return try world.stores.sessions.find(try completed(login, now: now) ?? login.latest, now: now)
    }

    /// The last login that came to an end with a user; a logout doesn't bring back the one before.
    private func completed(_ login: PlatformLogin, now: Timestamp) throws -> SessionID? {
        for id in [login.latest, login.previous].compactMap({ $0 }) {
            switch try world.stores.sessions.find(id, now: now)?.state {
            case .authenticated, .loggedOut: return id
            case .pending, .answering, .failed, nil: continue
            }
        }
        return login.completed
    }
}
