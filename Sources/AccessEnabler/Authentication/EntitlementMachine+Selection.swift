extension EntitlementMachine {
    /// Handles the app's or the user's choice of an MVPD; `nil` cancels the login.
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

    /// Handles a selection while no configuration is in place.
    ///
    /// During a running login, an MVPD's selection is held for the next configuration, and `nil` cancels the login at
    /// once. Otherwise there is nothing to choose from, and the call is ignored.
    private mutating func selectUnconfigured(_ id: String?) {
        guard state.authentication != .idle else {
            return log(.error, "setSelectedProvider: setRequestor has not completed, so the call is ignored")
        }
        guard id != nil else { return failLogin(PROVIDER_NOT_SELECTED_ERROR, .selectionCancelled) }
        hold(.setSelectedProvider(id))
    }
}
