import PassCore

extension FlowContext {
    /// Emits the event that follows the end of an authentication ("sendTrackingData", event 0: 7 values).
    ///
    /// - Parameter login: the user's login; `nil` after a failure.
    mutating func trackAuthentication(_ login: TrackedLogin?) {
        track(TRACKING_AUTHENTICATION, [flag(login != nil)] + values(login))
    }

    /// Emits the event that follows the end of an authorization (event 1: 9 values).
    ///
    /// - Parameters:
    ///   - login: the user's login, which a failure also reports; `nil` when the user isn't logged in.
    ///   - error: the error code that the app got; `nil` after a success.
    ///   - details: the error description that the app got.
    mutating func trackAuthorization(_ login: TrackedLogin?, error: String?, details: String?) {
        track(TRACKING_AUTHORIZATION, [flag(error == nil)] + values(login) + [error, details])
    }

    /// Emits the event that reports a new selection (event 2: 4 values).
    mutating func trackSelection(_ provider: String) { track(TRACKING_MVPD_SELECTION, [provider]) }

    /// Emits a tracking event; from 1.6 on, appends the client's properties that the service detected.
    private mutating func track(_ event: Int32, _ values: [String?]) {
        let client = configuration?.client ?? DetectedClient()
        let detected = setup.profile.version >= SDKVersion(1, 6) ? [client.device, client.clientType, client.os] : []
        emit(.sendTrackingData(values + detected, forEventType: event))
    }

    /// Returns the values of a login: the MVPD, the hashed GUID, and whether the token was cached.
    private func values(_ login: TrackedLogin?) -> [String?] {
        guard let login else { return [nil, nil, TRACKING_NONE] }
        return [login.provider, trackedGUID(of: login), flag(login.wasCached)]
    }

    /// Returns the hashed GUID: the same 32 lower-case hex digits as the media token's `sessionGUID`.
    ///
    /// A temporary pass has no user, so the hash is of the device ID instead.
    private func trackedGUID(of login: TrackedLogin) -> String {
        let isPass = configuration?.provider(login.provider)?.tempPass == true
        return Hex.encode(setup.hasher.md5(Array((isPass ? setup.deviceID : login.guid).utf8)))
    }

    private func flag(_ value: Bool) -> String { value ? TRACKING_YES : TRACKING_NO }
}
