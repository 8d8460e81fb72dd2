/// The rules for which stored token is valid ("iOS/tvOS SDK overview", validity of tokens and single sign-on).
extension FlowContext {
    /// Returns the user's stored login for this requestor, judged by its expiry, MVPD and device.
    ///
    /// From 1.8 on, tokens of another device are first detected and removed. From 1.7 on, if this requestor has no
    /// valid login, another requestor's valid token is copied into its record (single sign-on), unless the MVPD demands
    /// authentication per requestor.
    mutating func storedLogin() -> StoredLogin {
        guard let configuration else { return .none }
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

    /// Stores a successful login, without a callback to the app.
    mutating func storeLogin(_ token: LoginToken, at provider: String) {
        let stored = StoredToken(text: token.text, deviceID: setup.deviceID)
        update(provider) { bucket in
            bucket.canAuthenticate = true
            bucket.authentication = stored
            bucket.userMetadata = token.userMetadata
            bucket.encryptedUserMetadata = nil
            bucket.isFromPlatform = token.isFromPlatform
        }
    }

    /// Returns the authZ token for exactly this resource at that MVPD; `nil` when there is no valid one.
    func authorizationToken(for resource: String, at provider: String) -> StoredToken? {
        guard let configuration, configuration.provider(provider) != nil,
            let stored = bucket(provider).authorizations[resource], isOfThisDevice(stored),
            let token = AuthorizationToken(stored.text, using: setup.xml), token.expires >= now,
            // Up to 1.6 all requestors write to the same record.
            !usesSingleRecord || token.requestor == configuration.requestor
        else { return nil }
        return stored
    }

    /// Returns the login in this requestor's current record, without copying another requestor's login.
    func ownLogin(_ configuration: RequestorConfiguration) -> StoredLogin {
        guard let id = currentProviderID, let stored = bucket(id).authentication, isOfThisDevice(stored),
            let token = AuthenticationToken(stored.text, using: setup.xml)
        else { return .none }
        if token.expires < now { return .expired(token, provider: id) }
        guard let provider = configuration.provider(token.provider) else {
            // Up to 1.6 the single record may belong to a programmer with other MVPDs. In that case it isn't a login of
            // this requestor.
            return usesSingleRecord && token.requestor != configuration.requestor ? .none : .foreignProvider(token)
        }
        return .valid(token, stored: stored, provider: provider)
    }

    /// Returns a record of another requestor that this requestor may copy; `nil` when there is none.
    ///
    /// If there are several, the result is the first in the order of requestor ID and MVPD ID.
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

    /// Whether the token can be read, belongs to that MVPD and hasn't expired.
    ///
    /// A token is still valid at the instant of its expiry.
    func isUsable(_ stored: StoredToken, of provider: String) -> Bool {
        guard let token = AuthenticationToken(stored.text, using: setup.xml) else { return false }
        return token.provider == provider && token.expires >= now
    }

    /// Returns the requestor that the authN token was issued to; `nil` when the token can't be read.
    func requestor(of stored: StoredToken) -> String? { AuthenticationToken(stored.text, using: setup.xml)?.requestor }

    /// Whether the token was obtained with this device's identifier; always true up to 1.7.4, which doesn't check that.
    func isOfThisDevice(_ stored: StoredToken) -> Bool {
        setup.profile.version < SDKVersion(1, 7, 5) || stored.deviceID == setup.deviceID
    }
}

/// The result of `storedLogin`.
enum StoredLogin {
    /// The store has no valid token for this requestor.
    case none
    /// The token of the MVPD has expired.
    case expired(AuthenticationToken, provider: String)
    /// The token's MVPD isn't in the current list.
    case foreignProvider(AuthenticationToken)
    /// The user is logged in.
    case valid(AuthenticationToken, stored: StoredToken, provider: MVPD)
}
