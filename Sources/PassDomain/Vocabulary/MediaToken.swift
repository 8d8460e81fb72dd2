package import PassCore

/// The short proof that a programmer's server checks before it streams; presented once.
package struct MediaToken: Sendable, Hashable {
    /// 32 hexadecimal digits: MD5 of the authentication GUID that the client named.
    package var sessionGUID: String
    package var requestor: RequestorID
    package var resource: Resource
    package var mvpd: MVPDID
    /// The MVPD that logged in and decided for `mvpd`; `nil` when it did so itself.
    package var proxyMVPD: MVPDID?
    /// Whole seconds.
    package var issued: Timestamp
    package var life: TimeToLive

    package init(
        sessionGUID: String, requestor: RequestorID, resource: Resource, mvpd: MVPDID, proxyMVPD: MVPDID? = nil,
        issued: Timestamp, life: TimeToLive
    ) {
        self.sessionGUID = sessionGUID
        self.requestor = requestor
        self.resource = resource
        self.mvpd = mvpd
        self.proxyMVPD = proxyMVPD
        self.issued = issued.wholeSecond
        self.life = life
    }

    package var expires: Timestamp { issued + life }

    /// The names of its root element: as the SDK pages print it, or as recorded from real traffic.
    package enum Root: String, Sendable, CaseIterable {
        case shortAuthorizationToken
        case authToken
    }
}
