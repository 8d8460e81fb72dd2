package import PassCore

/// Assembles the data that an app may learn about the subscriber and about the device that it runs on.
package final class UserMetadataService: Sendable {
    private let catalog: Catalog
    private let policy: Policy
    private let devices: any DeviceSealer
    private let requestorKeys: any RequestorKeys
    private let profileOrigins: any RecordStore<ProfileOrigin>
    private let proofs: ProofService
    private let subscribers: SubscriberService

    package init(
        catalog: Catalog, policy: Policy, devices: any DeviceSealer, requestorKeys: any RequestorKeys,
        profileOrigins: any RecordStore<ProfileOrigin>, proofs: ProofService, subscribers: SubscriberService
    ) {
        self.catalog = catalog
        self.policy = policy
        self.devices = devices
        self.requestorKeys = requestorKeys
        self.profileOrigins = profileOrigins
        self.proofs = proofs
        self.subscribers = subscribers
    }

    /// The error that is thrown where a value would have to be encrypted on a thread that mustn't be held up.
    package struct EncryptionNeeded: Error {}

    /// Returns the metadata of a profile that was just created for the requestor.
    package func metadata(of profile: Profile, for requestor: Requestor, now: Timestamp) throws -> UserMetadata {
        let integration = catalog.integration(requestor, profile.mvpd)
        return try metadata(of: profile, at: integration, for: requestor, now: now)
    }

    /// Returns the metadata of a profile that the service keeps.
    ///
    /// - Parameters:
    ///   - integration: the requestor's integration with the profile's MVPD; if it is `nil`, no subscriber is known.
    ///   - mayEncrypt: `false` on a thread that mustn't be held up.
    /// - Throws: `EncryptionNeeded` if a value must be encrypted and `mayEncrypt` is `false`.
    package func metadata(
        of profile: Profile, at integration: Integration?, for requestor: Requestor, now: Timestamp,
        mayEncrypt: Bool = true
    ) throws -> UserMetadata {
        let subscriber = try integration.flatMap { try subscribers.subscriber(of: profile, at: $0, now: now) }
        return try document(
            subscriber, isHomeBased: profile.isHomeBased, for: requestor,
            changed: profile.isTemporary && subscriber != nil ? now : profile.expires - profile.timeToLive,
            mayEncrypt: mayEncrypt)
    }

    /// Returns the metadata of a profile that a client presented, for the requestor that asks.
    ///
    /// - Parameter mayEncrypt: `false` on a thread that mustn't be held up.
    /// - Throws: `EncryptionNeeded` if a value must be encrypted and `mayEncrypt` is `false`.
    package func metadata(
        of proven: ProofService.ProvenProfile, for requestor: Requestor, now: Timestamp, mayEncrypt: Bool = true
    ) throws -> UserMetadata {
        let origin = try profileOrigins.find(proven.profile.guid, now: now)
        let isHomeBased = origin?.isHomeBased ?? false
        // A token that doesn't state its time to live has that of the integration for which it was issued.
        let timeToLive = try proven.profile.timeToLive ?? timeToLive(of: proven.profile, isHomeBased: isHomeBased)
        let subscriber = try subscribers.subscriber(of: proven, now: now)
        let changesWithUse = proven.integration.isTemporaryPass && subscriber != nil
        return try document(
            subscriber, isHomeBased: isHomeBased, for: requestor,
            changed: changesWithUse ? now : proven.profile.expires - timeToLive, mayEncrypt: mayEncrypt)
    }

    private func timeToLive(of profile: OpenedProfile, isHomeBased: Bool) throws -> TimeToLive {
        let integration = catalog.integration(try catalog.requestor(profile.requestor), profile.mvpd)
        return (integration?.timesToLive ?? policy.timesToLive).profile(isHomeBased: isHomeBased)
    }

    /// Returns the metadata of the profile whose token is `proof`.
    ///
    /// Clients needn't name their device for this call, so a device is checked only if the call names one.
    ///
    /// - Throws: `.unknownRequestor`, and the errors of `ProofService.profile` except `.missingDevice`.
    package func metadata(
        proof: String, requestor: RequestorID, device: Device?, now: Timestamp
    ) throws -> UserMetadata {
        let requestor = try catalog.requestor(requestor)
        let proven = try proofs.profile(
            proof, requestor: requestor, mvpd: nil, device: device, kind: nil, now: now)
        return try metadata(of: proven, for: requestor, now: now)
    }

    /// Returns the device's hashed identifier (`DEVICEID`), which is always the same for the same device.
    ///
    /// - Parameter device: the device, with its identifier or, in place of that, the fingerprint that its tokens carry.
    /// - Returns: the identifier; `nil` when the requestor's apps may not learn it.
    /// - Throws: `.unknownRequestor`.
    package func deviceID(of device: Device, for requestor: RequestorID) throws(EntitlementFailure) -> String? {
        let requestor = try catalog.requestor(requestor)
        return requestor.sharesDeviceID ? devices.publicIdentifier(of: device) : nil
    }

    /// Builds the metadata document; the values named in the requestor's `encryptedMetadata` are encrypted with the
    /// requestor's first key.
    ///
    /// A string is encrypted as it is, any other value as its JSON text. Without a usable certificate these values are
    /// withheld.
    ///
    /// - Parameters:
    ///   - changed: the time of the last change. The data of one login stays the same, so this is the time of the
    ///     login; the data of a promotional pass changes with each use.
    ///   - mayEncrypt: `false` on a thread that mustn't be held up.
    /// - Throws: `EncryptionNeeded` if a value must be encrypted and `mayEncrypt` is `false`.
    private func document(
        _ subscriber: Subscriber?, isHomeBased: Bool, for requestor: Requestor, changed: Timestamp,
        mayEncrypt: Bool = true
    ) throws(EncryptionNeeded) -> UserMetadata {
        var values = subscriber?.metadata ?? [:]
        if isHomeBased { values[UserMetadata.homeBasedKey] = .bool(true) }
        var secret: [ExactText] = []
        for key in requestor.encryptedMetadata where values[key.string] != nil { secret.append(key) }
        secret.sort()
        guard requestor.hasMetadataCertificate else {
            for key in secret { values[key.string] = nil }
            return UserMetadata(updated: changed, encrypted: [], withheld: secret.map(\.string), values: values)
        }
        if !mayEncrypt, !secret.isEmpty { throw EncryptionNeeded() }
        for key in secret.map(\.string) {
            values[key] = values[key].map { .string(requestorKeys.encrypt(Self.text($0), for: requestor.id)) }
        }
        return UserMetadata(updated: changed, encrypted: secret.map(\.string), values: values)
    }

    private static func text(_ value: JSONValue) -> String {
        value.stringValue ?? String(decoding: JSONWriter.bytes(of: value), as: UTF8.self)
    }
}
