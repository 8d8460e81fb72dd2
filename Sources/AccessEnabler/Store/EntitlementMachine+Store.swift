/// The rules of the store, for the flows: which record is this requestor's, which token counts, what an event erases.
extension EntitlementMachine {
    /// The MVPD that is current for this requestor, whether or not it is still in the list.
    var currentProviderID: String? { nil }

    /// Makes an MVPD current, or none.
    mutating func setCurrentProvider(_ id: String?) {}

    /// The record of this requestor at that MVPD, empty when there is none.
    func bucket(_ provider: String) -> Bucket { Bucket() }

    /// Changes the record of this requestor at that MVPD, which is made when it isn't there.
    mutating func update(_ provider: String, _ change: (inout Bucket) -> Void) {}

    /// Removes this requestor's record at its current MVPD, and forgets that MVPD; every other record stays.
    mutating func eraseCurrentProvider() {}

    /// Removes everything of all requestors and MVPDs from the media that apps share, and what is this app's alone but its client
    /// registration (logout).
    mutating func wipeStore() {}

    /// What the store says of the user's login for this requestor, by the rules of validity: expiry, allowed MVPD, device.
    ///
    /// From 1.7 on a valid token of another requestor for an MVPD without authentication per requestor is taken over into this
    /// requestor's record first (single sign-on).
    mutating func storedLogin() -> StoredLogin { .none }

    /// The authZ token for exactly this resource at that MVPD, if it still counts.
    func authorizationToken(for resource: String, at provider: String) -> StoredToken? { nil }

    /// The store's part of `setRequestor`, in the documented order: importer, device check and sanitizer, tokens made invalid by
    /// authentication per requestor. Emits SEC412 where the profile says so. Called with the new configuration in place.
    mutating func prepareStore() {}

    /// The check that the app chose when it made the SDK (3.8.3).
    mutating func checkIntegrity(_ check: IntegrityCheckType) {}
}

/// What `storedLogin` found.
enum StoredLogin {
    /// No token for this requestor.
    case none
    /// A token of an MVPD whose time has passed.
    case expired(AuthenticationToken, provider: String)
    /// A token of an MVPD that isn't in the current list.
    case foreignProvider(AuthenticationToken)
    case valid(AuthenticationToken, stored: StoredToken, provider: MVPD)
}
