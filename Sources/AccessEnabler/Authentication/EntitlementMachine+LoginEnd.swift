import PassCore

extension EntitlementMachine {
    /// Ends the login with the service's token: stores it and tells everyone who waits, or fails if it isn't worth storing.
    ///
    /// - Parameters:
    ///   - token: as the service sent it.
    ///   - userMetadata: JSON as the service sent it.
    ///   - provider: where the user was to log in; a token of another MVPD of this requestor, as a second screen can bring, makes
    ///     that one current.
    ///   - isFromPlatform: whether the platform's sign-on brought it.
    mutating func finishLogin(
        token text: String, userMetadata: String?, provider: String, isFromPlatform: Bool = false
    ) {
        guard let token = AuthenticationToken(text),
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

    /// Records a login that succeeded, without a word to the app.
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

    /// Ends the login without success: what this requestor has at its current MVPD goes, and nobody's data elsewhere.
    ///
    /// Resources that wait for the login are dropped without a callback of their own.
    ///
    /// - Parameter status: `nil` when it was told already.
    mutating func failLogin(_ code: String, _ status: AdvancedStatus?) {
        stopLogin()
        dropHeldSteps()
        eraseCurrentProvider()
        state.explicitSelection = nil
        state.genericData = nil
        state.waitingResources = []
        refuseAuthentication(code, status)
        authenticateLater()
    }

    mutating func tellAuthenticated(_ token: AuthenticationToken, at provider: MVPD, wasCached: Bool) {
        emit(.setAuthenticationStatus(ACCESS_ENABLER_STATUS_SUCCESS, errorCode: USER_AUTHENTICATED))
        trackAuthentication(TrackedLogin(provider: provider.id, guid: token.guid, wasCached: wasCached))
        if provider.tempPass { emit(.status(.authenticatedByTemporaryPass)) }
        if token.isFromDegradation { emit(.status(.authenticatedByDegradation)) }
    }

    mutating func refuseAuthentication(_ code: String, _ status: AdvancedStatus?) {
        emit(.setAuthenticationStatus(ACCESS_ENABLER_STATUS_ERROR, errorCode: code))
        trackAuthentication(nil)
        if let status { emit(.status(status)) }
    }

    /// Looks at the calls that waited for the login that has ended, until one of them begins another; without a configuration
    /// they are held as any call.
    mutating func authenticateLater() {
        while state.authentication == .idle, !state.laterAuthentications.isEmpty {
            take(state.laterAuthentications.removeFirst())
        }
    }

    /// Goes on with whoever joined a login that nobody had asked for, and that ended without a word.
    mutating func goOnAfterUnaskedLogin() {
        authenticateLater()
        guard state.authentication == .idle, !state.waitingResources.isEmpty else { return }
        authorizingLogin() == nil ? authenticateForWaitingResources() : authorizeWaitingResources()
    }
}

extension AuthenticationToken {
    /// Whether a rule that authenticates everyone made it: the service marks such tokens by their GUID.
    fileprivate var isFromDegradation: Bool {
        guid == "d35b501e0385360feccc755c59f5767b46c54c7d" || guid.hasPrefix("95cf93bcd183214a")
    }
}
