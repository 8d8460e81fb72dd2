package import PassCore

/// The terms of a temporary pass, which needs no login (Adobe, "TempPass" and "Promotional TempPass").
package struct TemporaryPass: Sendable, Hashable {
    /// The time to live, counted from the first authorization.
    package var timeToLive: TimeToLive = .minutes(10)
    /// The number of different resources that the pass covers; `nil` sets no limit.
    package var resources: Int?
    /// The member of the client's generic data that names the holder, e.g. `email`; `nil` makes the device the holder.
    package var identity: String?

    package init(timeToLive: TimeToLive = .minutes(10), resources: Int? = nil, identity: String? = nil) {
        self.timeToLive = timeToLive
        self.resources = resources
        self.identity = identity
    }
}

/// The rule that replaces an MVPD while it is out of order (Adobe, "Degradation API").
package enum Degradation: String, Sendable, Hashable, CaseIterable {
    /// Every user is logged in without being asked, and may watch.
    case authNAll
    /// Every user who is logged in may watch; the MVPD isn't asked.
    case authZAll
    /// No user may watch; the MVPD isn't asked.
    case authZNone
}

/// The reason why a temporary pass gives no access.
package enum TemporaryAccessRefusal: String, Error, Hashable, Sendable, CaseIterable {
    /// The pass has run out.
    case durationExceeded
    /// The pass has been used for its maximum number of resources.
    case resourcesExceeded
    /// The pass is promotional, and the call doesn't name its holder.
    case identityMissing
    /// The pass has a time to live of zero, so no device can use it.
    case misconfigured
}
