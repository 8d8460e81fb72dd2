/// The steps of a login: the registration code, then the browser, the second screen or the TempPass, then the token.
extension LoginMachine {
    /// Logs in at an MVPD: gets a registration code if the profile uses them, then continues in a browser, on a second
    /// screen, or at once.
    ///
    /// A login that is running is abandoned without a callback.
    mutating func begin(at provider: MVPD, _ context: inout FlowContext) {
        guard let requestor = context.configuration?.requestor else { return }
        select(provider, &context)
        stop(&context)
        choose(nil)
        guard context.setup.usesRegistrationCode else { return open(provider, of: requestor, code: nil, &context) }
        enter(.fetchingCode(mvpd: provider.id))
        send(
            .registrationCode(requestor: requestor, provider: provider, deviceID: context.setup.deviceID), &context
        ) { .registrationCode(login: $0) }
    }

    mutating func receive(_ answer: Answer, to step: LoginStep, _ context: inout FlowContext) {
        guard let attempt, attempt.number == step.login else { return }
        switch (step, attempt.stage) {
        case (.registrationCode, .fetchingCode(let id)): receiveRegistrationCode(answer, at: id, &context)
        case (.temporaryPass(_, let code), .fetchingToken(let id)):
            receiveTemporaryPass(answer, at: id, code: code, &context)
        case (.token(_, let code), .fetchingToken(let id)): receiveToken(answer, at: id, code: code, &context)
        default: break
        }
    }

    /// Fetches the token of the login that has just ended in a browser.
    mutating func browserEnded(at url: String, _ context: inout FlowContext) {
        guard case .awaitingExternalURL(let id, let code)? = attempt?.stage else { return }
        guard let configuration = context.configuration else {
            return context.signal(.hold(.handleExternalURL(url)))
        }
        enter(.fetchingToken(mvpd: id))
        guard let provider = configuration.provider(id) else { return fail(.authenticationFailed, &context) }
        let call = context.session(of: configuration.requestor, at: provider, code: code)
        send(call, &context) { .token(login: $0, code: code) }
    }

    /// Sends a request of the running login.
    private func send(_ call: ServiceCall, _ context: inout FlowContext, then step: (Int) -> LoginStep) {
        if let attempt { context.send(call, then: .login(step(attempt.number))) }
    }

    private mutating func receiveRegistrationCode(_ answer: Answer, at id: String, _ context: inout FlowContext) {
        guard let configuration = context.configuration else { return restartWhenConfigured(at: id, &context) }
        guard let provider = configuration.provider(id) else { return fail(.authenticationFailed, &context) }
        guard case .response(let response) = answer, let code = RegistrationCodeAnswer(response) else {
            return fail(context.status(of: answer, else: .registrationCodeFailed), &context)
        }
        open(provider, of: configuration.requestor, code: code, &context)
    }

    /// Opens the browser or the second screen; a TempPass needs neither.
    private mutating func open(
        _ provider: MVPD, of requestor: String, code: RegistrationCodeAnswer?, _ context: inout FlowContext
    ) {
        if provider.tempPass { return askForTemporaryPass(at: provider, of: requestor, code: code?.code, &context) }
        if context.setup.isTV, let code {
            enter(.onSecondScreen(mvpd: provider.id))
            return context.signal(.secondScreenBegins(provider: provider.id, code))
        }
        context.signal(.browserOpens)
        enter(.awaitingExternalURL(mvpd: provider.id, code: code?.code))
        let browser = context.browser(for: provider)
        let call = authenticate(
            at: provider, of: requestor, code: code?.code, redirect: browser.redirect, context)
        context.open(context.browserURL(call), in: browser)
    }

    /// Returns the request that logs a user in at the MVPD, for a browser or, at a TempPass, for the SDK itself.
    private func authenticate(
        at provider: MVPD, of requestor: String, code: String?, redirect: String, _ context: FlowContext
    ) -> ServiceCall {
        .authenticate(
            requestor: requestor, provider: provider, redirect: redirect, clientType: context.clientType,
            clientVersion: context.setup.profile.version, code: code,
            genericData: data.map { EntitlementValue.object($0).json })
    }

    private mutating func receiveToken(_ answer: Answer, at id: String, code: String?, _ context: inout FlowContext) {
        guard context.configuration != nil else {
            // A new setRequestor began before the answer arrived. The service is asked again when that setRequestor has
            // succeeded.
            enter(.awaitingExternalURL(mvpd: id, code: code))
            return context.signal(.hold(.handleExternalURL(ADOBEPASS_REDIRECT_URL)))
        }
        guard case .response(let response) = answer else {
            return fail(context.status(of: answer, else: .authenticationFailed), &context)
        }
        switch TokenAnswer(response, element: "authnToken", using: context.setup.xml) {
        case .token(let text, let userMetadata):
            finish(LoginToken(text: text, userMetadata: userMetadata), &context)
        case .pendingLogout: fail(.notAuthenticated, &context)
        case .notFound:
            if attempt?.isBegunBySelection == true { return keepSelectionOnly(id, &context) }
            fail(.sessionWithoutToken, &context)
        case .unusable(status: 403): fail(.requestorRefused, &context)
        case .denied, .unusable: fail(.authenticationFailed, &context)
        }
    }

    // MARK: TempPass

    // The login at a TempPass asks the user for nothing. The service logs the session in and redirects the browser
    // straight back, so the SDK makes the browser's request itself.
    //
    // The configuration marks a TempPass (`tempPass`) but doesn't say whether it is promotional. Only the service knows
    // that, and a promotional TempPass logs no user in without the data of `getAuthentication`.

    private mutating func askForTemporaryPass(
        at provider: MVPD, of requestor: String, code: String?, _ context: inout FlowContext
    ) {
        enter(.fetchingToken(mvpd: provider.id))
        let call = authenticate(at: provider, of: requestor, code: code, redirect: ADOBEPASS_REDIRECT_URL, context)
        send(call, &context) { .temporaryPass(login: $0, code: code) }
    }

    /// Requests the token, whatever the service's response; only the answer to the token request shows the outcome.
    private mutating func receiveTemporaryPass(
        _ answer: Answer, at id: String, code: String?, _ context: inout FlowContext
    ) {
        guard let configuration = context.configuration else { return restartWhenConfigured(at: id, &context) }
        guard let provider = configuration.provider(id), case .response(let response) = answer else {
            return fail(context.status(of: answer, else: .authenticationFailed), &context)
        }
        var call = context.session(of: configuration.requestor, at: provider, code: code)
        if code == nil {
            // The session belongs to the SDK's own request, not to the web view.
            call.sharesCookies = false
            if let cookies = response.sessionCookies { call.fields.append(TransportField("Cookie", cookies)) }
        }
        send(call, &context) { .token(login: $0, code: code) }
    }

    /// Ends a login that only a selection began and that the service refused.
    ///
    /// The selection stays, and waits for `getAuthentication` like the selection of any other MVPD.
    private mutating func keepSelectionOnly(_ provider: String, _ context: inout FlowContext) {
        context.log(.debug, "\(provider) needs getAuthentication with data")
        stop(&context)
        choose(provider)
        continueAfterSelection(&context)
    }
}

extension LoginStep {
    fileprivate var login: Int {
        switch self {
        case .registrationCode(let login), .temporaryPass(let login, _), .token(let login, _): login
        }
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
