package import PassCore

/// The agreement between one requestor and one MVPD; it sets how long each proof lives.
package struct Integration: Sendable, Hashable {
    package var requestor: RequestorID
    package var mvpd: MVPD
    package var lives: Lives

    /// How long the proofs of an integration live.
    package struct Lives: Sendable, Hashable {
        /// A profile (authN token).
        package var authentication: TimeToLive
        /// A decision (authZ token).
        package var authorization: TimeToLive
        /// A media token.
        package var media: TimeToLive

        package init(
            authentication: TimeToLive = .days(30), authorization: TimeToLive = .hours(24),
            media: TimeToLive = .minutes(5)
        ) {
            self.authentication = authentication
            self.authorization = authorization
            self.media = media
        }
    }

    /// What one integration sets differently from the defaults.
    package struct Overrides: Sendable, Hashable {
        package var authentication: TimeToLive?
        package var authorization: TimeToLive?
        package var media: TimeToLive?

        package init(
            authentication: TimeToLive? = nil, authorization: TimeToLive? = nil, media: TimeToLive? = nil
        ) {
            self.authentication = authentication
            self.authorization = authorization
            self.media = media
        }

        package func applied(to lives: Lives) -> Lives {
            Lives(
                authentication: authentication ?? lives.authentication,
                authorization: authorization ?? lives.authorization, media: media ?? lives.media)
        }
    }
}
