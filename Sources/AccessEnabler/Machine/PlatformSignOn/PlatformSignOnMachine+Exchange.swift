import PassCore

/// The exchange of the platform's account for a token: the service's SAML request, the MVPD's response, then the token.
extension PlatformSignOnMachine {
    /// Starts the exchange: asks the service for its SAML request to the MVPD.
    mutating func exchange(
        _ account: PlatformAccount, at provider: MVPD, _ attempt: Attempt, _ context: inout FlowContext
    ) {
        guard let requestor = context.configuration?.requestor else { return }
        enter(.fetchingRequest(Exchange(provider: provider, account: account)), attempt)
        context.send(
            .platformRequest(requestor: requestor, provider: provider, deviceID: context.setup.deviceID),
            then: .platform(.profileRequest(attempt: attempt.number)))
    }

    mutating func receive(_ answer: Answer, to step: PlatformStep, _ context: inout FlowContext) {
        guard let attempt, attempt.number == step.attempt, canContinue(attempt, &context) else { return }
        switch (step, attempt.stage) {
        case (.profileRequest, .fetchingRequest(let exchange)):
            guard case .response(let response) = answer, let request = PlatformRequestAnswer(response) else {
                return fail(attempt, answer, &context)
            }
            ask(.samlResponse(to: request.samlRequest, account: exchange.account), attempt, &context) {
                .askingMVPD($0, exchange, verificationCode: request.code)
            }
        case (.exchange, .handingIn(let exchange)):
            guard case .response(let response) = answer, response.isSuccess,
                let requestor = context.configuration?.requestor
            else { return fail(attempt, answer, &context) }
            enter(.fetchingToken(exchange), attempt)
            var call = context.session(of: requestor, at: exchange.provider, code: nil)
            // The service finds the login by the device ID. No web view was involved, so it has no cookies to send.
            call.sharesCookies = false
            context.send(call, then: .platform(.token(attempt: attempt.number)))
        case (.token, .fetchingToken(let exchange)):
            guard case .response(let response) = answer,
                case .token(let text, let userMetadata) = TokenAnswer(
                    response, element: "authnToken", using: context.setup.xml)
            else { return fail(attempt, answer, &context) }
            let token = LoginToken(text: text, userMetadata: userMetadata, isFromPlatform: true)
            keep(token, at: exchange.provider, attempt, &context)
        default: break
        }
    }

    /// Sends the MVPD's SAML response to the service, in base64.
    mutating func handIn(_ samlResponse: String, _ attempt: Attempt, _ context: inout FlowContext) {
        guard case .askingMVPD(_, let exchange, let code) = attempt.stage,
            let requestor = context.configuration?.requestor
        else { return }
        enter(.handingIn(exchange), attempt)
        let isXML = samlResponse.first { !$0.isWhitespace } == "<"
        context.send(
            .platformExchange(
                requestor: requestor, provider: exchange.provider, deviceID: context.setup.deviceID,
                deviceType: context.clientType, code: code,
                samlResponse: isXML ? Base64.encode(Array(samlResponse.utf8)) : samlResponse),
            then: .platform(.exchange(attempt: attempt.number)))
    }

    /// Ends the attempt with the service's token; in `setRequestor` the token is stored without a callback.
    private mutating func keep(
        _ token: LoginToken, at provider: MVPD, _ attempt: Attempt, _ context: inout FlowContext
    ) {
        leave()
        guard attempt.isSilent else { return context.signal(.loginGotToken(token)) }
        if context.isUsable(StoredToken(text: token.text, deviceID: context.setup.deviceID), of: provider.id) {
            context.setCurrentProvider(provider.id)
            context.storeLogin(token, at: provider.id)
        } else {
            context.log(.error, "the platform's sign-on returned no usable token")
        }
        abandon(attempt, nil, &context)
    }

    /// Ends an attempt that failed at the service: `setRequestor` continues without a callback, and a login fails.
    private mutating func fail(_ attempt: Attempt, _ answer: Answer, _ context: inout FlowContext) {
        context.log(.error, "the platform's sign-on failed at the service")
        guard !attempt.isSilent else { return abandon(attempt, nil, &context) }
        leave()
        context.signal(.loginGetsNoToken(context.status(of: answer, else: .authenticationFailed)))
    }
}

extension PlatformStep {
    fileprivate var attempt: Int {
        switch self {
        case .profileRequest(let attempt), .exchange(let attempt), .token(let attempt): attempt
        }
    }
}
