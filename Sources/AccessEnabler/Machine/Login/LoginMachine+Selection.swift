extension LoginMachine {
    /// Handles the app's or the user's choice of an MVPD; `nil` cancels the login.
    mutating func setSelectedProvider(_ id: String?, _ context: inout FlowContext) {
        // Without a configuration, only the cancellation of a running login gets here.
        guard let configuration = context.configuration, let id else { return cancel(&context) }
        guard let provider = configuration.provider(id) else {
            context.log(.error, "setSelectedProvider: \(configuration.requestor) has no provider \(id)")
            return cancel(&context)
        }
        if attempt?.isBegunBySelection == true, provider.id != context.currentProviderID { stop(&context) }
        switch attempt?.stage {
        case nil:
            select(provider, &context)
            if provider.tempPass { return authenticateAtOnce(at: provider, &context) }
            continueAfterSelection(&context)
        case .fetchingCode(mvpd: id), .fetchingToken(mvpd: id):
            context.log(.debug, "setSelectedProvider: the login at \(id) is under way")
        case .awaitingSelection, .atPlatform, .restarting, .fetchingCode, .fetchingToken, .awaitingExternalURL,
            .onSecondScreen:
            begin(at: provider, &context)
        }
    }

    /// Makes the MVPD the current one. If another MVPD was current, erases this requestor's data at the former MVPD.
    mutating func select(_ provider: MVPD, _ context: inout FlowContext) {
        choose(provider.id)
        guard provider.id != context.currentProviderID else { return }
        context.eraseCurrentProvider()
        context.setCurrentProvider(provider.id)
        context.trackSelection(provider.id)
    }

    /// Handles the calls and resources that wait, after a selection that began no login or whose login ended without a
    /// callback.
    mutating func continueAfterSelection(_ context: inout FlowContext) {
        continueWithLaterCalls(&context)
        if attempt == nil { context.signal(.noLoginRuns) }
    }

    /// Logs in at a TempPass, which needs no `getAuthentication` ("setSelectedProvider").
    private mutating func authenticateAtOnce(at provider: MVPD, _ context: inout FlowContext) {
        if case .valid(let token, _, let current) = context.storedLogin(), current.id == provider.id {
            choose(nil)
            return context.tellAuthenticated(token, at: provider, wasCached: true)
        }
        begin(at: provider, &context)
        markAsBegunBySelection()
    }
}

extension FlowContext {
    /// The current MVPD, if its last login succeeded and the profile lets the user skip the picker in that case.
    var rememberedProvider: MVPD? {
        guard setup.profile.rememberedProviderSkipsPicker,
            let provider = configuration?.provider(currentProviderID), bucket(provider.id).canAuthenticate
        else { return nil }
        return provider
    }
}
