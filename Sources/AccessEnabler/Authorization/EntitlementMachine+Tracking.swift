internal import PassCore
internal import PassCrypto

extension EntitlementMachine {
    /// The event that follows the end of an authentication ("sendTrackingData", event 0: 7 values).
    ///
    /// - Parameter login: `nil` after a failure.
    mutating func trackAuthentication(_ login: TrackedLogin?) {
        track(TRACKING_AUTHENTICATION, [flag(login != nil)] + values(login))
    }

    /// The event that follows the end of an authorization (event 1: 9 values).
    ///
    /// - Parameters:
    ///   - login: `nil` when nobody is logged in; a failure with a login still tells which.
    ///   - error: the code that the app got; `nil` after a success.
    ///   - details: the words that the app got.
    mutating func trackAuthorization(_ login: TrackedLogin?, error: String?, details: String?) {
        track(TRACKING_AUTHORIZATION, [flag(error == nil)] + values(login) + [error, details])
    }

    /// The event that tells a new selection (event 2: 4 values).
    mutating func trackSelection(_ provider: String) { track(TRACKING_MVPD_SELECTION, [provider]) }

    /// Puts the client as the service detected it behind the values, from 1.6 on.
    private mutating func track(_ event: Int32, _ values: [String?]) {
        let client = state.configuration.current?.client ?? DetectedClient()
        let detected = setup.profile.version >= SDKVersion(1, 6) ? [client.device, client.clientType, client.os] : []
        emit(.sendTrackingData(values + detected, forEventType: event))
    }

    /// MVPD, hashed GUID and whether the token was cached.
    private func values(_ login: TrackedLogin?) -> [String?] {
        guard let login else { return [nil, nil, TRACKING_NONE] }
        return [login.provider, trackedGUID(of: login), flag(login.wasCached)]
    }

    /// The same 32 digits in lower case as the media token's `sessionGUID`; under a temporary pass, which has no user, the hash
    /// of the device ID.
    private func trackedGUID(of login: TrackedLogin) -> String {
        let isPass = state.configuration.current?.provider(login.provider)?.tempPass == true
        return Hex.encode(Digest.md5((isPass ? setup.deviceID : login.guid).utf8))
    }

    private func flag(_ value: Bool) -> String { value ? TRACKING_YES : TRACKING_NO }
}

/// What tracking tells of a login.
struct TrackedLogin: Sendable, Hashable {
    var provider: String
    /// The GUID of the authN token, hashed with MD5 before it is told.
    var guid: String
    var wasCached: Bool
}
