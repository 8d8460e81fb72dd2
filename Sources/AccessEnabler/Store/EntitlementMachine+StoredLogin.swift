/// Which token counts ("iOS/tvOS SDK overview", validity of tokens and single sign-on).
extension EntitlementMachine {
    /// What the store says of the user's login for this requestor, by the rules of validity: expiry, allowed MVPD, device.
    ///
    /// From 1.7 on a valid token of another requestor for an MVPD without authentication per requestor is taken over into this
    /// requestor's record first (single sign-on). Looking at a token of another device is where SDKs from 1.8 on notice it.
    mutating func storedLogin() -> StoredLogin {
        guard let configuration = state.configuration.current else { return .none }
        clearForeignDevices()
        let login = ownLogin(configuration)
        if case .valid = login { return login }
        guard let found = adoptable(configuration) else { return login }
        let provider = found.provider
        update(provider.id) { bucket in
            bucket = Bucket()
            bucket.canAuthenticate = true
            bucket.authentication = found.bucket.authentication
            bucket.userMetadata = found.bucket.userMetadata
            bucket.encryptedUserMetadata = found.bucket.encryptedUserMetadata
            bucket.preauthorized = found.bucket.preauthorized
            bucket.isFromPlatform = found.bucket.isFromPlatform
        }
        setCurrentProvider(provider.id)
        return ownLogin(configuration)
    }

    /// The authZ token for exactly this resource at that MVPD, if it still counts.
    func authorizationToken(for resource: String, at provider: String) -> StoredToken? {
        guard let configuration = state.configuration.current, configuration.provider(provider) != nil,
            let stored = bucket(provider).authorizations[resource], isOfThisDevice(stored),
            let token = AuthorizationToken(stored.text), token.expires >= now,
            // The one record up to 1.6 is written by all requestors.
            !usesSingleRecord || token.requestor == configuration.requestor
        else { return nil }
        return stored
    }

    /// What this requestor's current record says, as it stands.
    func ownLogin(_ configuration: RequestorConfiguration) -> StoredLogin {
        guard let id = currentProviderID, let stored = bucket(id).authentication, isOfThisDevice(stored),
            let token = AuthenticationToken(stored.text)
        else { return .none }
        if token.expires < now { return .expired(token, provider: id) }
        guard let provider = configuration.provider(token.provider) else {
            // The one record up to 1.6 may be that of a programmer with other MVPDs, which is no login of this one.
            return usesSingleRecord && token.requestor != configuration.requestor ? .none : .foreignProvider(token)
        }
        return .valid(token, stored: stored, provider: provider)
    }

    /// Another requestor's record that this one may take over; the first by the names of requestor and MVPD.
    func adoptable(_ configuration: RequestorConfiguration) -> (bucket: Bucket, provider: MVPD)? {
        guard !usesSingleRecord else { return nil }
        let current = currentProviderID
        let requestors = store.shared.partitions[partitionName]?.requestors ?? [:]
        for (requestor, holder) in requestors.sorted(by: { $0.key < $1.key }) where requestor != configuration.requestor
        {
            for (id, bucket) in holder.providers.sorted(by: { $0.key < $1.key })
            where !bucket.isPrivate && (current == nil || current == id) {
                guard let provider = configuration.provider(id), !provider.hasAuthNPerRequestor,
                    !provider.isSsoDisabled, let stored = bucket.authentication, isOfThisDevice(stored),
                    isUsable(stored, of: id)
                else { continue }
                return (bucket, provider)
            }
        }
        return nil
    }

    /// Whether the token can be read, is that MVPD's, and its time hasn't passed; the last instant counts.
    func isUsable(_ stored: StoredToken, of provider: String) -> Bool {
        guard let token = AuthenticationToken(stored.text) else { return false }
        return token.provider == provider && token.expires >= now
    }

    /// Up to 1.7.4 nobody looks at the device of a token.
    func isOfThisDevice(_ stored: StoredToken) -> Bool {
        setup.profile.version < SDKVersion(1, 7, 5) || stored.deviceID == setup.deviceID
    }
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
