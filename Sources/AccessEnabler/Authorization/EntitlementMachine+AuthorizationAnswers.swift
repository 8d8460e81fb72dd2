/// The handling of the service's answers to an authorization ("Error reporting", original and advanced codes).
extension EntitlementMachine {
    /// Stores the authZ token and requests the media token, or ends the authorization.
    mutating func takeAuthorization(_ answer: Answer, _ request: ResourceRequest, _ login: AuthorizingLogin) {
        let tracked = login.tracked(wasCached: false)
        let resource = request.resource
        guard case .response(let response) = answer else {
            return refuse(
                request, tracked, GENERIC_AUTHORIZATION_ERROR,
                status: status(of: answer, else: .authorizationFailed(resource)))
        }
        switch TokenAnswer(response, element: "authzToken", using: setup.xml) {
        case .token(let text, let metadata) where AuthorizationToken(text, using: setup.xml) != nil:
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

    /// Ends an authorization with the answer to the media token's request.
    ///
    /// If there is no media token, the authZ token still stays, unless the service ends the login.
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
        switch MediaTokenAnswer(response, using: setup.xml) {
        case .token(let token):
            emit(.setToken(token, forResource: resource))
            trackAuthorization(tracked, error: nil, details: nil)
            if login.provider.tempPass { emit(.status(.authorizedByPass(resource))) }
            if AuthorizationToken.isByRule(authorization, using: setup.xml) {
                emit(.status(.authorizedByRule(resource)))
            }
        case .pendingLogout(let reason):
            refuse(request, tracked, GENERIC_AUTHORIZATION_ERROR, status: nil)
            serviceRefusedDevice(reason: reason, provider: login.provider.id, resource: resource)
        case .denied(let denial):
            refuse(request, tracked, GENERIC_AUTHORIZATION_ERROR, status: .denied(denial, resource))
        case .unusable:
            refuse(request, tracked, GENERIC_AUTHORIZATION_ERROR, status: .authorizationFailed(resource))
        }
    }

    /// Handles the service's demand to end a login (`pendingLogout`).
    ///
    /// From 2.5 on the login's record is erased, and a device mismatch is reported as such. 34764 and 58772 are the
    /// service's reasons for a token of another device, at authorization and at the media token.
    ///
    /// - Parameter resource: the resource that the request was about, reported with Z500; `nil` when there was none.
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

    /// Stores the authZ token, and merges the metadata that came with it.
    private mutating func keep(
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
    /// From 2.0 on, where a status event says more, denials that aren't the MVPD's decision have a code of their own.
    /// The vendor's header names the service's words for them: `invalid`, `authzNone` and `network`.
    private func errorCode(of denial: ServiceDenial) -> String {
        switch denial.kind {
        case .invalidResource, .rule, .network:
            setup.profile.version >= SDKVersion(2, 0) ? HANDLED_USER_NOT_AUTHORIZED_ERROR : USER_NOT_AUTHORIZED_ERROR
        case .provider, .repeated: USER_NOT_AUTHORIZED_ERROR
        }
    }
}
