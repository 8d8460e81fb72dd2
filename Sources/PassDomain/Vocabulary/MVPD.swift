package import PassCore

/// A provider (multichannel video programming distributor): the party that knows the subscriber.
package struct MVPD: Sendable, Hashable {
    package var id: MVPDID
    package var displayName: String
    /// `nil` is the logo that its simulation draws, served beside its login page.
    package var logoURL: String?
    package var style: LoginStyle
    /// The pages between the request for a login and its answer.
    package var pages: LoginPages = .form
    /// Whether the forms of its pages name no scheme and no host.
    package var hasRelativeForms = false
    /// How long it takes to answer each page, in milliseconds.
    package var pageDelayMilliseconds = 0
    /// How long its own browser session lives, whatever the profiles do that came from it.
    package var sessionLife: TimeToLive = .days(1)
    /// Whether a logout goes on to the MVPD; without, its browser session lives on.
    package var takesLogouts = true
    /// Whose home network every browser is in (home-based authentication); `nil` without.
    package var homeSubscriber: SubscriberID?
    /// The MVPD that logs in and decides for this one; `nil` for one that stands alone.
    package var proxy: MVPDID?
    /// What a temporary pass gives; of meaning for the style `tempPass` alone.
    package var temporaryPass = TemporaryPass()
    /// What stands in for the MVPD while it is out of order; an integration may say otherwise.
    package var degradation: Degradation?
    /// How many resources one preauthorization may ask for.
    package var preauthorizationLimit = Self.usualPreauthorizationLimit
    /// Whether its profiles carry the subscriber's channels, so that clients never ask for a preauthorization.
    package var listsResources = false
    /// The host name of its login pages on spoofed requests.
    package var host: String
    package var flags: Flags

    /// How the browser reaches the login page.
    package enum LoginStyle: String, Sendable, Hashable, CaseIterable {
        /// An auto-submitting form (SAML Bindings 2.0, section 3.5).
        case samlPost
        /// A redirect with a deflated, signed request (SAML Bindings 2.0, section 3.4).
        case samlRedirect
        /// A page with a meta refresh, then as `samlRedirect`.
        case metaRefresh
        /// An authorization code (RFC 6749, section 4.1).
        case oauth2
        /// No login at all: a temporary pass.
        case tempPass
    }

    /// Which pages a subscriber goes through at the MVPD.
    package enum LoginPages: String, Sendable, Hashable, CaseIterable {
        /// User name and password on one page.
        case form
        /// First the user name, then the password.
        case twoPages
        /// A page with a meta refresh before the form.
        case metaRefresh
        /// A page whose script goes on to the form.
        case scriptRedirect
        /// Pages before and after the form that count the browser's visits in hidden fields.
        case bookends
        /// A page whose script posts the credentials as JSON.
        case json
        /// The form, then a page that asks whether the programmer may know who signed in.
        case consent
    }

    /// What the configuration document says of the MVPD beside its names (legacy protocol, "Config XML").
    package struct Flags: Sendable, Hashable {
        /// Authentication per requestor: one requestor's profile serves no other.
        package var authPerAggregator = false
        package var passiveAuthnEnabled = true
        /// Web clients keep its tokens as long as the browser's session only.
        package var authPerBrowserSession = false
        package var iFrameRequired = false
        /// In CSS pixels.
        package var iFrameWidth: Int?
        /// In CSS pixels.
        package var iFrameHeight: Int?
        /// SDKs of 3.1 and later open it in SFSafariViewController.
        package var useSVC = false
        package var foregroundLogout = false
        /// `nil` without platform (Apple) single sign-on.
        package var platform: Platform?

        package init() {}
    }

    /// How a platform's own sign-on treats the MVPD.
    package struct Platform: Sendable, Hashable {
        package var boardingStatus: BoardingStatus = .supported
        package var isInPicker = true
        /// The platform's identifier of the provider.
        package var mappingID: String?
        /// What the platform must return of the subscriber.
        package var requiredMetadata: [String] = []

        package init() {}

        package enum BoardingStatus: String, Sendable, CaseIterable {
            case supported = "SUPPORTED"
            case picker = "PICKER"
        }
    }

    /// Its SAML entity identifier.
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
