import PassCore
import PassDomain

extension Configuration {
    /// A simulated MVPD, as the configuration describes it.
    ///
    /// A setting that is `nil` is taken from the MVPD named in `like`, else it has its default value.
    ///
    /// ```swift
    /// configuration.mvpds["MyCable"] = Configuration.MVPD(name: "My Cable", style: .samlRedirect) {
    ///     $0.pages = .twoPages
    /// }
    /// ```
    public struct MVPD: Sendable, Hashable {
        /// The name that pickers show; `nil` means the ID.
        public var name: String?
        /// The URL of the picture that pickers show; `nil` means one that the simulator draws.
        public var logo: String?
        /// The way in which the browser reaches the login page; `nil` means that of `like`, else `samlPost`.
        public var style: LoginStyle?
        /// The ID of another MVPD, from which all settings that are `nil` here are taken, except the name and the logo.
        public var like: String?
        /// The host name of its login pages when host names are spoofed.
        public var host: String?
        /// The pages that a subscriber goes through; `nil` means those of `like`, else `form`.
        public var pages: LoginPages?
        /// Whether the forms on its pages have an `action` without scheme and host.
        public var relativeForms: Bool?
        /// The time that each of its pages takes to answer.
        public var pageDelayMilliseconds: Int?
        /// The lifetime of the MVPD's own browser session, during which it doesn't ask the subscriber for a password
        /// again.
        public var sessionSeconds: Int?
        /// Whether a logout continues to the MVPD and ends its browser session.
        public var takesLogouts: Bool?
        /// The subscriber whose home network all browsers seem to be in (home-based authentication).
        public var homeSubscriber: String?
        /// The ID of the MVPD that logs in and decides for this one.
        public var proxy: String?
        /// The terms of a temporary pass, for the style `tempPass`.
        public var pass: TemporaryPass?
        /// The degradation rule that replaces the MVPD while it is out of order.
        public var degradation: Degradation?
        /// The number of resources that one preauthorization may ask for.
        public var preauthorizationLimit: Int?
        /// The number of resources that one authorization of REST API v2 may ask for.
        public var authorizationLimit: Int?
        /// Whether its profiles carry the subscriber's channels.
        public var listsResources: Bool?
        /// Whether each requestor needs a profile of its own, because another requestor's profile isn't accepted.
        public var authPerAggregator: Bool?
        /// Whether SDKs try a login without a form.
        public var passiveAuthnEnabled: Bool?
        /// Whether web clients keep its tokens only as long as the browser's session.
        public var authPerBrowserSession: Bool?
        /// Whether its login requires an iframe.
        public var iFrameRequired: Bool?
        /// The width of the login's iframe, in CSS pixels.
        public var iFrameWidth: Int?
        /// The height of the login's iframe, in CSS pixels.
        public var iFrameHeight: Int?
        /// Whether SDKs open its login in SFSafariViewController.
        public var useSVC: Bool?
        /// Whether the configuration document sets `foregroundLogout` for the MVPD.
        public var foregroundLogout: Bool?
        /// The way in which a platform's own (Apple) sign-on treats the MVPD.
        public var platform: Platform?

        /// Creates an MVPD.
        ///
        /// - Parameter more: sets further properties of the new MVPD.
        public init(name: String? = nil, style: LoginStyle? = nil, _ more: (inout MVPD) -> Void = { _ in }) {
            self.name = name
            self.style = style
            more(&self)
        }
    }
}

extension Configuration.MVPD {
    /// The way in which the browser reaches the login page.
    public enum LoginStyle: String, Sendable, CaseIterable {
        /// A form that submits itself.
        case samlPost
        /// A redirect.
        case samlRedirect
        /// A page with a meta refresh, then the same as for `samlRedirect`.
        case metaRefresh
        /// OAuth 2.0 with an authorization code.
        case oauth2
        /// A temporary pass, which needs no login.
        case tempPass
    }

    /// The pages that a subscriber goes through at the MVPD.
    public enum LoginPages: String, Sendable, CaseIterable {
        /// User name and password on one page.
        case form
        /// First the user name, then the password.
        case twoPages
        /// A page with a meta refresh before the form.
        case metaRefresh
        /// A page whose script continues to the form.
        case scriptRedirect
        /// Pages before and after the form that count visits.
        case bookends
        /// A page whose script posts the credentials as JSON.
        case json
        /// The form, then a page that asks for consent.
        case consent
    }

    /// The terms of a temporary pass.
    public struct TemporaryPass: Sendable, Hashable {
        /// The pass's time to live, in seconds from the first authorization on.
        public var seconds: Int
        /// The number of different resources that the pass may be used for; `nil` means any number.
        public var resources: Int?
        /// The member of the client's generic data that names the pass's holder, e.g. `email`.
        ///
        /// `nil` makes the device the holder.
        public var identity: String?

        /// Creates the terms of a temporary pass.
        ///
        /// - Parameter seconds: `nil` means the default, 10 minutes.
        public init(seconds: Int? = nil, resources: Int? = nil, identity: String? = nil) {
            self.seconds = seconds ?? Int(PassDomain.TemporaryPass().timeToLive.seconds)
            self.resources = resources
            self.identity = identity
        }
    }

    /// The way in which a platform's own sign-on treats the MVPD.
    public struct Platform: Sendable, Hashable {
        /// The extent to which the platform supports the MVPD.
        public var boardingStatus = BoardingStatus.supported
        /// Whether the platform's picker shows the MVPD.
        public var isInPicker = true
        /// The platform's identifier of the MVPD.
        public var mappingID: String?
        /// The metadata that the platform must return about the subscriber.
        public var requiredMetadata: [String] = []

        /// Creates settings for an MVPD that the platform supports and shows in its picker.
        public init() {}

        /// The extent to which a platform supports an MVPD.
        public enum BoardingStatus: String, Sendable, CaseIterable {
            /// Subscribers sign in through the platform.
            case supported = "SUPPORTED"
            /// The platform's picker lists the MVPD, but subscribers sign in at the MVPD itself.
            case picker = "PICKER"
        }
    }
}

extension Configuration {
    /// The degradation rule that replaces an MVPD while it is out of order.
    public enum Degradation: String, Sendable, CaseIterable {
        /// Every user is logged in without credentials and may watch.
        case authNAll
        /// Every user who is logged in may watch.
        case authZAll
        /// No user may watch.
        case authZNone
    }
}
