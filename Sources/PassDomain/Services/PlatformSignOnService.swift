package import PassCore

/// Logs users in without a browser: the platform (e.g. Apple's) sends the request to the MVPD and returns its answer.
package final class PlatformSignOnService: Sendable {
    private let catalog: Catalog
    private let policy: Policy
    private let identifiers: any IdentifierSource
    private let sessions: any RecordStore<AuthenticationSession>
    private let platformLogins: any RecordStore<PlatformLogin>

    package init(
        catalog: Catalog, policy: Policy, identifiers: any IdentifierSource,
        sessions: any RecordStore<AuthenticationSession>, platformLogins: any RecordStore<PlatformLogin>
    ) {
        self.catalog = catalog
        self.policy = policy
        self.identifiers = identifiers
        self.sessions = sessions
        self.platformLogins = platformLogins
    }

    /// The contents of a device's request to begin a login through its platform.
    package struct Beginning: Sendable {
        package var requestor: RequestorID
        package var mvpd: MVPDID
        /// The plain device identifier, which the device will send again when it fetches its profile.
        package var deviceID: ExactText
        /// The SAML entity identifier by which the MVPD knows the service.
        package var issuer: String
        /// The address where the MVPD's answer must be sent.
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
        package var request: MVPDRequest
        /// The MVPD that is asked: the session's own, or its proxy.
        package var mvpd: MVPD
    }

    /// Begins a login. Until it is completed, the device still gets the profile of its last completed login.
    ///
    /// - Throws: `.unknownRequestor`; `.loginRefused` for an MVPD that isn't integrated, doesn't speak SAML, or has no
    ///   platform sign-on (or the integration switches it off); `.storeFull`.
    package func begin(_ beginning: Beginning, now: Timestamp) throws -> Started {
        let requestor = try catalog.requestor(beginning.requestor)
        guard let integration = catalog.integration(requestor, beginning.mvpd) else {
            throw EntitlementFailure.loginRefused("The requestor has no integration with this MVPD.")
        }
        guard integration.mvpd.flags.platform != nil, requestor.allowsPlatformSignOn(at: integration.mvpd.id) else {
            throw EntitlementFailure.loginRefused("This MVPD doesn't support platform sign-on.")
        }
        switch integration.actingMVPD.style {
        case .samlPost, .samlRedirect, .metaRefresh: break
        case .oauth2, .tempPass:
            throw EntitlementFailure.loginRefused("Platform sign-on needs SAML, which this MVPD doesn't use.")
        }
        let request = MVPDRequest(
            id: "_" + identifiers.hex(byteCount: 16), issuer: beginning.issuer, answerURL: beginning.answerURL)
        let session = AuthenticationSession(
            id: SessionID(rawValue: identifiers.hex(byteCount: 16).asciiUppercased), requestor: requestor.id,
            mvpd: beginning.mvpd, redirectURL: nil, registrationCode: nil, request: request,
            expires: now + policy.sessionTimeToLive)
        _ = try sessions.insert(session, now: now)
        try keep(session, of: beginning.deviceID, now: now)
        return Started(session: session, request: request, mvpd: integration.actingMVPD)
    }

    /// Makes a login the latest one of a device, so that the device's identifier is enough to find the login.
    ///
    /// - Throws: `.storeFull`.
    package func keep(_ session: AuthenticationSession, of deviceID: ExactText, now: Timestamp) throws {
        let key = PlatformLogin.Key(requestor: session.requestor, deviceID: deviceID)
        let first = PlatformLogin(key: key, latest: session.id, expires: session.expires)
        try platformLogins.upsert(first, now: now) { login in
            login.completed = try completed(login, now: now)
            login.previous = login.latest
            login.latest = session.id
            login.expires = session.expires
        }
    }

    /// Returns the session that an answer from the device can complete.
    ///
    /// - Parameter mvpd: the MVPD that the device names.
    /// - Throws: `.sessionNotFound` when the device's latest login isn't at that MVPD, `.unknownRequestor`.
    package func pending(
        requestor: RequestorID, mvpd: MVPDID, deviceID: ExactText, now: Timestamp
    ) throws -> SessionID {
        let key = PlatformLogin.Key(
            requestor: try catalog.requestor(requestor).id, deviceID: deviceID)
        guard let login = try platformLogins.find(key, now: now),
            let session = try sessions.find(login.latest, now: now), session.mvpd == mvpd
        else { throw EntitlementFailure.sessionNotFound }
        return session.id
    }

    /// Returns the MVPD of the login that the device began most recently; `nil` if it has begun none.
    func latestMVPD(requestor: RequestorID, deviceID: ExactText, now: Timestamp) throws -> MVPDID? {
        let key = PlatformLogin.Key(requestor: requestor, deviceID: deviceID)
        guard let login = try platformLogins.find(key, now: now) else { return nil }
        return try sessions.find(login.latest, now: now)?.mvpd
    }

    /// Returns the session from which the device gets its profile: that of its last completed login, otherwise that of
    /// its latest login; `nil` if it has none.
    func session(requestor: RequestorID, deviceID: ExactText, now: Timestamp) throws -> AuthenticationSession? {
        let key = PlatformLogin.Key(requestor: requestor, deviceID: deviceID)
        guard let login = try platformLogins.find(key, now: now) else { return nil }
        return try sessions.find(try completed(login, now: now) ?? login.latest, now: now)
    }

    /// Returns the last login that a user completed, even if a logout has ended it. Otherwise a logout would make an
    /// earlier login count again.
    private func completed(_ login: PlatformLogin, now: Timestamp) throws -> SessionID? {
        for id in [login.latest, login.previous].compactMap({ $0 }) {
            switch try sessions.find(id, now: now)?.state {
            case .authenticated, .leaving, .loggedOut: return id
            case .pending, .answering, .failed, nil: continue
            }
        }
        return login.completed
    }
}
