package import PassCore

/// The profiles of completed logins, as devices fetch them.
extension AuthenticationService {
    /// What names a login when its profile is fetched; a registration code wins over a cookie, even an unknown code.
    package enum Correlation: Sendable, Hashable {
        case registrationCode(String)
        case cookie(SessionCookie)
        /// The identifier of a device that logged in by its platform; it must be the device that asks.
        case platform(deviceID: ExactText)
    }

    /// A login in which a subscriber has signed in, so that its profile can be fetched.
    package struct CompletedLogin: Sendable {
        fileprivate let requestor: Requestor
        fileprivate let session: AuthenticationSession
        fileprivate let login: AuthenticationSession.Login
        /// The code that named it, if one did.
        fileprivate let code: RegistrationCode?
    }

    /// Finds the login whose profile a device asks for.
    ///
    /// - Throws: `.unknownRequestor`; `.sessionNotFound`; `.sessionWithoutUser` as long as nobody has signed in.
    package func login(
        of correlation: Correlation, requestor: RequestorID, now: Timestamp
    ) throws -> CompletedLogin {
        let requestor = try world.catalog.requestor(requestor, world.policy)
        let (session, code) = try session(of: correlation, requestor: requestor.id, now: now)
        guard case .authenticated(let login) = session.state else { throw EntitlementFailure.sessionWithoutUser }
        return CompletedLogin(requestor: requestor, session: session, login: login, code: code)
    }

    /// The profile of a completed login; it may be fetched as often as the session lives.
    ///
    /// - Parameters:
    ///   - device: as the request names it; a web call with a registration code may leave it to the code, unless every
    ///     call must name its device.
    ///   - kind: whether a native or a web client asks.
    /// - Throws: `.sessionWithoutUser`, `.missingDevice`, `.deviceMismatch`, `.storeFull`.
    package func profile(
        of completed: CompletedLogin, device: Device?, kind: Device.Kind, fragments: DeviceFragments?, now: Timestamp
    ) throws -> Profile {
        let (requestor, session, login) = (completed.requestor, completed.session, completed.login)
        let code = completed.code
        guard let integration = world.catalog.integration(requestor, session.mvpd, world.policy) else {
            throw EntitlementFailure.sessionWithoutUser
        }
        // Whoever learned the code doesn't thereby know the device.
        let takesDeviceOfCode = kind == .web && world.policy.deviceCheck == .lenient
        let device = device ?? (takesDeviceOfCode ? code.map { Device(id: $0.deviceID.string, kind: .web) } : nil)
        if device == nil, kind == .native || world.policy.deviceCheck == .strict {
            throw EntitlementFailure.missingDevice
        }
        if let device, let code, device.id != code.deviceID {
            throw EntitlementFailure.deviceMismatch(.authentication)
        }
        let binding = device.map(world.devices.bind) ?? .unbound
        let span = try span(of: login, session, at: integration, binding, now: now)
        var profile = Profile(
            guid: login.guid, requestor: requestor.id, mvpd: session.mvpd, subscriber: login.subscriber,
            session: session.id, device: binding, fragments: fragments, expires: span.end, life: span.life,
            isHomeBased: login.isHomeBased, refreshToken: login.refreshToken)
        profile.proxy = integration.proxy
        profile.isTemporary = integration.isTemporaryPass
        profile.permitsAll = !integration.isTemporaryPass && integration.degradation == .authZAll
        profile.resources = channels(of: login.subscriber, at: integration)
        // The token of a pass is still judged when its date is over.
        let expires =
            profile.isTemporary
            ? max(profile.expires, now + integration.lives.authentication) : profile.expires
        try world.stores.profileOrigins.put(
            ProfileOrigin(
                guid: profile.guid, subscriber: profile.subscriber, session: profile.session,
                providerSession: login.providerSession, isHomeBased: profile.isHomeBased,
                refreshToken: profile.refreshToken, expires: expires),
            now: now)
        return profile
    }

    private func session(
        of correlation: Correlation, requestor: RequestorID, now: Timestamp
    ) throws -> (AuthenticationSession, RegistrationCode?) {
        switch correlation {
        case .registrationCode(let text):
            guard let code = try? world.registrationCodes.find(text, requestor: requestor, now: now),
                let id = code.session, let session = try world.stores.sessions.find(id, now: now)
            else { throw EntitlementFailure.sessionNotFound }
            return (session, code)
        case .cookie(let cookie):
            let id = world.tokens.session(of: cookie)
            guard let session = try world.stores.sessions.find(id, now: now), session.requestor == requestor else {
                throw EntitlementFailure.sessionNotFound
            }
            return (session, nil)
        case .platform(let deviceID):
            guard
                let session = try world.platformSignOn.session(requestor: requestor, deviceID: deviceID, now: now)
            else { throw EntitlementFailure.sessionNotFound }
            return (session, nil)
        }
    }

    /// When a profile ends, and how long it lives as a whole.
    ///
    /// A temporary pass ends when its use does, so its profile may be over from the start; one that isn't in use yet
    /// counts its life from now.
    ///
    /// - Throws: `.sessionWithoutUser` when the profile of an MVPD's subscriber would be over.
    private func span(
        of login: AuthenticationSession.Login, _ session: AuthenticationSession, at integration: Integration,
        _ device: DeviceBinding, now: Timestamp
    ) throws -> (end: Timestamp, life: TimeToLive) {
        if integration.isTemporaryPass {
            let holding = world.temporaryPasses.holding(
                at: integration, subscriber: login.subscriber, session: session.id, device: device)
            return (try world.temporaryPasses.end(of: holding, now: now), holding.pass.life)
        }
        let life = integration.lives.profile(isHomeBased: login.isHomeBased)
        // A session may outlive the profile that it led to.
        guard now < (login.instant + life).wholeSecond else { throw EntitlementFailure.sessionWithoutUser }
        return (login.instant + life, life)
    }

    /// What a profile says of resources at an MVPD that lists them: the subscriber's `channelID`, each of at most 1,024
    /// bytes.
    private func channels(of subscriber: SubscriberID, at integration: Integration) -> [ExactText] {
        guard integration.mvpd.listsResources, !integration.skipsLogin,
            let shared = world.connector.subscriber(subscriber, at: integration.provider.id)?.metadata["channelID"]
        else { return [] }
        let names = (shared.arrayValue ?? [shared]).compactMap(\.stringValue)
        return names.filter { (1...1024).contains($0.utf8.count) }.map { ExactText($0) }
    }
}
