/// The login at a TempPass, where nobody has to be asked: the service logs the session in and sends the browser straight back, so
/// the SDK makes that request itself.
///
/// The configuration tells a TempPass (`tempPass`) but not whether it is promotional; only the service knows that, and logs nobody
/// in at a promotional one without the data of `getAuthentication`.
extension EntitlementMachine {
    mutating func askForTemporaryPass(at provider: MVPD, of configuration: RequestorConfiguration, code: String?) {
        state.authentication = .fetchingToken(mvpd: provider.id)
        send(
            authenticate(at: provider, of: configuration, code: code, redirect: setup.profile.redirectURL),
            then: .authentication(.temporaryPass(login: state.login.number, code: code)))
    }

    /// Fetches the token whatever the service answered: what became of the session is said there.
    mutating func takeTemporaryPass(_ answer: Answer, code: String?) {
        guard case .fetchingToken(let id) = state.authentication else { return }
        guard let configuration = state.configuration.current else { return restartWhenConfigured(at: id) }
        guard let provider = configuration.provider(id), case .response(let response) = answer else {
            return failLogin(GENERIC_AUTHENTICATION_ERROR, status(of: answer, else: .authenticationFailed))
        }
        var call = session(at: provider, of: configuration, code: code)
        if code == nil {
            // The session is that of the SDK's own request, not of the web view.
            call.sharesCookies = false
            if let cookies = response.sessionCookies { call.fields.append(TransportField("Cookie", cookies)) }
        }
        send(call, then: .authentication(.token(login: state.login.number, code: code)))
    }

    /// Ends a login that a selection alone began and the service refused: the selection stays, and waits for `getAuthentication`
    /// as that of any other MVPD.
    mutating func keepSelectionOnly(_ provider: String) {
        log(.debug, "\(provider) wants getAuthentication with data")
        stopLogin()
        state.explicitSelection = provider
        goOnAfterUnaskedLogin()
    }
}

extension TransportResponse {
    /// The cookies that it sets, as a request sends them back; `nil` when there are none.
    fileprivate var sessionCookies: String? {
        let cookies = fields.filter { $0.name.lowercased() == "set-cookie" }
            .compactMap { $0.value.split(separator: ";", maxSplits: 1).first.map(String.init) }
        return cookies.isEmpty ? nil : cookies.joined(separator: "; ")
    }
}
