package import AccessEnabler
import AccessEnablerOpenSSL

extension SimulatedApp {
    /// Returns what the SDK stores for a requestor at an MVPD, in its version's layout, or `nil` if there is nothing.
    ///
    /// - Parameters:
    ///   - provider: the role of the MVPD; `requestor` is also a role.
    ///   - deviceID: the device ID whose partition is read, for SDKs from 1.9 on; `nil` means this app's.
    package func bucket(
        at provider: String = "M1", of requestor: String = "REF", on deviceID: String? = nil
    ) -> Bucket? {
        let isParted = setup.profile.storeGeneration >= .partitioned
        return store.shared.partitions[isParted ? deviceID ?? self.deviceID : ""]?
            .requestors[cast[requestor]]?.providers[cast[provider]]
    }

    /// Returns the stored authN token, parsed; it must exist and have been obtained with this device's identifier.
    package func authenticationToken(at provider: String = "M1") throws -> AuthenticationToken {
        let stored = try require(bucket(at: provider)?.authentication, "a stored authN token of \(provider)")
        try expect(stored.deviceID, is: deviceID, "the device ID stored with the authN token")
        return try require(AuthenticationToken(stored.text), "an authN token that can be read")
    }

    /// Returns the stored authZ token for a resource, as text and parsed.
    ///
    /// The token must exist and have been obtained with this device's identifier.
    package func authorizationToken(
        for resource: String, at provider: String = "M1"
    ) throws -> (text: String, token: AuthorizationToken) {
        let stored = try require(
            bucket(at: provider)?.authorizations[cast[resource]], "a stored authZ token for \(resource)")
        try expect(stored.deviceID, is: deviceID, "the device ID stored with the authZ token")
        return (stored.text, try require(AuthorizationToken(stored.text), "an authZ token that can be read"))
    }
}
