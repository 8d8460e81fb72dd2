extension EntitlementMachine {
    /// The event that follows the end of an authentication ("sendTrackingData", event 0: 7 values).
    mutating func trackAuthentication(_ login: TrackedLogin?) {}

    /// The event that follows the end of an authorization (event 1: 9 values).
    mutating func trackAuthorization(_ login: TrackedLogin?, error: String?, details: String?) {}

    /// The event that tells a new selection (event 2: 4 values).
    mutating func trackSelection(_ provider: String) {}
}

/// What tracking tells of a success.
struct TrackedLogin {
    var provider: String
    /// The GUID of the authN token, hashed with MD5 before it is told.
    var guid: String
    var wasCached: Bool
}
