package import PassCore

/// A positive decision, which a client keeps: a subscriber may watch a resource until the decision expires. In the
/// legacy family it is an authZ token.
package struct Decision: Sendable, Hashable {
    package var requestor: RequestorID
    package var resource: Resource
    /// The MVPD that the user chose.
    package var mvpd: MVPDID
    /// The proxy MVPD that decided for `mvpd`; `nil` when `mvpd` decided itself.
    package var proxy: MVPDID?
    /// The device binding, copied from the profile that the request presented.
    package var device: DeviceBinding
    /// The expiry, in whole seconds.
    package var expires: Timestamp
    /// Whether a degradation rule made the decision, without asking the MVPD.
    package var permitsAll: Bool

    package init(
        requestor: RequestorID, resource: Resource, mvpd: MVPDID, proxy: MVPDID? = nil, device: DeviceBinding,
        expires: Timestamp, permitsAll: Bool = false
    ) {
        self.requestor = requestor
        self.resource = resource
        self.mvpd = mvpd
        self.proxy = proxy
        self.device = device
        self.expires = expires.wholeSecond
        self.permitsAll = permitsAll
    }
}
