package import PassCore

/// A permission: an authZ token in the legacy family.
package struct Permission: Sendable, Hashable {
    package var requestor: RequestorID
    package var resource: Resource
    package var mvpd: MVPDID
    /// Copied from the profile that asked.
    package var device: DeviceBinding
    /// Whole seconds.
    package var expires: Timestamp

    package init(
        requestor: RequestorID, resource: Resource, mvpd: MVPDID, device: DeviceBinding, expires: Timestamp
    ) {
        self.requestor = requestor
        self.resource = resource
        self.mvpd = mvpd
        self.device = device
        self.expires = expires.wholeSecond
    }
}
