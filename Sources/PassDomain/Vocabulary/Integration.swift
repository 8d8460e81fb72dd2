package import PassCore

/// The agreement between one requestor and one MVPD; it sets how long each proof lives.
package struct Integration: Sendable, Hashable {
    package var requestor: RequestorID
    package var mvpd: MVPD
    /// The MVPD that logs in and decides: `mvpd` itself, or its proxy.
    package var provider: MVPD
    package var lives: Lives
    /// What stands in for the MVPD towards this requestor.
    package var degradation: Degradation?
    /// Whether other requestors' profiles serve this one, and its own serve others.
    package var sharesProfiles: Bool

    package init(
        requestor: RequestorID, mvpd: MVPD, provider: MVPD? = nil, lives: Lives, degradation: Degradation? = nil,
        singleSignOn: Bool = true
    ) {
        self.requestor = requestor
        self.mvpd = mvpd
        self.provider = provider ?? mvpd
        self.lives = lives
        self.degradation = degradation ?? mvpd.degradation
        sharesProfiles = singleSignOn && !mvpd.flags.authPerAggregator && mvpd.style != .tempPass
    }

    /// The MVPD behind which `mvpd` stands; `nil` when it stands alone.
    package var proxy: MVPDID? { provider.id == mvpd.id ? nil : provider.id }

    package var isTemporaryPass: Bool { mvpd.style == .tempPass }

    /// Whether everybody is logged in; a temporary pass has no MVPD that a rule could stand in for.
    package var skipsLogin: Bool { !isTemporaryPass && degradation == .authNAll }

    /// Whether a rule permits without asking the MVPD.
    package var skipsDecision: Bool {
        !isTemporaryPass && (degradation == .authNAll || degradation == .authZAll)
    }

    /// How long the proofs of an integration live.
    package struct Lives: Sendable, Hashable {
        /// A profile (authN token).
        package var authentication: TimeToLive
        /// A profile that came from home-based authentication.
        package var homeBasedAuthentication: TimeToLive
        /// A decision (authZ token).
        package var authorization: TimeToLive
        /// A media token.
        package var media: TimeToLive

        package init(
            authentication: TimeToLive = .days(30), homeBasedAuthentication: TimeToLive = .days(1),
            authorization: TimeToLive = .hours(24), media: TimeToLive = .minutes(5)
        ) {
            self.authentication = authentication
            self.homeBasedAuthentication = homeBasedAuthentication
            self.authorization = authorization
            self.media = media
        }

        /// That of a profile, by how its subscriber signed in.
        package func profile(isHomeBased: Bool) -> TimeToLive {
            isHomeBased ? homeBasedAuthentication : authentication
        }
    }

    /// What one integration sets differently from the defaults.
    package struct Overrides: Sendable, Hashable {
        package var authentication: TimeToLive?
        package var homeBasedAuthentication: TimeToLive?
        package var authorization: TimeToLive?
        package var media: TimeToLive?
        package var degradation: Degradation?
        /// `false` switches the platform's sign-on off; `nil` leaves it to the MVPD.
        package var platformSignOn: Bool?
        /// `false` switches single sign-on with other requestors off, in both directions.
        package var singleSignOn: Bool

        package init(
            authentication: TimeToLive? = nil, homeBasedAuthentication: TimeToLive? = nil,
            authorization: TimeToLive? = nil, media: TimeToLive? = nil, degradation: Degradation? = nil,
            platformSignOn: Bool? = nil, singleSignOn: Bool = true
        ) {
            self.authentication = authentication
            self.homeBasedAuthentication = homeBasedAuthentication
            self.authorization = authorization
            self.media = media
            self.degradation = degradation
            self.platformSignOn = platformSignOn
            self.singleSignOn = singleSignOn
        }

        package func applied(to lives: Lives) -> Lives {
            Lives(
                authentication: authentication ?? lives.authentication,
                homeBasedAuthentication: homeBasedAuthentication ?? lives.homeBasedAuthentication,
                authorization: authorization ?? lives.authorization, media: media ?? lives.media)
        }
    }
}
