extension EntitlementMachine {
    /// Requests the token of the login that has just ended in a browser.
    mutating func fetchToken(at id: String, code: String?) {
        state.authentication = .fetchingToken(mvpd: id)
        guard let configuration = state.configuration.current, let provider = configuration.provider(id) else {
            return failLogin(GENERIC_AUTHENTICATION_ERROR, .authenticationFailed)
        }
        send(
            session(at: provider, of: configuration, code: code),
            then: .authentication(.token(login: state.login.number, code: code)))
    }

    /// Returns the request for the login's token.
    func session(at provider: MVPD, of configuration: RequestorConfiguration, code: String?) -> ServiceCall {
        .session(
            requestor: configuration.requestor, provider: provider, deviceID: setup.deviceID, code: code,
            proof: requestorProof)
    }

    mutating func takeToken(_ answer: Answer, code: String?) {
        guard case .fetchingToken(let id) = state.authentication else { return }
        guard state.configuration.current != nil else {
            // A new setRequestor has overtaken the answer. The service is asked again when that setRequestor has ended.
            state.authentication = .awaitingExternalURL(mvpd: id, code: code)
            return hold(.handleExternalURL(ADOBEPASS_REDIRECT_URL))
        }
        guard case .response(let response) = answer else {
            return failLogin(GENERIC_AUTHENTICATION_ERROR, status(of: answer, else: .authenticationFailed))
        }
        switch TokenAnswer(response, element: "authnToken", using: setup.xml) {
        case .token(let text, let userMetadata): finishLogin(token: text, userMetadata: userMetadata, provider: id)
        case .pendingLogout: failLogin(GENERIC_AUTHENTICATION_ERROR, .notAuthenticated)
        case .notFound:
            if state.login.isUnasked { return keepSelectionOnly(id) }
            failLogin(GENERIC_AUTHENTICATION_ERROR, .sessionWithoutToken)
        case .unusable(status: 403): failLogin(GENERIC_AUTHENTICATION_ERROR, .requestorRefused)
        case .denied, .unusable: failLogin(GENERIC_AUTHENTICATION_ERROR, .authenticationFailed)
        }
    }
}
