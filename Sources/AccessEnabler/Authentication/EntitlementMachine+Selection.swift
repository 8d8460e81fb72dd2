extension EntitlementMachine {
    /// Handles the app's or the user's choice of an MVPD; `nil` cancels the login.
    mutating func setSelectedProvider(_ id: String?) {
        // Without a configuration only the end of a running login comes here.
        guard let configuration = state.configuration.current else { return cancelLogin() }
        guard let id else { return cancelLogin() }
        guard let provider = configuration.provider(id) else {
            log(.error, "setSelectedProvider: \(configuration.requestor) has no provider \(id)")
            return cancelLogin()
        }
        if state.login.isUnasked, provider.id != currentProviderID { stopLogin() }
        switch state.authentication {
        case .idle:
            select(provider)
            if provider.tempPass { return authenticateAtOnce(at: provider) }
            goOnAfterUnaskedLogin()
        case .awaitingSelection, .platformDialog, .restarting:
            beginLogin(at: provider)
        case .fetchingCode(mvpd: id), .fetchingToken(mvpd: id):
            log(.debug, "setSelectedProvider: the login at \(id) is under way")
        case .fetchingCode, .fetchingToken, .awaitingExternalURL, .polling:
            beginLogin(at: provider)
        }
    }

    /// Makes the MVPD the current one. If it wasn't, erases this requestor's data at the former one.
    mutating func select(_ provider: MVPD) {
        state.explicitSelection = provider.id
        guard provider.id != currentProviderID else { return }
        eraseCurrentProvider()
        setCurrentProvider(provider.id)
        trackSelection(provider.id)
    }

    /// Logs in at a TempPass, which needs no `getAuthentication` ("setSelectedProvider").
    private mutating func authenticateAtOnce(at provider: MVPD) {
        if case .valid(let token, _, let current) = storedLogin(), current.id == provider.id {
            state.explicitSelection = nil
            return tellAuthenticated(token, at: provider, wasCached: true)
        }
        beginLogin(at: provider)
        state.login.isUnasked = true
    }
}
