extension Configuration {
    /// A simulated provider, as the configuration tells it; whatever is `nil` is that of `like`, else the usual.
    ///
    /// ```swift
    /// configuration.mvpds["MyCable"] = Configuration.MVPD(name: "My Cable", style: .samlRedirect) { $0.pages = .twoPages }
    /// ```
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
        /// Which pages a subscriber goes through; `nil` means those of `like`, else `form`.
        public var pages: LoginPages?
        /// Whether the `action` of its pages' forms has no scheme and no host.
        public var relativeForms: Bool?
        /// How long each of its pages takes.
        public var pageDelayMilliseconds: Int?
        /// How long its own browser session lives, in which nobody is asked for a password.
        public var sessionSeconds: Int?
        /// Whether a logout goes on to the MVPD and ends that session.
        public var takesLogouts: Bool?
        /// The subscriber in whose home network every browser is (home-based authentication).
        public var homeSubscriber: String?
        /// The ID of the MVPD that logs in and decides for this one.
        public var proxy: String?
        /// What a temporary pass gives; for the style `tempPass`.
        public var pass: TemporaryPass?
        /// What stands in for it while it is out of order.
        public var degradation: Degradation?
        /// How many resources one preauthorization may ask for.
        public var preauthorizationLimit: Int?
        /// Whether its profiles carry the subscriber's channels.
        public var listsResources: Bool?
        /// Whether one requestor's profile serves no other.
        public var authPerAggregator: Bool?
        /// Whether SDKs try a login without a form.
        public var passiveAuthnEnabled: Bool?
        /// Whether web clients keep its tokens only as long as the browser's session.
        public var authPerBrowserSession: Bool?
        /// Whether its login wants an iframe.
        public var iFrameRequired: Bool?
        /// Of that iframe, in CSS pixels.
        public var iFrameWidth: Int?
        /// Of that iframe, in CSS pixels.
        public var iFrameHeight: Int?
        /// Whether SDKs open its login in SFSafariViewController.
        public var useSVC: Bool?
        /// As the configuration document says.
        public var foregroundLogout: Bool?
        /// How a platform's own (Apple) sign-on treats it.
        public var platform: Platform?

        /// - Parameter more: sets what else is to be unusual.
        public init(name: String? = nil, style: LoginStyle? = nil, _ more: (inout MVPD) -> Void = { _ in }) {
            self.name = name
            self.style = style
            more(&self)
        }
    }
}

extension Configuration.MVPD {
    /// How the browser reaches the login page.
    public enum LoginStyle: String, Sendable, CaseIterable {
        /// A form that submits itself.
        case samlPost
        /// A redirect.
        case samlRedirect
        /// A page with a meta refresh, then as `samlRedirect`.
        case metaRefresh
        /// An authorization code of OAuth 2.0.
        case oauth2
        /// No login at all: a temporary pass.
        case tempPass
    }

    /// Which pages a subscriber goes through at the MVPD.
    public enum LoginPages: String, Sendable, CaseIterable {
        /// User name and password on one page.
        case form
        /// First the user name, then the password.
        case twoPages
        /// A page with a meta refresh before the form.
        case metaRefresh
        /// A page whose script goes on to the form.
        case scriptRedirect
        /// Pages before and after the form that count visits.
        case bookends
        /// A page whose script posts the credentials as JSON.
        case json
        /// The form, then a page that asks for consent.
        case consent
    }

    /// What a temporary pass gives.
    public struct TemporaryPass: Sendable, Hashable {
        /// From the first authorization on.
        public var seconds = 600
        /// How many different resources it may be used for; `nil` counts none.
        public var resources: Int?
        /// The member of the client's generic data that names the holder, e.g. `email`; `nil` makes the device the holder.
        public var identity: String?

        public init(seconds: Int = 600, resources: Int? = nil, identity: String? = nil) {
            self.seconds = seconds
            self.resources = resources
            self.identity = identity
        }
    }

    /// How a platform's own sign-on treats the MVPD.
    public struct Platform: Sendable, Hashable {
        public var boardingStatus = BoardingStatus.supported
        public var isInPicker = true
        /// The platform's identifier of the provider.
        public var mappingID: String?
        /// What the platform must return of the subscriber.
        public var requiredMetadata: [String] = []

        public init() {}

        public enum BoardingStatus: String, Sendable, CaseIterable {
            case supported = "SUPPORTED"
            case picker = "PICKER"
        }
    }
}

extension Configuration {
    /// What stands in for an MVPD that is out of order.
    public enum Degradation: String, Sendable, CaseIterable {
        /// Everybody is logged in without being asked, and may watch.
        case authNAll
        /// Whoever is logged in may watch.
        case authZAll
        /// Nobody may watch.
        case authZNone
    }
}
