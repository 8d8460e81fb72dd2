/// The steps of a login or logout that wait for the service; `login` is the login's number.
package enum AuthenticationStep: Sendable {
    case registrationCode(login: Int)
    /// The login at a TempPass.
    ///
    /// - `code`: the registration code that the service was asked to log in, if there is one.
    case temporaryPass(login: Int, code: String?)
    case token(login: Int, code: String?)
    case poll(login: Int)
    case logout(wasFromPlatform: Bool)
}

extension EntitlementMachine {
    /// Reports the login in the store, without asking the service or the platform.
    ///
    /// A login that came from the platform counts only as long as the platform allowed it when it was last asked, in
    /// `setRequestor` or a login. If it doesn't count, the event that says why takes the place of N000.
    mutating func checkAuthentication() {
        switch storedLogin() {
        case .valid(_, _, let provider) where state.platform.obstacle != nil && bucket(provider.id).isFromPlatform:
            refuseAuthentication(USER_NOT_AUTHENTICATED_ERROR, state.platform.obstacle)
        case .valid(let token, _, let provider):
            emit(.setAuthenticationStatus(ACCESS_ENABLER_STATUS_SUCCESS, errorCode: USER_AUTHENTICATED))
            trackAuthentication(TrackedLogin(provider: provider.id, guid: token.guid, wasCached: true))
        case .expired(_, let provider):
            let isTemporary = state.configuration.current?.provider(provider)?.tempPass == true
            refuseAuthentication(
                USER_NOT_AUTHENTICATED_ERROR, isTemporary ? .temporaryPassExpired : .notAuthenticated)
        case .foreignProvider:
            refuseAuthentication(GENERIC_AUTHENTICATION_ERROR, .authenticationFailed)
        case .none:
            refuseAuthentication(USER_NOT_AUTHENTICATED_ERROR, state.platform.obstacle ?? .notAuthenticated)
        }
    }

    /// Logs in unless the user is already logged in. A call during another login is handled when that login has ended.
    mutating func getAuthentication(_ call: EntitlementCall) {
        guard case .getAuthentication(let force, let data, let filter) = call else { return }
        guard state.authentication == .idle else {
            if state.laterAuthentications.count == Self.laterAuthenticationLimit {
                log(
                    .error, "getAuthentication: too many calls wait for the running login, so the last two end together"
                )
                state.laterAuthentications.removeLast()
            }
            state.laterAuthentications.append(call)
            return
        }
        if !force, case .valid(let token, _, let provider) = storedLogin() {
            return tellAuthenticated(token, at: provider, wasCached: true)
        }
        state.genericData = data
        authenticate(filter: filter)
    }

    /// Starts a login for the resources that wait for one, unless a login is running.
    mutating func authenticateForWaitingResources() {
        guard state.authentication == .idle else { return }
        state.genericData = nil
        authenticate(filter: nil)
    }

    mutating func getSelectedProvider() {
        emit(.selectedProvider(state.configuration.current?.provider(currentProviderID)))
    }

    mutating func proceed(_ step: AuthenticationStep, with answer: Answer) {
        switch step {
        case .registrationCode(let login): if isRunning(login) { takeRegistrationCode(answer) }
        case .temporaryPass(let login, let code): if isRunning(login) { takeTemporaryPass(answer, code: code) }
        case .token(let login, let code): if isRunning(login) { takeToken(answer, code: code) }
        case .poll(let login): if isRunning(login) { takePoll(answer) }
        case .logout(let wasFromPlatform): endLogout(wasFromPlatform: wasFromPlatform)
        }
    }

    // MARK: Which MVPD

    /// Starts a login at the MVPD that the app selected, or else at the remembered MVPD, or else at one chosen in a
    /// picker.
    private mutating func authenticate(filter: ProviderFilter?) {
        let configuration = state.configuration.current
        if let chosen = configuration?.provider(state.explicitSelection) { return beginLogin(at: chosen) }
        let remembered = rememberedProvider
        if let remembered, !bucket(remembered.id).isFromPlatform { return beginLogin(at: remembered) }
        if beginPlatformSignOn(filter: filter) { return }
        if let remembered { return beginLogin(at: remembered) }
        showPicker()
    }

    /// The current MVPD, if its last login succeeded and the profile lets the user then skip the picker.
    private var rememberedProvider: MVPD? {
        guard setup.profile.rememberedProviderSkipsPicker,
            let provider = state.configuration.current?.provider(currentProviderID),
            bucket(provider.id).canAuthenticate
        else { return nil }
        return provider
    }

    /// Asks the app to let the user choose an MVPD; the login fails if there is none to show.
    mutating func showPicker() {
        guard let providers = state.configuration.current?.providers, !providers.isEmpty else {
            return failLogin(GENERIC_AUTHENTICATION_ERROR, .authenticationFailed)
        }
        state.authentication = .awaitingSelection
        emit(.displayProviderDialog(providers))
    }

    /// The most calls that wait for the running login; beyond it, a new call replaces the newest one.
    ///
    /// One status then answers both calls. The app can't tell them apart, as `setAuthenticationStatus` names no call.
    static let laterAuthenticationLimit = 64
}
