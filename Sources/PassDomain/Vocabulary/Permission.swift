package import PassCore

/// A permission: an authZ token in the legacy family.
package struct Permission: Sendable, Hashable {
    package var requestor: RequestorID
    package var resource: Resource
    /// The MVPD that the viewer chose.
    package var mvpd: MVPDID
    /// The MVPD that decided for it; `nil` when it did so itself.
    package var proxy: MVPDID?
    /// Copied from the profile that asked.
    package var device: DeviceBinding
    /// Whole seconds.
    package var expires: Timestamp
    /// Whether a degradation rule gave it, without asking the MVPD.
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
