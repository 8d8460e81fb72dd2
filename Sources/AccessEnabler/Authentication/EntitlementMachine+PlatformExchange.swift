import PassCore

/// The exchange of the platform's account for a token: the service's question, the MVPD's answer, then the token.
extension EntitlementMachine {
    /// Starts the exchange: requests the service's question for the MVPD.
    mutating func exchange(_ account: PlatformAccount, at provider: MVPD, _ attempt: PlatformAttempt) {
        guard let requestor = state.configuration.current?.requestor else { return }
        state.platform.attempt?.provider = provider
        state.platform.attempt?.account = account
        send(
            .platformRequest(requestor: requestor, provider: provider, deviceID: setup.deviceID),
            then: .platform(.profileRequest(attempt: attempt.number)))
    }

    mutating func proceed(_ step: PlatformStep, with answer: Answer) {
        guard let attempt = state.platform.attempt, attempt.number == step.attempt, goesOn(attempt) else { return }
        switch step {
        case .profileRequest:
            guard case .response(let response) = answer, let request = PlatformRequestAnswer(response),
                let account = attempt.account
            else { return failExchange(attempt, answer) }
            state.platform.attempt?.code = request.code
            ask(.samlResponse(to: request.samlRequest, account: account))
        case .exchange:
            guard case .response(let response) = answer, response.isSuccess, let provider = attempt.provider,
                let configuration = state.configuration.current
            else { return failExchange(attempt, answer) }
            var call = session(at: provider, of: configuration, code: nil)
            // The service finds the login by the device; no web view was involved.
            call.sharesCookies = false
            send(call, then: .platform(.token(attempt: attempt.number)))
        case .token:
            guard case .response(let response) = answer, let provider = attempt.provider,
                case .token(let text, let userMetadata) = TokenAnswer(response, element: "authnToken", using: setup.xml)
            else { return failExchange(attempt, answer) }
            keep(text, userMetadata, at: provider, attempt)
        }
    }

    /// Sends the MVPD's SAML answer to the service, in Base64.
    mutating func handIn(_ samlResponse: String, _ attempt: PlatformAttempt) {
        guard let provider = attempt.provider, let requestor = state.configuration.current?.requestor else { return }
        let isXML = samlResponse.first { !$0.isWhitespace } == "<"
        send(
            .platformExchange(
                requestor: requestor, provider: provider, deviceID: setup.deviceID, deviceType: clientType,
                code: attempt.code, samlResponse: isXML ? Base64.encode(Array(samlResponse.utf8)) : samlResponse),
            then: .platform(.exchange(attempt: attempt.number)))
    }

    /// Ends the attempt with the service's token; in `setRequestor` the token is stored without a callback.
    private mutating func keep(
        _ text: String, _ userMetadata: String?, at provider: MVPD, _ attempt: PlatformAttempt
    ) {
        state.platform.attempt = nil
        guard case .configuration = attempt.purpose else {
            return finishLogin(token: text, userMetadata: userMetadata, provider: provider.id, isFromPlatform: true)
        }
        if isUsable(StoredToken(text: text, deviceID: setup.deviceID), of: provider.id) {
            setCurrentProvider(provider.id)
            storeLogin(token: text, userMetadata: userMetadata, provider: provider.id, isFromPlatform: true)
        } else {
            log(.error, "the platform's sign-on returned no usable token")
        }
        abandon(attempt, nil)
    }

    /// Ends an attempt that failed at the service: `setRequestor` continues without a callback, and a login fails.
    private mutating func failExchange(_ attempt: PlatformAttempt, _ answer: Answer) {
        log(.error, "the platform's sign-on failed at the service")
        guard !attempt.isSilent else { return abandon(attempt, nil) }
        state.platform.attempt = nil
        failLogin(GENERIC_AUTHENTICATION_ERROR, status(of: answer, else: .authenticationFailed))
    }
}

extension PlatformStep {
    fileprivate var attempt: Int {
        switch self {
        case .profileRequest(let attempt), .exchange(let attempt), .token(let attempt): attempt
        }
    }
}
