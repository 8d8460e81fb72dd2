/// What becomes of an authorization by the service's answers ("Error reporting", original and advanced codes).
extension EntitlementMachine {
    mutating func takeAuthorization(_ answer: Answer, _ request: ResourceRequest, _ login: AuthorizingLogin) {
        let tracked = login.tracked(wasCached: false)
        let resource = request.resource
        guard case .response(let response) = answer else {
            return refuse(
                request, tracked, GENERIC_AUTHORIZATION_ERROR,
                status: status(of: answer, else: .authorizationFailed(resource)))
        }
        switch TokenAnswer(response, element: "authzToken") {
        case .token(let text, let metadata) where AuthorizationToken(text) != nil:
            keep(text, metadata, for: resource, login)
            askForMediaToken(request, login, authorization: text, wasCached: false)
        case .denied(let denial):
            refuse(
                request, tracked, errorCode(of: denial), details: denial.details, status: .denied(denial, resource))
        case .notFound, .unusable(status: 401):
            refuse(
                request, tracked, USER_NOT_AUTHORIZED_ERROR, status: .denied(ServiceDenial(), resource))
        case .pendingLogout(let reason):
            refuse(request, tracked, GENERIC_AUTHORIZATION_ERROR, status: nil)
            serviceRefusedDevice(reason: reason, provider: login.provider.id, resource: resource)
        case .unusable(status: 200) where response.body.isEmpty:
            refuse(request, tracked, GENERIC_AUTHORIZATION_ERROR, status: .providerSilent(resource))
        case .token, .unusable:
            refuse(request, tracked, GENERIC_AUTHORIZATION_ERROR, status: .authorizationFailed(resource))
        }
    }

    /// Whatever keeps the media token from coming, the authZ token stays, unless the service wants the login gone.
    mutating func takeMediaToken(
        _ answer: Answer, _ request: ResourceRequest, _ login: AuthorizingLogin, authorization: String,
        wasCached: Bool
    ) {
        let tracked = login.tracked(wasCached: wasCached)
        let resource = request.resource
        guard case .response(let response) = answer else {
            return refuse(
                request, tracked, GENERIC_AUTHORIZATION_ERROR,
                status: status(of: answer, else: .authorizationFailed(resource)))
        }
        switch MediaTokenAnswer(response) {
        case .token(let token):
            emit(.setToken(token, forResource: resource))
            trackAuthorization(tracked, error: nil, details: nil)
            if login.provider.tempPass { emit(.status(.authorizedByPass(resource))) }
            if AuthorizationToken.isByRule(authorization) { emit(.status(.authorizedByRule(resource))) }
        case .pendingLogout(let reason):
            refuse(request, tracked, GENERIC_AUTHORIZATION_ERROR, status: nil)
            serviceRefusedDevice(reason: reason, provider: login.provider.id, resource: resource)
        case .denied(let denial):
            refuse(request, tracked, GENERIC_AUTHORIZATION_ERROR, status: .denied(denial, resource))
        case .unusable:
            refuse(request, tracked, GENERIC_AUTHORIZATION_ERROR, status: .authorizationFailed(resource))
        }
    }

    /// Takes up that the service wants a login gone: from 2.5 on the record goes, and a mismatch of devices is told as such.
    ///
    /// 34764 and 58772 are the service's reasons for a token of another device, at authorization and at the media token.
    ///
    /// - Parameter resource: what was asked about, told beside Z500; `nil` when nothing was.
    mutating func serviceRefusedDevice(reason: String, provider: String, resource: String? = nil) {
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

    private mutating func keep(
        _ authorization: String, _ metadata: String?, for resource: String, _ login: AuthorizingLogin
    ) {
        let stored = StoredToken(text: authorization, deviceID: setup.deviceID)
        update(login.provider.id) { bucket in
            bucket.authorizations[resource] = stored
            bucket.userMetadata = UserMetadata.merge(metadata, into: bucket.userMetadata)
        }
    }

    /// From 2.0 on, where a status event says more, the denials that aren't the MVPD's judgement have a code of their own: the
    /// vendor's header names the service's words for them, `invalid`, `authzNone` and `network`.
    private func errorCode(of denial: ServiceDenial) -> String {
        switch denial.kind {
        case .invalidResource, .rule, .network:
            setup.profile.version >= SDKVersion(2, 0) ? HANDLED_USER_NOT_AUTHORIZED_ERROR : USER_NOT_AUTHORIZED_ERROR
        case .provider, .repeated: USER_NOT_AUTHORIZED_ERROR
        }
    }
}
