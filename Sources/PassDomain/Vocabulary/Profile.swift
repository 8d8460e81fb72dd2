package import PassCore

/// The proof that a subscriber signed in: an authN token in the legacy family, a profile in REST v2.
package struct Profile: Sendable, Hashable {
    package var guid: AuthenticationGUID
    package var requestor: RequestorID
    /// The MVPD that the user chose.
    package var mvpd: MVPDID
    /// The proxy MVPD that logged the user in for `mvpd`; `nil` when `mvpd` did so itself.
    package var proxy: MVPDID?
    package var subscriber: SubscriberID
    /// The login from which the profile came; a logout revokes it.
    package var session: SessionID
    package var device: DeviceBinding
    /// The names of the device's browser, platform and vendor, and its address, for web tokens only; informative.
    package var fragments: DeviceFragments?
    /// The expiry, in whole seconds.
    package var expires: Timestamp
    package var timeToLive: TimeToLive
    /// Whether the profile came from home-based authentication; tokens don't carry this fact.
    package var isHomeBased: Bool
    /// Whether the profile stands for a temporary pass, whose token carries the same text as both handles.
    package var isTemporary = false
    /// Whether a degradation rule lets the user watch everything; such a profile is valid only for its own requestor.
    package var permitsAll = false
    /// The resources for which clients needn't request a preauthorization; an empty list makes no statement about any
    /// resource.
    package var resources: [ExactText] = []
    /// The refresh token for an OAuth 2.0 MVPD; `nil` for other MVPDs.
    package var refreshToken: String?

    package init(
        guid: AuthenticationGUID, requestor: RequestorID, mvpd: MVPDID, subscriber: SubscriberID, session: SessionID,
        device: DeviceBinding, fragments: DeviceFragments? = nil, expires: Timestamp, timeToLive: TimeToLive,
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
        self.timeToLive = timeToLive
        self.isHomeBased = isHomeBased
        self.refreshToken = refreshToken
    }
}

/// The facts that a browser states at login (`ap_z`, `ap_11`, `ap_42`) and its address; tokens carry hashes of them.
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
