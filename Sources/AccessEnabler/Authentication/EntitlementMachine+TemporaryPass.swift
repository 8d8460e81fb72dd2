/// The login at a TempPass, which asks the user for nothing.
///
/// The service logs the session in and redirects the browser straight back, so the SDK makes that request itself.
///
/// The configuration marks a TempPass (`tempPass`) but doesn't say whether it is promotional. Only the service knows
/// that, and a promotional TempPass logs in no user without the data of `getAuthentication`.
extension EntitlementMachine {
    /// Requests the login at the TempPass.
    mutating func askForTemporaryPass(at provider: MVPD, of configuration: RequestorConfiguration, code: String?) {
        state.authentication = .fetchingToken(mvpd: provider.id)
        send(
            authenticate(at: provider, of: configuration, code: code, redirect: ADOBEPASS_REDIRECT_URL),
            then: .authentication(.temporaryPass(login: state.login.number, code: code)))
    }

    /// Requests the token, whatever the service answered: the answer to that request tells the outcome.
    mutating func takeTemporaryPass(_ answer: Answer, code: String?) {
        guard case .fetchingToken(let id) = state.authentication else { return }
        guard let configuration = state.configuration.current else { return restartWhenConfigured(at: id) }
        guard let provider = configuration.provider(id), case .response(let response) = answer else {
            return failLogin(GENERIC_AUTHENTICATION_ERROR, status(of: answer, else: .authenticationFailed))
        }
        var call = session(at: provider, of: configuration, code: code)
        if code == nil {
            // The session belongs to the SDK's own request, not to the web view.
            call.sharesCookies = false
            if let cookies = response.sessionCookies { call.fields.append(TransportField("Cookie", cookies)) }
        }
        send(call, then: .authentication(.token(login: state.login.number, code: code)))
    }

    /// Ends a login that a selection alone began and that the service refused.
    ///
    /// The selection stays, and waits for `getAuthentication` like that of any other MVPD.
    mutating func keepSelectionOnly(_ provider: String) {
        log(.debug, "\(provider) needs getAuthentication with data")
        stopLogin()
        state.explicitSelection = provider
        goOnAfterUnaskedLogin()
    }
}

extension TransportResponse {
    /// The cookies that the response sets, as a request's `Cookie` field; `nil` when there are none.
    fileprivate var sessionCookies: String? {
        let cookies = fields.filter { $0.name.lowercased() == "set-cookie" }
            .compactMap { $0.value.split(separator: ";", maxSplits: 1).first.map(String.init) }
        return cookies.isEmpty ? nil : cookies.joined(separator: "; ")
    }
}
