extension Configuration {
    /// A requestor (a programmer), as the configuration describes it.
    public struct Requestor: Sendable, Hashable {
        /// The name that users see; `nil` means the ID.
        public var name: String?
        /// The domains of its pages; with registered redirects, browsers may return only to them and their subdomains.
        public var domains: [String]
        /// Custom URL schemes of its apps, without `://`.
        public var schemes: [String]
        /// The resources that it offers; `nil` means that every resource is known.
        public var resources: [String]?
        /// The MVPDs that it is integrated with; `nil` means all.
        public var mvpds: Table<Integration>?
        /// The MVPDs that it isn't integrated with, although `mvpds` lists them or is `nil`.
        public var excludedMVPDs: [String] = []
        /// The PEM files with the certificates or public keys that verify its calls.
        ///
        /// An empty list means the published demo certificate.
        public var certificates: [String] = []
        /// The user metadata that leaves the service encrypted with the first key in `certificates`.
        public var encryptedMetadata = ["zip", "encryptedZip"]
        /// Whether the first key in `certificates` can be used; if not, the user metadata in `encryptedMetadata` is
        /// withheld.
        public var metadataCertificate = true
        /// The PEM files with the keys that verify the tokens of its own identity service (`AD-Service-Token`).
        ///
        /// An empty list accepts its tokens without checking their signatures.
        public var serviceTokenKeys: [String] = []
        /// Whether its apps may learn the device's hashed identifier.
        public var sharesDeviceID = true
        /// Whether preauthorizations give the reason for a denial.
        public var enhancedErrors = false

        /// Creates a requestor.
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

    /// The settings in which one integration of a requestor with an MVPD differs from the defaults.
    ///
    /// A time to live that is `nil` has the value in `ttl`.
    public struct Integration: Sendable, Hashable {
        /// The time to live of profiles (authN tokens).
        public var authenticationSeconds: Int?
        /// The time to live of profiles from logins by home network.
        public var homeBasedAuthenticationSeconds: Int?
        /// The time to live of decisions (authZ tokens).
        public var authorizationSeconds: Int?
        /// The time to live of media tokens.
        public var mediaSeconds: Int?
        /// The degradation rule that replaces the MVPD for this requestor.
        public var degradation: Degradation?
        /// Whether the platform's (Apple) sign-on is offered: `false` switches it off, and `nil` uses the MVPD's
        /// setting.
        public var platformSignOn: Bool?
        /// Whether single sign-on with other requestors is on; `false` switches it off in both directions.
        public var singleSignOn: Bool

        /// Creates an integration with the given differences.
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
