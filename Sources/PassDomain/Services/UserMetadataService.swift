package import PassCore

/// Builds what an app may learn of the subscriber and of the device that it runs on.
package struct UserMetadataService: Sendable {
    let world: World

    /// The metadata of a login's subscriber, as one requestor may have it.
    ///
    /// Keys of the requestor's `encryptedMetadata` are encrypted with its first key: a string as it is, any other value as
    /// its JSON text.
    ///
    /// - Parameters:
    ///   - login: when the subscriber signed in. The data of one login stays the same, so this is when it changed.
    ///   - more: what the service itself knows, such as how much of a pass is left; it wins over what the MVPD says.
    ///   - changed: when that last changed, if it was after the login.
    package func metadata(
        of subscriber: SubscriberID, at mvpd: MVPDID, for requestor: Requestor, login: Timestamp,
        adding more: [String: JSONValue] = [:], changed: Timestamp? = nil
    ) -> UserMetadata {
        var values = world.connector.subscriber(subscriber, at: mvpd)?.metadata ?? [:]
        values.merge(more) { _, own in own }
        let secret = values.keys.filter(requestor.encryptedMetadata.contains).sorted()
        for key in secret {
            values[key] = values[key].map { .string(world.requestorKeys.encrypt(Self.text($0), for: requestor.id)) }
        }
        return UserMetadata(updated: max(login, changed ?? login), encrypted: secret, values: values)
    }

    /// The metadata of a profile that was just made.
    package func metadata(of profile: Profile) throws(EntitlementFailure) -> UserMetadata {
        metadata(
            of: profile.subscriber, at: profile.mvpd,
            for: try world.catalog.requestor(profile.requestor, world.policy), login: profile.expires - profile.life,
            adding: Self.own(isHomeBased: profile.isHomeBased))
    }

    /// The metadata of a profile that a client brought back.
    package func metadata(of proven: ProofService.Proven) throws(EntitlementFailure) -> UserMetadata {
        let profile = proven.profile
        let requestor = try world.catalog.requestor(profile.requestor, world.policy)
        // A token form without its life has that of the integration.
        let life =
            profile.life ?? world.catalog.integration(requestor, profile.mvpd, world.policy)?.lives.authentication
            ?? world.policy.lives.authentication
        return metadata(of: proven.subscriber, at: profile.mvpd, for: requestor, login: profile.expires - life)
    }

    /// The same for the token of that profile. No client names its device for it, so one is checked only if it is named.
    ///
    /// - Throws: `.unknownRequestor`, and what `ProofService.profile` throws but `.missingDevice`.
    package func metadata(
        proof: String, requestor: RequestorID, device: Device?, now: Timestamp
    ) throws -> UserMetadata {
        let requestor = try world.catalog.requestor(requestor, world.policy)
        let proven = try world.proofs.profile(
            proof, requestor: requestor.id, mvpd: nil, device: device, kind: .web, needsDevice: false, now: now)
        return try metadata(of: proven)
    }

    /// The device's hashed identifier (`DEVICEID`), the same for the same device.
    ///
    /// - Parameter device: its identifier, or the fingerprint that its tokens carry.
    /// - Returns: `nil` when the requestor's apps may not learn it.
    /// - Throws: `.unknownRequestor`.
    package func deviceID(of device: Device, for requestor: RequestorID) throws(EntitlementFailure) -> String? {
        let requestor = try world.catalog.requestor(requestor, world.policy)
        return requestor.sharesDeviceID ? world.devices.publicIdentifier(of: device) : nil
    }

    private static func text(_ value: JSONValue) -> String {
        value.stringValue ?? String(decoding: JSONWriter.bytes(of: value), as: UTF8.self)
    }
}
