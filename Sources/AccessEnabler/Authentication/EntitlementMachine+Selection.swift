extension EntitlementMachine {
    /// Takes the app's or the user's choice of an MVPD; `nil` calls the login off.
    mutating func setSelectedProvider(_ id: String?) {
        guard let configuration = state.configuration.current else { return selectUnconfigured(id) }
        guard let id else { return failLogin(PROVIDER_NOT_SELECTED_ERROR, .selectionCancelled) }
        guard let provider = configuration.provider(id) else {
            log(.error, "setSelectedProvider: \(configuration.requestor) has no provider \(id)")
            return failLogin(PROVIDER_NOT_SELECTED_ERROR, .selectionCancelled)
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

    /// Makes the MVPD current, if another one or none was: what this requestor has at that other one goes.
    mutating func select(_ provider: MVPD) {
        state.explicitSelection = provider.id
        guard provider.id != currentProviderID else { return }
        eraseCurrentProvider()
        setCurrentProvider(provider.id)
        trackSelection(provider.id)
    }

    /// A `TempPass` needs no `getAuthentication` ("setSelectedProvider").
    private mutating func authenticateAtOnce(at provider: MVPD) {
        if case .valid(let token, _, let current) = storedLogin(), current.id == provider.id {
            state.explicitSelection = nil
            return tellAuthenticated(token, at: provider, wasCached: true)
        }
        beginLogin(at: provider)
        state.login.isUnasked = true
    }

    /// Between two configurations a choice waits if it belongs to a login that runs, and none calls that off at once; else there
    /// is nothing to choose from.
    private mutating func selectUnconfigured(_ id: String?) {
        guard state.authentication != .idle else {
            return log(.error, "setSelectedProvider: setRequestor has not completed, the call is ignored")
        }
        guard id != nil else { return failLogin(PROVIDER_NOT_SELECTED_ERROR, .selectionCancelled) }
        hold(.setSelectedProvider(id))
    }
}
