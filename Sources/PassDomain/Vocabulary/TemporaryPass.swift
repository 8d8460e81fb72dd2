package import PassCore

/// What a temporary pass gives without any login (Adobe, "TempPass" and "Promotional TempPass").
package struct TemporaryPass: Sendable, Hashable {
    /// From the first authorization on.
    package var life: TimeToLive = .minutes(10)
    /// How many different resources it may be used for; `nil` counts none.
    package var resources: Int?
    /// The member of the client's generic data that names the holder, e.g. `email`; `nil` makes the device the holder.
    package var identity: String?

    package init(life: TimeToLive = .minutes(10), resources: Int? = nil, identity: String? = nil) {
        self.life = life
        self.resources = resources
        self.identity = identity
    }
}

/// What stands in for an MVPD that is out of order (Adobe, "Degradation API").
package enum Degradation: String, Sendable, Hashable, CaseIterable {
    /// Everybody is logged in without being asked, and may watch.
    case authNAll
    /// Whoever is logged in may watch; the MVPD isn't asked.
    case authZAll
    /// Nobody may watch; the MVPD isn't asked.
    case authZNone
}
