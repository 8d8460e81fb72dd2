/// A provider (multichannel video programming distributor): the party that knows the subscriber.
package struct MVPD: Sendable, Hashable {
    package var id: MVPDID
    package var displayName: String
    /// `nil` is the logo that its simulation draws, served beside its login page.
    package var logoURL: String?
    package var style: LoginStyle
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
        /// No login at all: a temporary pass.
        case tempPass
    }

    /// What the configuration document says of the MVPD beside its names.
    package struct Flags: Sendable, Hashable {
        /// Authentication per requestor: one requestor's profile serves no other.
        package var authPerAggregator = false
        package var passiveAuthnEnabled = true
        package var iFrameRequired = false
        /// SDKs of 3.1 and later open it in SFSafariViewController.
        package var useSVC = false

        package init() {}
    }

    /// Its SAML entity identifier.
    package var entity: String { "https://\(host)/\(id.rawValue)" }

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
