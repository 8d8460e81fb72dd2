package enum AuthorizationStep: Sendable {
    case authorize(ResourceRequest, AuthorizingLogin)
    /// - `authorization`: the authZ token that the media token is asked for with.
    case mediaToken(ResourceRequest, AuthorizingLogin, authorization: String, wasCached: Bool)
}

extension EntitlementMachine {
    /// Authorizes a resource, or fails at once when nobody is logged in.
    mutating func checkAuthorization(_ request: ResourceRequest) {
        if let login = authorizingLogin()?.login { return authorize(request, login) }
        refuseUnauthenticated(request)
    }

    /// Authorizes a resource, after a login where nobody is logged in.
    mutating func getAuthorization(_ request: ResourceRequest) {
        if let login = authorizingLogin()?.login { return authorize(request, login) }
        guard state.waitingResources.contains(request) || state.waitingResources.count < Self.waitingLimit else {
            log(.error, "getAuthorization: too many resources wait for the login, this one is dropped")
            return refuseUnauthenticated(request)
        }
        if !state.waitingResources.contains(request) { state.waitingResources.append(request) }
        authenticateForWaitingResources()
    }

    /// Runs the resources that waited for the login that has just succeeded.
    mutating func authorizeWaitingResources() {
        let requests = state.waitingResources
        state.waitingResources = []
        for request in requests { checkAuthorization(request) }
    }

    mutating func proceed(_ step: AuthorizationStep, with answer: Answer) {
        switch step {
        case .authorize(let request, let login):
            guard !hasEnded(login) else { return refuseUnauthenticated(request) }
            takeAuthorization(answer, request, login)
        case .mediaToken(let request, let login, let authorization, let wasCached):
            guard !hasEnded(login) else { return refuseUnauthenticated(request) }
            takeMediaToken(answer, request, login, authorization: authorization, wasCached: wasCached)
        }
    }

    private mutating func authorize(_ request: ResourceRequest, _ login: AuthorizingLogin) {
        if let stored = authorizationToken(for: request.resource, at: login.provider.id) {
            return askForMediaToken(request, login, authorization: stored.text, wasCached: true)
        }
        send(
            .authorize(
                resource: request.resource, requestor: login.requestor, provider: login.provider, token: login.token,
                deviceID: setup.deviceID, genericData: request.data.map { EntitlementValue.object($0).json },
                proof: requestorProof),
            then: .authorization(.authorize(request, login)))
    }

    /// A media token is asked for every time, and never kept.
    mutating func askForMediaToken(
        _ request: ResourceRequest, _ login: AuthorizingLogin, authorization: String, wasCached: Bool
    ) {
        send(
            .mediaToken(
                authorization: authorization, guid: login.guid, requestor: login.requestor, provider: login.provider,
                deviceID: setup.deviceID, proof: requestorProof),
            then: .authorization(
                .mediaToken(request, login, authorization: authorization, wasCached: wasCached)))
    }

    private mutating func refuseUnauthenticated(_ request: ResourceRequest) {
        var status = AdvancedStatus.notAuthenticated
        if case .expired(_, let id) = storedLogin(), state.configuration.current?.provider(id)?.tempPass == true {
            status = .temporaryPassExpired
        }
        refuse(request, nil, USER_NOT_AUTHENTICATED_ERROR, status: status)
    }

    /// Ends an authorization without a token: the app's callback, tracking, and what it is told as.
    ///
    /// - Parameter status: `nil` when it was told already.
    mutating func refuse(
        _ request: ResourceRequest, _ login: TrackedLogin?, _ code: String, details: String = "",
        status: AdvancedStatus?
    ) {
        emit(.tokenRequestFailed(request.resource, errorCode: code, errorDescription: details))
        trackAuthorization(login, error: code, details: details)
        if let status { emit(.status(status)) }
    }

    /// More resources than an app asks for during one login.
    private static let waitingLimit = 256
}
