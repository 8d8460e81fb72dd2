import PassCore
import PassDomain

extension Configuration {
    /// The times to live of tokens, logins and codes, in whole seconds.
    ///
    /// An integration may set its own values for the first four.
    public struct TimesToLive: Sendable, Hashable {
        /// The time to live of a profile (authN token).
        public var authenticationSeconds = Int(domain.timesToLive.authentication.seconds)
        /// The time to live of a profile from a login by home network.
        public var homeBasedAuthenticationSeconds = Int(domain.timesToLive.homeBasedAuthentication.seconds)
        /// The time to live of a decision (authZ token).
        public var authorizationSeconds = Int(domain.timesToLive.authorization.seconds)
        /// The time to live of a media token.
        public var mediaSeconds = Int(domain.timesToLive.media.seconds)
        /// The time from the beginning of a login until it can no longer be completed or fetched.
        public var sessionSeconds = Int(domain.sessionTimeToLive.seconds)
        /// The time to live of a registration code, unless its request sets another.
        public var registrationCodeSeconds = Int(domain.registrationCodeTimeToLive.seconds)
        /// The time to live of a registered client's access token.
        public var accessTokenSeconds = Int(domain.accessTokenTimeToLive.seconds)

        /// The domain's policy, which has the defaults.
        private static let domain = Policy()

        /// Creates the default times to live, which are those of the domain's policy.
        public init() {}
    }
}
