/// The `preauthorize` call (3.6 and later): a decision on each resource, and errors that give the reason ("Preauthorize
/// API").
extension EntitlementMachine {
    /// Ends with exactly one answer or failure, in the order of the calls; only a missing configuration is reported at
    /// once.
    ///
    /// If too many calls are unanswered, the oldest of them fails, and the answer to it is ignored.
    mutating func preauthorize(_ request: PreauthorizeRequest, _ completion: CompletionID) {
        guard case .configured = state.configuration else {
            let failure = PreauthorizeResponse(status: .requestorNotConfigured)
            return effects.append(.preauthorized(completion, failure, isFailure: true))
        }
        if let overdue = state.preauthorizeRequests.overdue {
            log(.error, "preauthorize: too many calls have no answer, so the oldest fails")
            fail(CompletionID(number: overdue), .networkFailed)
        }
        state.preauthorizeRequests.open(completion.number)
        guard let (login, token) = authorizingLogin() else {
            if case .expired = storedLogin() { return fail(completion, .sessionExpired) }
            return fail(completion, .sessionMissing)
        }
        let usesCache = !request.disabledFeatures.contains(.LOCAL_CACHE)
        let known =
            lineUpDecisions(request.resources, token)
            ?? (usesCache ? rememberedDecisions(request.resources, login) : nil)
        if let known { return complete(completion, PreauthorizeResponse(decisions: known)) }
        send(
            .preauthorize(
                request.resources, requestor: login.requestor, provider: login.provider, token: login.token,
                explains: true, usesRemoteCache: !request.disabledFeatures.contains(.REMOTE_CACHE)),
            then: .preauthorization(.request(request, login, completion)))
    }

    mutating func takePreauthorization(
        _ answer: Answer, _ request: PreauthorizeRequest, _ login: AuthorizingLogin, _ completion: CompletionID
    ) {
        if hasEnded(login) { return fail(completion, .sessionMissing) }
        let untrusted = status(of: answer, else: nil)
        switch answer {
        case .failed, .refused(.transport): fail(completion, .networkFailed, event: untrusted)
        case .refused(.notRegistered), .refused(.noAccessToken): fail(completion, .noAccessToken)
        case .response(let response):
            switch PreauthorizationAnswer(response, using: setup.xml) {
            case .decisions(let answered):
                let decisions = remember(answered, for: request.resources, login)
                complete(completion, PreauthorizeResponse(decisions: decisions))
            case .refused(let status): complete(completion, PreauthorizeResponse(status: status))
            case .unknownFormat: fail(completion, .formatUnknown)
            }
        }
    }

    private mutating func complete(_ completion: CompletionID, _ response: PreauthorizeResponse) {
        effects += state.preauthorizeRequests.close(
            completion.number, with: [.preauthorized(completion, response, isFailure: false)])
    }

    private mutating func fail(
        _ completion: CompletionID, _ status: PreauthorizeResponse.Status, event: AdvancedStatus? = nil
    ) {
        var told: [Effect] = [.preauthorized(completion, PreauthorizeResponse(status: status), isFailure: true)]
        if let event { told.append(.callback(.status(event))) }
        effects += state.preauthorizeRequests.close(completion.number, with: told)
    }
}

/// The SDK's own errors when it can't ask the service; status 0 says that they aren't the service's.
extension PreauthorizeResponse.Status {
    fileprivate static let requestorNotConfigured = failure(
        "requestor_not_configured", "retry", "setRequestor has not completed.")
    fileprivate static let sessionMissing = failure(
        "authentication_session_missing", "authentication", "The user isn't logged in.")
    fileprivate static let sessionExpired = failure(
        "authentication_session_expired", "authentication", "The login has expired.")
    fileprivate static let noAccessToken = failure(
        "access_token_unavailable", "none", "The app got no access token: check its software statement.")
    fileprivate static let formatUnknown = failure(
        "server_response_format_unknown", "none", "The service's answer can't be understood.")
    fileprivate static let networkFailed = failure("network_error", "none", "The service can't be reached.")

    private static func failure(_ code: String, _ action: String, _ message: String) -> PreauthorizeResponse.Status {
        PreauthorizeResponse.Status(status: 0, code: code, message: message, action: action)
    }
}
