/// The steps of an authorization that wait for the service.
package enum AuthorizationStep: Sendable {
    case authorize(ResourceRequest, AuthorizingLogin)
    /// The request for the media token.
    ///
    /// - `authorization`: the authZ token with which the media token is requested.
    /// - `wasCached`: whether the authZ token came from the store.
    case mediaToken(ResourceRequest, AuthorizingLogin, authorization: String, wasCached: Bool)
}

/// A request for an authZ token that has no answer yet; calls that want the same one wait for the same answer.
struct OpenAuthorization: Sendable, Hashable {
    var request: ResourceRequest
    var login: AuthorizingLogin

    init(_ request: ResourceRequest, _ login: AuthorizingLogin) {
        self.request = request
        self.login = login
    }
}

extension EntitlementMachine {
    /// Authorizes a resource; fails at once if the user isn't logged in.
    mutating func checkAuthorization(_ request: ResourceRequest) {
        if let login = authorizingLogin()?.login { return authorize(request, login) }
        refuseUnauthenticated(request)
    }

    /// Authorizes a resource; first starts a login if the user isn't logged in.
    mutating func getAuthorization(_ request: ResourceRequest) {
        if let login = authorizingLogin()?.login { return authorize(request, login) }
        guard state.waitingResources.contains(request) || state.waitingResources.count < Self.waitingLimit else {
            log(.error, "getAuthorization: too many resources wait for the login, so this one is dropped")
            return refuseUnauthenticated(request)
        }
        if !state.waitingResources.contains(request) { state.waitingResources.append(request) }
        authenticateForWaitingResources()
    }

    /// Authorizes the resources that waited for the login that has just succeeded.
    mutating func authorizeWaitingResources() {
        let requests = state.waitingResources
        state.waitingResources = []
        for request in requests { checkAuthorization(request) }
    }

    mutating func proceed(_ step: AuthorizationStep, with answer: Answer) {
        switch step {
        case .authorize(let request, let login):
            // Every call that waited for this answer takes it, and has its own callbacks.
            for _ in 0..<(state.authorizing.removeValue(forKey: OpenAuthorization(request, login)) ?? 1) {
                if hasEnded(login) { refuseUnauthenticated(request) } else { takeAuthorization(answer, request, login) }
            }
        case .mediaToken(let request, let login, let authorization, let wasCached):
            guard !hasEnded(login) else { return refuseUnauthenticated(request) }
            takeMediaToken(answer, request, login, authorization: authorization, wasCached: wasCached)
        }
    }

    /// Authorizes a resource with the stored authZ token, or else asks the service for one, unless it has just been
    /// asked.
    private mutating func authorize(_ request: ResourceRequest, _ login: AuthorizingLogin) {
        if let stored = authorizationToken(for: request.resource, at: login.provider.id) {
            return askForMediaToken(request, login, authorization: stored.text, wasCached: true)
        }
        let open = OpenAuthorization(request, login)
        if let calls = state.authorizing[open] {
            state.authorizing[open] = calls + 1
            return
        }
        state.authorizing[open] = 1
        send(
            .authorize(
                resource: request.resource, requestor: login.requestor, provider: login.provider, token: login.token,
                deviceID: setup.deviceID, genericData: request.data.map { EntitlementValue.object($0).json },
                proof: requestorProof),
            then: .authorization(.authorize(request, login)))
    }

    /// Requests a media token. There is a request for each one, and none is stored.
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

    /// Ends an authorization because the user isn't logged in or the temporary pass has expired.
    private mutating func refuseUnauthenticated(_ request: ResourceRequest) {
        var status = AdvancedStatus.notAuthenticated
        if case .expired(_, let id) = storedLogin(), state.configuration.current?.provider(id)?.tempPass == true {
            status = .temporaryPassExpired
        }
        refuse(request, nil, USER_NOT_AUTHENTICATED_ERROR, status: status)
    }

    /// Ends an authorization without a token: calls the app, then emits the tracking event and the status event.
    ///
    /// - Parameters:
    ///   - login: the login for tracking; `nil` when the user isn't logged in.
    ///   - status: the status event; `nil` when one is emitted elsewhere.
    mutating func refuse(
        _ request: ResourceRequest, _ login: TrackedLogin?, _ code: String, details: String = "",
        status: AdvancedStatus?
    ) {
        emit(.tokenRequestFailed(request.resource, errorCode: code, errorDescription: details))
        trackAuthorization(login, error: code, details: details)
        if let status { emit(.status(status)) }
    }

    /// The most resources that wait for a login: more than an app asks for during one login.
    private static let waitingLimit = 256
}
