/// The login for which a request about resources or the user was made.
struct AuthorizingLogin: Sendable, Hashable {
    var requestor: String
    var provider: MVPD
    /// The GUID of the authN token.
    var guid: String
    /// The authN token, as the service sent it.
    var token: String

    /// Returns the values of this login for tracking.
    func tracked(wasCached: Bool) -> TrackedLogin {
        TrackedLogin(provider: provider.id, guid: guid, wasCached: wasCached)
    }
}

/// The values of a login that tracking reports.
struct TrackedLogin: Sendable, Hashable {
    var provider: String
    /// The GUID of the authN token; it is hashed with MD5 before it is reported.
    var guid: String
    var wasCached: Bool
}
