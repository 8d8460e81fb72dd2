extension Configuration {
    /// A programmer, as the configuration tells it.
    public struct Requestor: Sendable, Hashable {
        /// The name that people see; `nil` means the ID.
        public var name: String?
        /// Domains of its pages; with registered redirects only they and their subdomains may be returned to.
        public var domains: [String]
        /// Custom URL schemes of its apps, without `://`.
        public var schemes: [String]
        /// What it offers; `nil` means that any resource is known.
        public var resources: [String]?
        /// The MVPDs that it is integrated with; `nil` means all.
        public var mvpds: Table<Integration>?
        /// The MVPDs that it isn't integrated with, of those in `mvpds` or of all.
        public var excludedMVPDs: [String] = []
        /// PEM files with the certificates or public keys that prove its calls; none means the published demo one.
        public var certificates: [String] = []
        /// User metadata that leaves the service encrypted with the first of them.
        public var encryptedMetadata = ["zip", "encryptedZip"]
        /// Whether its apps may learn the device's hashed identifier.
        public var sharesDeviceID = true
        /// Whether preauthorizations tell why a resource is denied.
        public var enhancedErrors = false

        public init(
            name: String? = nil, domains: [String] = [], schemes: [String] = [], resources: [String]? = nil,
            mvpds: Table<Integration>? = nil
        ) {
            self.name = name
            self.domains = domains
            self.schemes = schemes
            self.resources = resources
            self.mvpds = mvpds
        }
    }

    /// What one integration of a requestor with an MVPD sets differently; `nil` means the value of `ttl`.
    public struct Integration: Sendable, Hashable {
        public var authenticationSeconds: Int?
        /// For logins by home network.
        public var homeBasedAuthenticationSeconds: Int?
        public var authorizationSeconds: Int?
        public var mediaSeconds: Int?
        /// What stands in for the MVPD towards this requestor.
        public var degradation: Degradation?
        /// `false` switches the platform's (Apple) sign-on off; `nil` leaves it to the MVPD.
        public var platformSignOn: Bool?
        /// `false` switches single sign-on with other requestors off, in both directions.
        public var singleSignOn: Bool

        public init(
            authenticationSeconds: Int? = nil, authorizationSeconds: Int? = nil, mediaSeconds: Int? = nil,
            degradation: Degradation? = nil, platformSignOn: Bool? = nil, singleSignOn: Bool = true
        ) {
            self.authenticationSeconds = authenticationSeconds
            self.authorizationSeconds = authorizationSeconds
            self.mediaSeconds = mediaSeconds
            self.degradation = degradation
            self.platformSignOn = platformSignOn
            self.singleSignOn = singleSignOn
        }
    }
}
