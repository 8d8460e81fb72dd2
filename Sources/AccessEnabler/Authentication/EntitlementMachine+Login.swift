/// The login that is running. Answers to an earlier login carry another number and are ignored.
package struct LoginAttempt: Sendable, Hashable {
    package internal(set) var number = 0
    /// Whether a poll of the second screen is still unanswered.
    package internal(set) var isPolling = false
    /// Whether a selection alone began the login, without `getAuthentication`.
    package internal(set) var isUnasked = false
}

extension EntitlementMachine {
    /// Logs in at an MVPD: gets a registration code if the profile uses them, then continues in a browser, on a second
    /// screen, or at once.
    ///
    /// A login that is running is abandoned without a callback.
    mutating func beginLogin(at provider: MVPD) {
        guard let configuration = state.configuration.current else { return }
        select(provider)
        stopLogin()
        state.explicitSelection = nil
        guard usesRegistrationCode else { return logIn(at: provider, of: configuration, code: nil) }
        state.authentication = .fetchingCode(mvpd: provider.id)
        send(
            .registrationCode(requestor: configuration.requestor, provider: provider, deviceID: setup.deviceID),
            then: .authentication(.registrationCode(login: state.login.number)))
    }

    mutating func takeRegistrationCode(_ answer: Answer) {
        guard case .fetchingCode(let id) = state.authentication else { return }
        guard let configuration = state.configuration.current else { return restartWhenConfigured(at: id) }
        guard let provider = configuration.provider(id) else {
            return failLogin(GENERIC_AUTHENTICATION_ERROR, .authenticationFailed)
        }
        guard case .response(let response) = answer, let code = RegistrationCodeAnswer(response) else {
            return failLogin(GENERIC_AUTHENTICATION_ERROR, status(of: answer, else: .registrationCodeFailed))
        }
        logIn(at: provider, of: configuration, code: code)
    }

    private mutating func logIn(
        at provider: MVPD, of configuration: RequestorConfiguration, code: RegistrationCodeAnswer?
    ) {
        if provider.tempPass { return askForTemporaryPass(at: provider, of: configuration, code: code?.code) }
        if setup.isTV, let code { return showRegistrationCode(code, for: provider) }
        // A logout whose browser hasn't come back yet is over: the next redirect URL belongs to this login.
        state.logout = nil
        state.authentication = .awaitingExternalURL(mvpd: provider.id, code: code?.code)
        let browser = browser(for: provider)
        let call = authenticate(at: provider, of: configuration, code: code?.code, redirect: browser.redirect)
        open(browserURL(call), in: browser)
    }

    /// Returns the request that logs a user in at the MVPD, for a browser or, at a TempPass, for the SDK itself.
    func authenticate(
        at provider: MVPD, of configuration: RequestorConfiguration, code: String?, redirect: String
    ) -> ServiceCall {
        .authenticate(
            requestor: configuration.requestor, provider: provider, redirect: redirect, clientType: clientType,
            clientVersion: setup.profile.version, code: code,
            genericData: state.genericData.map { EntitlementValue.object($0).json })
    }

    /// Whether a login needs a registration code: from 3.0 on a browser shares no cookies with the SDK, and a second
    /// screen never does.
    var usesRegistrationCode: Bool { setup.profile.registersClient || setup.isTV }

    /// Whether that login is still the one that is running.
    func isRunning(_ login: Int) -> Bool { state.login.number == login && state.authentication != .idle }

    /// Forgets the running login, so that outstanding answers to it are ignored, and dismisses the platform's dialog.
    mutating func stopLogin() {
        if let attempt = state.platform.attempt, !attempt.isSilent { forget(attempt) }
        state.login = LoginAttempt(number: state.login.number + 1)
        if case .polling = state.authentication {
            effects.append(.cancelAlarm(.poll))
            effects.append(.cancelAlarm(.registrationCodeExpiry))
        }
        state.authentication = .idle
    }

    /// Abandons the login of a requestor that is no longer set.
    ///
    /// The login has failed, unless a selection alone began it and no resource waits for it. Resources that wait for it
    /// are dropped. Calls of `getAuthentication` that wait for it are held for the next requestor.
    mutating func abandonLogin() {
        let isAwaited = state.authentication != .idle && (!state.login.isUnasked || !state.waitingResources.isEmpty)
        if state.authentication != .idle { dropHeldSteps() }
        stopLogin()
        state.waitingResources = []
        for call in state.laterAuthentications { hold(call) }
        state.laterAuthentications = []
        if isAwaited { refuseAuthentication(GENERIC_AUTHENTICATION_ERROR, .authenticationFailed) }
    }

    /// Makes a login that a new `setRequestor` has overtaken start again with the new configuration.
    ///
    /// - Parameters:
    ///   - provider: the ID of the login's MVPD; `nil` if none was chosen yet.
    ///   - filter: the MVPDs for the platform's picker.
    mutating func restartWhenConfigured(at provider: String?, filter: ProviderFilter? = nil) {
        stopLogin()
        if let provider { state.explicitSelection = provider }
        state.authentication = .restarting(filter)
    }
}
