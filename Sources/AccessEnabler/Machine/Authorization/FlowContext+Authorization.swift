/// The handling of the service's answers to an authorization ("Error reporting", original and advanced codes).
extension FlowContext {
    /// Requests a media token. Each media token needs a request, because none is stored.
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
    mutating func refuseUnauthenticated(_ request: ResourceRequest) {
        var status = AdvancedStatus.notAuthenticated
        if case .expired(_, let id) = storedLogin(), configuration?.provider(id)?.tempPass == true {
            status = .temporaryPassExpired
        }
        refuseAuthorization(request, nil, USER_NOT_AUTHENTICATED_ERROR, status: status)
    }

    /// Stores the authZ token and requests the media token, or ends the authorization.
    mutating func receiveAuthorization(_ answer: Answer, _ request: ResourceRequest, _ login: AuthorizingLogin) {
        let tracked = login.tracked(wasCached: false)
        let resource = request.resource
        guard case .response(let response) = answer else {
            return refuseUnanswered(request, tracked, answer)
        }
        switch TokenAnswer(response, element: "authzToken", using: setup.xml) {
        case .token(let text, let metadata) where AuthorizationToken(text, using: setup.xml) != nil:
            storeAuthorization(text, metadata, for: resource, login)
            askForMediaToken(request, login, authorization: text, wasCached: false)
        case .denied(let denial):
            refuseAuthorization(
                request, tracked, errorCode(of: denial), details: denial.details, status: .denied(denial, resource))
        case .notFound, .unusable(status: 401):
            refuseAuthorization(
                request, tracked, USER_NOT_AUTHORIZED_ERROR, status: .denied(ServiceDenial(), resource))
        case .pendingLogout(let reason):
            refuseAuthorization(request, tracked, GENERIC_AUTHORIZATION_ERROR, status: nil)
            endLogin(reason: reason, provider: login.provider.id, resource: resource)
        case .unusable(status: 200) where response.body.isEmpty:
            refuseAuthorization(request, tracked, GENERIC_AUTHORIZATION_ERROR, status: .providerSilent(resource))
        case .token, .unusable:
            refuseAuthorization(request, tracked, GENERIC_AUTHORIZATION_ERROR, status: .authorizationFailed(resource))
        }
    }

    /// Ends an authorization with the answer to the media token's request.
    ///
    /// If there is no media token, the authZ token still stays, unless the service ends the login.
    mutating func receiveMediaToken(
        _ answer: Answer, _ request: ResourceRequest, _ login: AuthorizingLogin, authorization: String,
        wasCached: Bool
    ) {
        let tracked = login.tracked(wasCached: wasCached)
        let resource = request.resource
        guard case .response(let response) = answer else {
            return refuseUnanswered(request, tracked, answer)
        }
        switch MediaTokenAnswer(response, using: setup.xml) {
        case .token(let token):
            emit(.setToken(token, forResource: resource))
            trackAuthorization(tracked, error: nil, details: nil)
            if login.provider.tempPass { emit(.status(.authorizedByTemporaryPass(resource))) }
            if AuthorizationToken.isFromDegradation(authorization, using: setup.xml) {
                emit(.status(.authorizedByDegradation(resource)))
            }
        case .pendingLogout(let reason):
            refuseAuthorization(request, tracked, GENERIC_AUTHORIZATION_ERROR, status: nil)
            endLogin(reason: reason, provider: login.provider.id, resource: resource)
        case .denied(let denial):
            refuseAuthorization(request, tracked, GENERIC_AUTHORIZATION_ERROR, status: .denied(denial, resource))
        case .unusable:
            refuseAuthorization(request, tracked, GENERIC_AUTHORIZATION_ERROR, status: .authorizationFailed(resource))
        }
    }

    /// Handles the service's demand to end a login (`pendingLogout`).
    ///
    /// From 2.5 on the login's record is erased, and a device mismatch is reported as such. 34764 and 58772 are the
    /// service's reasons for a token of another device, at authorization and at the media token.
    ///
    /// - Parameter resource: the resource that the request was about, reported with Z500; `nil` when there was none.
    mutating func endLogin(reason: String, provider: String, resource: String? = nil) {
        let isMismatch = reason == "34764" || reason == "58772"
        if setup.profile.reportsDeviceMismatch {
            if provider == currentProviderID {
                eraseCurrentProvider()
            } else {
                update(provider) { $0 = Bucket() }
            }
            if isMismatch { return emit(.status(.deviceMismatch)) }
        }
        emit(.status(.authorizationFailed(resource)))
    }

    /// Stores the authZ token, and merges the metadata that came with it.
    private mutating func storeAuthorization(
        _ authorization: String, _ metadata: String?, for resource: String, _ login: AuthorizingLogin
    ) {
        let stored = StoredToken(text: authorization, deviceID: setup.deviceID)
        update(login.provider.id) { bucket in
            bucket.authorizations[resource] = stored
            bucket.userMetadata = UserMetadata.merge(metadata, into: bucket.userMetadata)
        }
    }

    /// Returns the error code of a denial.
    ///
    /// From 2.0 on, denials that aren't the MVPD's decision have an error code of their own, and the status event gives
    /// the reason. The vendor's header names the service's words for these denials: `invalid`, `authzNone` and
    /// `network`.
    private func errorCode(of denial: ServiceDenial) -> String {
        switch denial.kind {
        case .invalidResource, .rule, .network:
            setup.profile.version >= SDKVersion(2, 0) ? HANDLED_USER_NOT_AUTHORIZED_ERROR : USER_NOT_AUTHORIZED_ERROR
        case .provider, .repeated: USER_NOT_AUTHORIZED_ERROR
        }
    }
}
