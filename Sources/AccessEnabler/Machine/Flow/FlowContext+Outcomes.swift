/// The callbacks that several flows make, each with the tracking event and the status event that belong to it.
extension FlowContext {
    /// Tells the app that the user is logged in, and emits the tracking and status events that go with it.
    mutating func tellAuthenticated(_ token: AuthenticationToken, at provider: MVPD, wasCached: Bool) {
        emit(.setAuthenticationStatus(ACCESS_ENABLER_STATUS_SUCCESS, errorCode: USER_AUTHENTICATED))
        trackAuthentication(TrackedLogin(provider: provider.id, guid: token.guid, wasCached: wasCached))
        if provider.tempPass { emit(.status(.authenticatedByTemporaryPass)) }
        if token.isFromDegradation { emit(.status(.authenticatedByDegradation)) }
    }

    /// Tells the app that the user isn't logged in.
    ///
    /// - Parameter status: the status event; `nil` when none is to be emitted.
    mutating func refuseAuthentication(_ code: String, _ status: AdvancedStatus?) {
        emit(.setAuthenticationStatus(ACCESS_ENABLER_STATUS_ERROR, errorCode: code))
        trackAuthentication(nil)
        if let status { emit(.status(status)) }
    }

    /// Ends an authorization without a token: calls the app, then emits the tracking event and the status event.
    ///
    /// - Parameters:
    ///   - login: the login for tracking; `nil` when the user isn't logged in.
    ///   - status: the status event; `nil` when one is emitted elsewhere.
    mutating func refuseAuthorization(
        _ request: ResourceRequest, _ login: TrackedLogin?, _ code: String, details: String = "",
        status: AdvancedStatus?
    ) {
        emit(.tokenRequestFailed(request.resource, errorCode: code, errorDescription: details))
        trackAuthorization(login, error: code, details: details)
        if let status { emit(.status(status)) }
    }

    /// Returns the status event for the failure of a call.
    ///
    /// - Parameter common: the event for failures that have no event of their own; `nil` for none.
    /// - Returns: the event; `nil` if the client has no access token, because R400 or R401 has already been emitted.
    func status(of answer: Answer, else common: AdvancedStatus?) -> AdvancedStatus? {
        switch answer {
        case .failed(.untrusted(let reason)), .refused(.transport(.untrusted(let reason))):
            .connectionUntrusted(reason)
        case .refused(.notRegistered), .refused(.noAccessToken): nil
        case .response, .failed, .refused(.transport): common
        }
    }
}

extension AuthenticationToken {
    /// Whether a degradation rule that authenticates every user produced the token; the service marks such tokens by
    /// their GUID.
    fileprivate var isFromDegradation: Bool {
        guid == "d35b501e0385360feccc755c59f5767b46c54c7d" || guid.hasPrefix("95cf93bcd183214a")
    }
}
