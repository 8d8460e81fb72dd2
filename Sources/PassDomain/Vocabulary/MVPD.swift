/// A cable or satellite company (multichannel video programming distributor), which knows the subscriber.
package struct MVPD: Sendable, Hashable {
    package var id: MVPDID
    package var displayName: String
    /// The address of the logo; `nil` means the logo that the simulated MVPD draws, served beside its login page.
    package var logoURL: String?
    package var style: LoginStyle
    /// Whether a logout is passed on to the MVPD; if not, the MVPD's browser session continues.
    package var takesLogouts = true
    /// The proxy MVPD that logs users in and decides for this one; `nil` when it has no proxy.
    package var proxy: MVPDID?
    /// The terms of the temporary pass; used only with the style `tempPass`.
    package var temporaryPass = TemporaryPass()
    /// The degradation rule while the MVPD is out of order, if any; an integration may override it.
    package var degradation: Degradation?
    /// The number of resources that one preauthorization may ask for.
    package var preauthorizationLimit = Self.usualPreauthorizationLimit
    /// The number of resources that one authorization may ask for, where an API lets an app ask for several.
    package var authorizationLimit = 1
    /// Whether profiles carry the subscriber's channels, so that clients never ask for a preauthorization.
    package var listsResources = false
    /// The host name of the MVPD's login pages, for clients that reach the simulator under the names of the real hosts.
    package var host: String
    package var flags: Flags

    /// The way in which the browser reaches the login page.
    package enum LoginStyle: String, Sendable, Hashable, CaseIterable {
        /// An auto-submitting form (SAML Bindings 2.0, section 3.5).
        case samlPost
        /// A redirect with a deflated, signed request (SAML Bindings 2.0, section 3.4).
        case samlRedirect
        /// A page with a meta refresh, followed by `samlRedirect`.
        case metaRefresh
        /// An authorization code (RFC 6749, section 4.1).
        case oauth2
        /// A temporary pass: there is no login.
        case tempPass
    }

    /// The flags that the configuration document carries for the MVPD (legacy protocol, "Config XML").
    package struct Flags: Sendable, Hashable {
        /// Whether each requestor needs its own login, so that one requestor's profile isn't accepted for another.
        package var authPerAggregator = false
        /// Whether SDKs may try a login without a form.
        package var passiveAuthnEnabled = true
        /// Whether web clients keep the MVPD's tokens only until the browser's session ends.
        package var authPerBrowserSession = false
        package var iFrameRequired = false
        /// The login frame's width in CSS pixels; `nil` if none is stated.
        package var iFrameWidth: Int?
        /// The login frame's height in CSS pixels; `nil` if none is stated.
        package var iFrameHeight: Int?
        /// Whether SDKs from 3.1 on open the login page in SFSafariViewController.
        package var useSVC = false
        package var foregroundLogout = false
        /// The settings for platform (Apple) single sign-on; `nil` switches it off.
        package var platform: Platform?

        package init() {}
    }

    /// The settings of a platform's own sign-on for the MVPD.
    package struct Platform: Sendable, Hashable {
        package var boardingStatus: BoardingStatus = .supported
        /// Whether the platform's picker shows the MVPD.
        package var isInPicker = true
        /// The platform's identifier of the MVPD.
        package var mappingID: String?
        /// The names of the subscriber data that the platform must return.
        package var requiredMetadata: [String] = []

        package init() {}

        package enum BoardingStatus: String, Sendable, CaseIterable {
            case supported = "SUPPORTED"
            case picker = "PICKER"
        }
    }

    /// The MVPD's SAML entity identifier.
    package var entity: String { "https://\(host)/\(id.rawValue)" }

    package static let usualPreauthorizationLimit = 5
    package static let defaultHost = "login.mvpd.example"

    package init(
        id: MVPDID, displayName: String? = nil, logoURL: String? = nil, style: LoginStyle = .samlPost,
        host: String = MVPD.defaultHost, flags: Flags = Flags()
    ) {
        self.id = id
        self.displayName = displayName ?? id.rawValue
        self.logoURL = logoURL
        self.style = style
        self.host = host
        self.flags = flags
    }
}
