import PassCore
package import PassDomain

extension TestWorld {
    /// A login with a subscriber, and the profile that a device fetched of it.
    package struct Login: Sendable {
        package let session: SessionID
        package let cookie: SessionCookie
        package let profile: Profile
        /// The profile's token (authN token).
        package let token: String
    }

    /// A login that ended without a subscriber.
    package struct NotSignedIn: Error {
        package init() {}
    }

    /// Begins a login by a browser and returns its session and cookie.
    package func begin(
        requestor: RequestorID = "REF30", mvpd: MVPDID = "AcmeCable", registrationCode: String? = nil,
        generic: String? = nil
    ) throws -> (start: AuthenticationService.Start, cookie: SessionCookie) {
        try world.services.authentication.begin(
            .init(
                requestor: requestor, mvpd: mvpd, redirectURL: "adobepass://ios.app",
                registrationCode: registrationCode, generic: generic, issuer: "https://sp.example",
                answerURL: "https://sp.example/answer"),
            now: clock.now())
    }

    /// Logs a subscriber in, where the MVPD has a login.
    ///
    /// - Returns: the session and the browser's cookie.
    package func signIn(
        _ subscriber: SubscriberID = "ada", requestor: RequestorID = "REF30", mvpd: MVPDID = "AcmeCable",
        registrationCode: String? = nil, generic: String? = nil, isHomeBased: Bool = false,
        refreshToken: String? = nil
    ) throws -> (session: SessionID, cookie: SessionCookie) {
        let (start, cookie) = try begin(
            requestor: requestor, mvpd: mvpd, registrationCode: registrationCode, generic: generic)
        switch start {
        case .atMVPD(let session, _):
            _ = try world.services.authentication.complete(session.id, now: clock.now()) { _, _ in
                .init(
                    subscriber: subscriber, providerSession: "session at the MVPD", isHomeBased: isHomeBased,
                    refreshToken: refreshToken)
            }
            return (session.id, cookie)
        case .signedIn(let session): return (session.id, cookie)
        case .notIntegrated, .withoutHolder: throw NotSignedIn()
        }
    }

    /// Logs a subscriber in and fetches the profile for a device.
    package func login(
        _ subscriber: SubscriberID = "ada", requestor: RequestorID = "REF30", mvpd: MVPDID = "AcmeCable",
        device: Device? = Device(id: "c0ffee", kind: .native), generic: String? = nil, isHomeBased: Bool = false,
        refreshToken: String? = nil
    ) throws -> Login {
        let (session, cookie) = try signIn(
            subscriber, requestor: requestor, mvpd: mvpd, generic: generic, isHomeBased: isHomeBased,
            refreshToken: refreshToken)
        let profiles = world.services.profiles
        let profile = try profiles.profile(
            of: profiles.login(of: .cookie(cookie), requestor: requestor, now: clock.now()), device: device,
            kind: device?.kind ?? .web, fragments: nil, now: clock.now())
        return Login(session: session, cookie: cookie, profile: profile, token: world.ports.tokens.seal(profile))
    }

    /// Logs out the browser with that cookie.
    package func logout(_ cookie: SessionCookie) throws {
        _ = try world.services.logout.logout(
            .init(
                token: nil, handles: nil, cookie: cookie, requestor: nil, mvpd: nil, redirectURL: nil,
                issuer: "https://sp.example", answerURL: "https://sp.example/answer"),
            now: clock.now())
    }
}
