package import PassCore

/// The short-lived proof that a programmer's server checks before it streams; presented once.
package struct MediaToken: Sendable, Hashable {
    /// The MD5 of the authentication GUID that the client named: 32 hexadecimal digits.
    package var sessionGUID: String
    package var requestor: RequestorID
    package var resource: Resource
    package var mvpd: MVPDID
    /// The proxy MVPD that logged the user in and decided for `mvpd`; `nil` when `mvpd` did so itself.
    package var proxyMVPD: MVPDID?
    /// The time of issue, in whole seconds.
    package var issued: Timestamp
    package var timeToLive: TimeToLive

    package init(
        sessionGUID: String, requestor: RequestorID, resource: Resource, mvpd: MVPDID, proxyMVPD: MVPDID? = nil,
        issued: Timestamp, timeToLive: TimeToLive
    ) {
        self.sessionGUID = sessionGUID
        self.requestor = requestor
        self.resource = resource
        self.mvpd = mvpd
        self.proxyMVPD = proxyMVPD
        self.issued = issued.wholeSecond
        self.timeToLive = timeToLive
    }

    package var expires: Timestamp { issued + timeToLive }

    /// The name of the token's root element: as the SDK pages print it, or as recorded from real traffic.
    package enum Root: String, Sendable, CaseIterable {
        case shortAuthorizationToken
        case authToken
    }
}
