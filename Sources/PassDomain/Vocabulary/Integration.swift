package import PassCore

/// The agreement between one requestor and one MVPD, which sets how long each proof is valid.
package struct Integration: Sendable, Hashable {
    package var requestor: RequestorID
    private let parties: Parties
    package var timesToLive: TimesToLive
    /// The degradation rule that replaces the MVPD for this requestor, if any.
    package var degradation: Degradation?
    /// Whether this requestor and others accept each other's profiles.
    package var sharesProfiles: Bool

    package init(
        requestor: RequestorID, _ parties: Parties, timesToLive: TimesToLive, degradation: Degradation? = nil,
        singleSignOn: Bool = true
    ) {
        self.requestor = requestor
        let mvpd = parties.mvpd
        self.parties = parties
        self.timesToLive = timesToLive
        self.degradation = degradation ?? mvpd.degradation
        sharesProfiles = singleSignOn && !mvpd.flags.authPerAggregator && mvpd.style != .tempPass
    }

    package var mvpd: MVPD { _read { yield parties.mvpd } }

    /// The MVPD that logs users in and decides: `mvpd` itself, or its proxy.
    package var actingMVPD: MVPD { _read { yield parties.acting } }

    /// The proxy of `mvpd`; `nil` when `mvpd` logs users in and decides itself.
    package var proxy: MVPDID? { parties.hasProxy ? parties.acting.id : nil }

    /// The MVPDs of an integration, in an object that the catalog creates once and integrations share. Each request
    /// copies its integration several times, and copying an MVPD would copy many strings.
    package final class Parties: Sendable, Hashable {
        let mvpd: MVPD
        /// The MVPD that logs users in and decides.
        let acting: MVPD
        let hasProxy: Bool

        /// Creates the parties; `proxy` logs users in and decides in place of `mvpd`, if there is one.
        package init(mvpd: MVPD, proxy: MVPD?) {
            self.mvpd = mvpd
            acting = proxy ?? mvpd
            hasProxy = proxy != nil
        }

        package static func == (left: Parties, right: Parties) -> Bool {
            left === right
                || (left.mvpd, left.acting, left.hasProxy) == (right.mvpd, right.acting, right.hasProxy)
        }

        package func hash(into hasher: inout Hasher) {
            hasher.combine(mvpd)
            hasher.combine(acting)
        }
    }

    package var isTemporaryPass: Bool { mvpd.style == .tempPass }

    /// Whether a degradation rule logs every user in; always `false` for a temporary pass, which has no MVPD to
    /// replace.
    package var skipsLogin: Bool { !isTemporaryPass && degradation == .authNAll }

    /// Whether a degradation rule permits every resource without asking the MVPD.
    package var skipsDecision: Bool {
        !isTemporaryPass && (degradation == .authNAll || degradation == .authZAll)
    }

    /// The times to live of the proofs that an integration issues.
    package struct TimesToLive: Sendable, Hashable {
        /// The time to live of a profile (authN token).
        package var authentication: TimeToLive
        /// The time to live of a profile that came from home-based authentication.
        package var homeBasedAuthentication: TimeToLive
        /// The time to live of a decision (authZ token).
        package var authorization: TimeToLive
        /// The time to live of a media token.
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

        /// Returns the time to live of a profile, which depends on how its subscriber signed in.
        package func profile(isHomeBased: Bool) -> TimeToLive {
            isHomeBased ? homeBasedAuthentication : authentication
        }
    }

    /// The settings in which one integration differs from the defaults; `nil` keeps the default.
    package struct Overrides: Sendable, Hashable {
        package var authentication: TimeToLive?
        package var homeBasedAuthentication: TimeToLive?
        package var authorization: TimeToLive?
        package var media: TimeToLive?
        package var degradation: Degradation?
        /// Whether sign-on through the platform is allowed: `false` switches it off, `nil` leaves the choice to the
        /// MVPD.
        package var platformSignOn: Bool?
        /// Whether single sign-on with other requestors is allowed; `false` switches it off in both directions.
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

        /// Returns the times to live with these settings applied.
        package func applied(to timesToLive: TimesToLive) -> TimesToLive {
            TimesToLive(
                authentication: authentication ?? timesToLive.authentication,
                homeBasedAuthentication: homeBasedAuthentication ?? timesToLive.homeBasedAuthentication,
                authorization: authorization ?? timesToLive.authorization, media: media ?? timesToLive.media)
        }
    }
}
