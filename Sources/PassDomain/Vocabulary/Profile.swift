package import PassCore

/// Proof that a subscriber signed in: an authN token in the legacy family, a profile in REST v2.
package struct Profile: Sendable, Hashable {
    package var guid: AuthenticationGUID
    package var requestor: RequestorID
    /// The MVPD that the viewer chose.
    package var mvpd: MVPDID
    /// The MVPD that logged in for it; `nil` when it did so itself.
    package var proxy: MVPDID?
    package var subscriber: SubscriberID
    /// The login that it came from; logout revokes by it.
    package var session: SessionID
    package var device: DeviceBinding
    /// Names of the device's browser, platform and vendor, for web tokens only; informative.
    package var fragments: DeviceFragments?
    /// Whole seconds.
    package var expires: Timestamp
    package var life: TimeToLive
    /// Whether it came from home-based authentication; tokens don't carry it.
    package var isHomeBased: Bool
    /// Whether it stands for a temporary pass, whose two handles are one text.
    package var isTemporary = false
    /// Whether a degradation rule lets it watch everything; then it serves its own requestor alone.
    package var permitsAll = false
    /// The resources that clients needn't ask about; empty says nothing of any.
    package var resources: [ExactText] = []
    /// What an OAuth 2.0 MVPD is asked with; `nil` at others.
    package var refreshToken: String?

    package init(
        guid: AuthenticationGUID, requestor: RequestorID, mvpd: MVPDID, subscriber: SubscriberID, session: SessionID,
        device: DeviceBinding, fragments: DeviceFragments? = nil, expires: Timestamp, life: TimeToLive,
        isHomeBased: Bool = false, refreshToken: String? = nil
    ) {
        self.guid = guid
        self.requestor = requestor
        self.mvpd = mvpd
        self.subscriber = subscriber
        self.session = session
        self.device = device
        self.fragments = fragments
        self.expires = expires.wholeSecond
        self.life = life
        self.isHomeBased = isHomeBased
        self.refreshToken = refreshToken
    }
}

/// What a browser said of itself at login: `ap_z`, `ap_11`, `ap_42` and its address; tokens carry them hashed.
package struct DeviceFragments: Sendable, Hashable {
    package var browser: String
    package var platform: String
    package var vendor: String
    package var address: String

    package init(browser: String, platform: String, vendor: String, address: String) {
        self.browser = browser
        self.platform = platform
        self.vendor = vendor
        self.address = address
    }
}
