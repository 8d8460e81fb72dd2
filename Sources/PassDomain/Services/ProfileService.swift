package import PassCore

/// Finds completed logins and creates their profiles, which devices fetch.
package final class ProfileService: Sendable {
    private let catalog: Catalog
    private let policy: Policy
    private let tokens: any TokenSealer
    private let devices: any DeviceSealer
    private let connector: any MVPDConnector
    private let sessions: any RecordStore<AuthenticationSession>
    private let profileOrigins: any RecordStore<ProfileOrigin>
    private let registrationCodes: RegistrationCodeService
    private let platformSignOn: PlatformSignOnService
    private let temporaryPasses: TemporaryPassService

    package init(
        catalog: Catalog, policy: Policy, tokens: any TokenSealer, devices: any DeviceSealer,
        connector: any MVPDConnector, sessions: any RecordStore<AuthenticationSession>,
        profileOrigins: any RecordStore<ProfileOrigin>, registrationCodes: RegistrationCodeService,
        platformSignOn: PlatformSignOnService, temporaryPasses: TemporaryPassService
    ) {
        self.catalog = catalog
        self.policy = policy
        self.tokens = tokens
        self.devices = devices
        self.connector = connector
        self.sessions = sessions
        self.profileOrigins = profileOrigins
        self.registrationCodes = registrationCodes
        self.platformSignOn = platformSignOn
        self.temporaryPasses = temporaryPasses
    }

    /// The key by which a request for a profile refers to a login. A registration code wins over a cookie, even if the
    /// code is unknown.
    package enum Correlation: Sendable, Hashable {
        case registrationCode(String)
        case cookie(SessionCookie)
        /// The identifier of a device that logged in through its platform; the same device must ask for the profile.
        case platform(deviceID: ExactText)
    }

    /// A login in which a subscriber has signed in, so that its profile can be fetched.
    package struct CompletedLogin: Sendable {
        package let requestor: Requestor
        fileprivate let session: AuthenticationSession
        fileprivate let login: AuthenticationSession.Login
        /// The registration code that the request named, if any.
        fileprivate let code: RegistrationCode?
    }

    /// Finds the login whose profile a device requests.
    ///
    /// - Throws: `.unknownRequestor`; `.sessionNotFound`; `.sessionWithoutUser` unless a subscriber is signed in.
    package func login(
        of correlation: Correlation, requestor: RequestorID, now: Timestamp
    ) throws -> CompletedLogin {
        let requestor = try catalog.requestor(requestor)
        let (session, code) = try session(of: correlation, requestor: requestor.id, now: now)
        guard case .authenticated(let login) = session.state else {
            Check.note(false, .login(session.state.checked))
            throw EntitlementFailure.sessionWithoutUser
        }
        Check.note(true, .login(.signedIn))
        return CompletedLogin(requestor: requestor, session: session, login: login, code: code)
    }

    /// Returns the profile of a completed login. The profile may be fetched any number of times until the session
    /// expires.
    ///
    /// - Parameters:
    ///   - device: the device that the request names. If a web call with a registration code names none, the code's
    ///     device is used, unless the policy demands that every call names its device.
    ///   - kind: whether a native or a web client asks.
    /// - Throws: `.sessionWithoutUser`, `.missingDevice`, `.deviceMismatch`, `.storeFull`.
    package func profile(
        of completed: CompletedLogin, device: Device?, kind: Device.Kind, fragments: DeviceFragments?, now: Timestamp
    ) throws -> Profile {
        let (requestor, session, login) = (completed.requestor, completed.session, completed.login)
        let code = completed.code
        guard let integration = catalog.integration(requestor, session.mvpd) else {
            Check.note(false, .integration(requestor.id, session.mvpd))
            throw EntitlementFailure.sessionWithoutUser
        }
        Check.note(true, .integration(requestor.id, session.mvpd))
        // Knowledge of the code doesn't prove that the client runs on the code's device. Native clients must therefore
        // name the device, and under the strict device check all clients must.
        let takesDeviceOfCode = kind == .web && policy.deviceCheck == .lenient
        let device = device ?? (takesDeviceOfCode ? code.map { Device(id: $0.deviceID.string, kind: .web) } : nil)
        if device == nil, kind == .native || policy.deviceCheck == .strict {
            Check.note(false, .deviceNamed)
            throw EntitlementFailure.missingDevice
        }
        if let device, let code {
            guard Check.note(device.id == code.deviceID, .codeDevice(code.deviceID, named: device.id)) else {
                throw EntitlementFailure.deviceMismatch(.authentication)
            }
        }
        let binding = device.map(devices.bind) ?? .unbound
        let span = try span(of: login, session, at: integration, binding, now: now)
        var profile = Profile(
            guid: login.guid, requestor: requestor.id, mvpd: session.mvpd, subscriber: login.subscriber,
            session: session.id, device: binding, fragments: fragments, expires: span.end, timeToLive: span.timeToLive,
            isHomeBased: login.isHomeBased, refreshToken: login.refreshToken)
        profile.proxy = integration.proxy
        profile.isTemporary = integration.isTemporaryPass
        profile.permitsAll = !integration.isTemporaryPass && integration.degradation == .authZAll
        profile.resources = channels(of: login.subscriber, at: integration)
        // The token of a temporary pass is still checked after it expires, so its origin is kept longer.
        let expires =
            profile.isTemporary
            ? max(profile.expires, now + integration.timesToLive.authentication) : profile.expires
        try profileOrigins.put(
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
            guard let code = try registrationCodes.findIfKnown(text, requestor: requestor, now: now) else {
                throw EntitlementFailure.sessionNotFound
            }
            guard let id = code.session, let session = try sessions.find(id, now: now) else {
                Check.note(false, .login(.missing))
                throw EntitlementFailure.sessionNotFound
            }
            return (session, code)
        case .cookie(let cookie):
            let id = tokens.session(of: cookie)
            guard let session = try sessions.find(id, now: now), session.requestor == requestor else {
                Check.note(false, .login(.missing))
                throw EntitlementFailure.sessionNotFound
            }
            return (session, nil)
        case .platform(let deviceID):
            guard
                let session = try platformSignOn.session(requestor: requestor, deviceID: deviceID, now: now)
            else {
                Check.note(false, .login(.missing))
                throw EntitlementFailure.sessionNotFound
            }
            return (session, nil)
        }
    }

    /// Returns the expiry of a profile and its total time to live.
    ///
    /// A temporary pass ends a fixed time after its first use, so its profile may already have expired when it is
    /// created. The time to live of a pass that isn't in use yet counts from now.
    ///
    /// - Throws: `.sessionWithoutUser` when the profile of an MVPD's subscriber would already have expired.
    private func span(
        of login: AuthenticationSession.Login, _ session: AuthenticationSession, at integration: Integration,
        _ device: DeviceBinding, now: Timestamp
    ) throws -> (end: Timestamp, timeToLive: TimeToLive) {
        if integration.isTemporaryPass {
            let holding = temporaryPasses.holding(
                at: integration, subscriber: login.subscriber, session: session.id, device: device)
            return (try temporaryPasses.end(of: holding, now: now), holding.pass.timeToLive)
        }
        let timeToLive = integration.timesToLive.profile(isHomeBased: login.isHomeBased)
        // A session may last longer than its profile.
        let end = login.instant + timeToLive
        guard Check.note(now < end.wholeSecond, .expiry(.profile, expires: end.wholeSecond, now: now)) else {
            throw EntitlementFailure.sessionWithoutUser
        }
        return (end, timeToLive)
    }

    /// Returns the resources that a profile lists, if the MVPD lists any: the subscriber's `channelID` values, each of
    /// at most 1,024 bytes.
    private func channels(of subscriber: SubscriberID, at integration: Integration) -> [ExactText] {
        guard integration.mvpd.listsResources, !integration.skipsLogin,
            let shared = connector.subscriber(subscriber, at: integration.actingMVPD.id)?.metadata["channelID"]
        else { return [] }
        let names = (shared.arrayValue ?? [shared]).compactMap(\.stringValue)
        return names.filter { (1...1024).contains($0.utf8.count) }.map { ExactText($0) }
    }
}
