import PassCore

extension EntitlementMachine {
    /// Ends the login with the service's token: stores the token and informs all waiting callers, or fails if the token
    /// is unusable.
    ///
    /// - Parameters:
    ///   - token: the token's text, as the service sent it.
    ///   - userMetadata: the JSON, as the service sent it.
    ///   - provider: the ID of the MVPD where the user was to log in. A second screen can bring a token of another
    ///     MVPD of this requestor; that MVPD then becomes the current one.
    ///   - isFromPlatform: whether the platform's sign-on brought the token.
    mutating func finishLogin(
        token text: String, userMetadata: String?, provider: String, isFromPlatform: Bool = false
    ) {
        guard let token = AuthenticationToken(text, using: setup.xml),
            let issuer = state.configuration.current?.provider(token.provider)
        else { return failLogin(GENERIC_AUTHENTICATION_ERROR, .authenticationFailed) }
        guard token.expires >= now else {
            return failLogin(
                GENERIC_AUTHENTICATION_ERROR, issuer.tempPass ? .temporaryPassExpired : .authenticationFailed)
        }
        select(issuer)
        storeLogin(token: text, userMetadata: userMetadata, provider: issuer.id, isFromPlatform: isFromPlatform)
        stopLogin()
        state.explicitSelection = nil
        state.genericData = nil
        tellAuthenticated(token, at: issuer, wasCached: false)
        authorizeWaitingResources()
        authenticateLater()
    }

    /// Stores a successful login, without a callback to the app.
    mutating func storeLogin(
        token: String, userMetadata: String?, provider: String, isFromPlatform: Bool = false
    ) {
        let stored = StoredToken(text: token, deviceID: setup.deviceID)
        update(provider) { bucket in
            bucket.canAuthenticate = true
            bucket.authentication = stored
            bucket.userMetadata = userMetadata
            bucket.encryptedUserMetadata = nil
            bucket.isFromPlatform = isFromPlatform
        }
    }

    /// Ends the login without success, and erases this requestor's data at its current MVPD; all other data stays.
    ///
    /// Resources that wait for the login are dropped without a callback of their own.
    ///
    /// - Parameter status: the status event; `nil` when one was already emitted.
    mutating func failLogin(_ code: String, _ status: AdvancedStatus?) {
        stopLogin()
        eraseCurrentProvider()
        endLogin(code, status)
    }

    /// Ends the running login, or only a selection if none runs, because the user or the app cancelled it.
    ///
    /// The user's valid login stays, so that calling off a forced login changes nothing but `canAuthenticate`. A
    /// temporary pass is the exception: apps leave it by cancelling ("Promotional TempPass"). Without a valid login this
    /// requestor's data at its current MVPD is erased.
    mutating func cancelLogin() {
        let wasRunning = state.authentication != .idle
        stopLogin()
        if let provider = validProvider, wasRunning || !provider.isTemporary {
            if wasRunning { update(provider.id) { $0.canAuthenticate = false } }
        } else {
            eraseCurrentProvider()
        }
        endLogin(PROVIDER_NOT_SELECTED_ERROR, .selectionCancelled)
    }

    /// The current MVPD if its stored token is valid; without a configuration, a token whose MVPD isn't checked counts.
    private var validProvider: (id: String, isTemporary: Bool)? {
        guard let id = currentProviderID else { return nil }
        guard let configuration = state.configuration.current else {
            guard let stored = bucket(id).authentication, isOfThisDevice(stored), isUsable(stored, of: id) else {
                return nil
            }
            return (id, false)
        }
        guard case .valid(_, _, let provider) = ownLogin(configuration) else { return nil }
        return (provider.id, provider.tempPass)
    }

    /// Forgets what belonged to a login that has ended without success, and tells the app.
    private mutating func endLogin(_ code: String, _ status: AdvancedStatus?) {
        dropHeldSteps()
        state.explicitSelection = nil
        state.genericData = nil
        state.waitingResources = []
        refuseAuthentication(code, status)
        authenticateLater()
    }

    /// Tells the app that the user is logged in, and emits the tracking and status events that go with it.
    mutating func tellAuthenticated(_ token: AuthenticationToken, at provider: MVPD, wasCached: Bool) {
        emit(.setAuthenticationStatus(ACCESS_ENABLER_STATUS_SUCCESS, errorCode: USER_AUTHENTICATED))
        trackAuthentication(TrackedLogin(provider: provider.id, guid: token.guid, wasCached: wasCached))
        if provider.tempPass { emit(.status(.authenticatedByTemporaryPass)) }
        if token.isFromDegradation { emit(.status(.authenticatedByDegradation)) }
    }

    /// Tells the app that the user isn't logged in.
    ///
    /// - Parameter status: the status event; `nil` when none is to be emitted.
    mutating func refuseAuthentication(_ code: String, _ status: AdvancedStatus?) {
        emit(.setAuthenticationStatus(ACCESS_ENABLER_STATUS_ERROR, errorCode: code))
        trackAuthentication(nil)
        if let status { emit(.status(status)) }
    }

    /// Handles the calls that waited for the login that has ended, until one of them begins another login.
    ///
    /// Without a configuration they are held like any other call.
    mutating func authenticateLater() {
        while state.authentication == .idle, !state.laterAuthentications.isEmpty {
            take(state.laterAuthentications.removeFirst())
        }
    }

    /// Handles the calls and resources that joined a login begun by a selection alone, when it ended without a
    /// callback.
    mutating func goOnAfterUnaskedLogin() {
        authenticateLater()
        guard state.authentication == .idle, !state.waitingResources.isEmpty else { return }
        authorizingLogin() == nil ? authenticateForWaitingResources() : authorizeWaitingResources()
    }
}

extension AuthenticationToken {
    /// Whether a degradation rule that authenticates every user produced the token; the service marks such tokens by
    /// their GUID.
    fileprivate var isFromDegradation: Bool {
        guid == "d35b501e0385360feccc755c59f5767b46c54c7d" || guid.hasPrefix("95cf93bcd183214a")
    }
}
