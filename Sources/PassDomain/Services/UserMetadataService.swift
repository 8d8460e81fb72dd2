package import PassCore

/// Builds what an app may learn of the subscriber and of the device that it runs on.
package struct UserMetadataService: Sendable {
    let world: World

    /// The metadata of a profile that was just made.
    package func metadata(of profile: Profile, now: Timestamp) throws -> UserMetadata {
        let subscriber = try world.subscribers.subscriber(of: profile, now: now)
        return document(
            subscriber, isHomeBased: profile.isHomeBased,
            for: try world.catalog.requestor(profile.requestor, world.policy),
            changed: profile.isTemporary && subscriber != nil ? now : profile.expires - profile.life)
    }

    /// The metadata of a profile that a client brought back, for the requestor that asks.
    package func metadata(of proven: ProofService.Proven, now: Timestamp) throws -> UserMetadata {
        let origin = try world.stores.profileOrigins.find(proven.profile.guid, now: now)
        let isHomeBased = origin?.isHomeBased ?? false
        let integration = proven.integration
        // A token form without its life has that of the integration that it was made for.
        let life = try proven.profile.life ?? life(of: proven.profile, isHomeBased: isHomeBased)
        let subscriber = try world.subscribers.subscriber(of: proven, now: now)
        return document(
            subscriber, isHomeBased: isHomeBased,
            for: try world.catalog.requestor(integration.requestor, world.policy),
            changed: integration.isTemporaryPass && subscriber != nil ? now : proven.profile.expires - life)
    }

    private func life(of profile: OpenedProfile, isHomeBased: Bool) throws -> TimeToLive {
        let requestor = try world.catalog.requestor(profile.requestor, world.policy)
        let integration = world.catalog.integration(requestor, profile.mvpd, world.policy)
        return (integration?.lives ?? world.policy.lives).profile(isHomeBased: isHomeBased)
    }

    /// The same for the token of that profile. No client names its device for it, so one is checked only if it is named.
    ///
    /// - Throws: `.unknownRequestor`, and what `ProofService.profile` throws but `.missingDevice`.
    package func metadata(
        proof: String, requestor: RequestorID, device: Device?, now: Timestamp
    ) throws -> UserMetadata {
        let requestor = try world.catalog.requestor(requestor, world.policy)
        let proven = try world.proofs.profile(
            proof, requestor: requestor.id, mvpd: nil, device: device, kind: nil, now: now)
        return try metadata(of: proven, now: now)
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

    /// Keys of the requestor's `encryptedMetadata` are encrypted with its first key: a string as it is, any other value as
    /// its JSON text.
    ///
    /// - Parameter changed: the data of one login stays the same, so it changed then; that of a promotional pass
    ///   changes with its use.
    private func document(
        _ subscriber: Subscriber?, isHomeBased: Bool, for requestor: Requestor, changed: Timestamp
    ) -> UserMetadata {
        var values = subscriber?.metadata ?? [:]
        if isHomeBased { values[UserMetadata.homeBasedKey] = .bool(true) }
        let secret = values.keys.filter(requestor.encryptedMetadata.contains).sorted()
        for key in secret {
            values[key] = values[key].map { .string(world.requestorKeys.encrypt(Self.text($0), for: requestor.id)) }
        }
        return UserMetadata(updated: changed, encrypted: secret.map(\.string), values: values)
    }

    private static func text(_ value: JSONValue) -> String {
        value.stringValue ?? String(decoding: JSONWriter.bytes(of: value), as: UTF8.self)
    }
}
