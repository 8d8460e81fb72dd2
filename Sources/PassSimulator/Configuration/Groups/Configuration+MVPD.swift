extension Configuration {
    /// A simulated provider, as the configuration tells it.
    public struct MVPD: Sendable, Hashable {
        /// The name that pickers show; `nil` means the ID.
        public var name: String?
        /// The URL of the picture that pickers show; `nil` means one that the simulator draws.
        public var logo: String?
        /// How the browser reaches the login page; `nil` means that of `like`, else `samlPost`.
        public var style: LoginStyle?
        /// The ID of another MVPD, from which all that is `nil` here is taken, but for the name and the logo.
        public var like: String?
        /// The host name of its login pages on spoofed requests.
        public var host: String?
        /// Whether one requestor's profile serves no other.
        public var authPerAggregator: Bool?
        public var passiveAuthnEnabled: Bool?
        public var iFrameRequired: Bool?
        /// Whether SDKs open its login in SFSafariViewController.
        public var useSVC: Bool?

        public init(
            name: String? = nil, logo: String? = nil, style: LoginStyle? = nil, like: String? = nil,
            host: String? = nil, authPerAggregator: Bool? = nil, passiveAuthnEnabled: Bool? = nil,
            iFrameRequired: Bool? = nil, useSVC: Bool? = nil
        ) {
            self.name = name
            self.logo = logo
            self.style = style
            self.like = like
            self.host = host
            self.authPerAggregator = authPerAggregator
            self.passiveAuthnEnabled = passiveAuthnEnabled
            self.iFrameRequired = iFrameRequired
            self.useSVC = useSVC
        }

        /// How the browser reaches the login page.
        public enum LoginStyle: String, Sendable, CaseIterable {
            /// A form that submits itself.
            case samlPost
            /// A redirect.
            case samlRedirect
            /// A page with a meta refresh, then as `samlRedirect`.
            case metaRefresh
            /// No login at all: a temporary pass.
            case tempPass
        }
    }
}
