package import PassCore

/// A profile read from its token. Some token forms carry no handles; in that case `handles` is `nil`.
package struct OpenedProfile: Sendable, Hashable {
    package var guid: AuthenticationGUID
    package var requestor: RequestorID
    /// The MVPD that the user chose.
    package var mvpd: MVPDID
    /// The MVPD that logged the user in on behalf of `mvpd`; `nil` when the token names none.
    package var proxy: MVPDID?
    package var handles: Handles?
    package var device: DeviceBinding
    package var expires: Timestamp
    /// The token's total time to live; `nil` when the token doesn't state it.
    package var timeToLive: TimeToLive?
    /// Whether a degradation rule lets the profile's user watch everything.
    package var permitsAll: Bool

    /// The subscriber and the session that a token stands for.
    package struct Handles: Sendable, Hashable {
        package var subscriber: SubscriberID
        package var session: SessionID
        /// The refresh token for an OAuth 2.0 MVPD; `nil` for other MVPDs.
        package var refreshToken: String?

        package init(subscriber: SubscriberID, session: SessionID, refreshToken: String? = nil) {
            self.subscriber = subscriber
            self.session = session
            self.refreshToken = refreshToken
        }
    }

    package init(
        guid: AuthenticationGUID, requestor: RequestorID, mvpd: MVPDID, proxy: MVPDID? = nil, handles: Handles?,
        device: DeviceBinding, expires: Timestamp, timeToLive: TimeToLive? = nil, permitsAll: Bool = false
    ) {
        self.guid = guid
        self.requestor = requestor
        self.mvpd = mvpd
        self.proxy = proxy
        self.handles = handles
        self.device = device
        self.expires = expires
        self.timeToLive = timeToLive
        self.permitsAll = permitsAll
    }

    /// Creates the contents that a token of the profile would have, without the handles.
    init(of profile: Profile) {
        self.init(
            guid: profile.guid, requestor: profile.requestor, mvpd: profile.mvpd, proxy: profile.proxy, handles: nil,
            device: profile.device, expires: profile.expires, timeToLive: profile.timeToLive,
            permitsAll: profile.permitsAll)
    }
}
