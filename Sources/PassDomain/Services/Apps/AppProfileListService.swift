package import PassCore

/// Lists the profiles of apps without tokens, with the user metadata of each (REST API v2, "profiles").
package final class AppProfileListService: Sendable {
    private let catalog: Catalog
    private let profiles: AppProfileService
    private let userMetadata: UserMetadataService
    private let temporaryPasses: TemporaryPassService

    package init(
        catalog: Catalog, profiles: AppProfileService, userMetadata: UserMetadataService,
        temporaryPasses: TemporaryPassService
    ) {
        self.catalog = catalog
        self.profiles = profiles
        self.userMetadata = userMetadata
        self.temporaryPasses = temporaryPasses
    }

    /// A profile as an app sees it.
    package struct Listed: Sendable, Hashable {
        package var mvpd: MVPDID
        package var kind: Kind
        package var begins: Timestamp
        package var expires: Timestamp
        /// The user metadata that the profile contains.
        package var metadata: UserMetadata
        /// The attributes that the service adds; they take the place of metadata of the same name.
        package var additions: [Addition]

        /// An attribute with a text as its value.
        package struct Addition: Sendable, Hashable {
            package var name: String
            package var value: String
        }

        /// The origin of a profile.
        package enum Kind: Sendable, Hashable {
            /// A login of this app on this device.
            case regular
            /// A login of this app through a partner's framework.
            case partner
            /// A login of another app or device, which is shared through the user's identity.
            case shared(SharedIdentity.Kind)
            /// A degradation rule that logs every user in.
            case degraded
            /// A temporary pass.
            case temporary
        }
    }

    /// Returns the valid profiles of an app on a device. The list contains nothing for degradation rules and temporary
    /// passes; `profile` covers these for a named MVPD.
    ///
    /// - Parameter mayEncrypt: `false` on a thread that mustn't be held up.
    /// - Throws: `.unknownRequestor`; `EncryptionNeeded` if a value must be encrypted and `mayEncrypt` is `false`.
    package func all(of caller: AppCaller, now: Timestamp, mayEncrypt: Bool = true) throws -> [Listed] {
        let requestor = try catalog.requestor(caller.owner.requestor)
        // The profile of an MVPD whose integration was removed is left out.
        return try profiles.all(of: caller, now: now).compactMap { found in
            try catalog.integration(requestor, found.entry.profile.mvpd).map { integration in
                try listed(found, at: integration, requestor, now: now, mayEncrypt: mayEncrypt)
            }
        }
    }

    /// Returns the profile that serves the caller at one MVPD; `nil` if there is no valid one.
    ///
    /// - Parameter mayEncrypt: `false` on a thread that mustn't be held up.
    /// - Throws: `.unknownRequestor`, `.unknownMVPD`, `.notIntegrated`, `.temporaryAccessRefused`, `.partnerRefused`;
    ///   `EncryptionNeeded` if a value must be encrypted and `mayEncrypt` is `false`.
    package func profile(
        of caller: AppCaller, at mvpd: MVPDID, now: Timestamp, mayEncrypt: Bool = true
    ) throws -> Listed? {
        let requestor = try catalog.requestor(caller.owner.requestor)
        let integration = try catalog.requireIntegration(requestor, mvpd)
        switch try profiles.standing(of: caller, at: integration, now: now) {
        case .none: return nil
        case .profile(let found, _):
            return try listed(found, at: integration, requestor, now: now, mayEncrypt: mayEncrypt)
        case .degraded(let proven): return Self.degraded(proven, at: mvpd, now: now)
        case .temporary(let proven, let holding):
            if let refusal = try temporaryPasses.refusal(of: holding, now: now) {
                throw EntitlementFailure.temporaryAccessRefused(refusal)
            }
            let end = try temporaryPasses.end(of: holding, now: now)
            var values = try temporaryPasses.metadata(of: holding, now: now)
            // A basic pass states only its end.
            if holding.pass.identity == nil { values = ["expiration_date": .integer(end.milliseconds)] }
            return Listed(
                mvpd: mvpd, kind: .temporary, begins: end - holding.pass.timeToLive, expires: end,
                metadata: UserMetadata(updated: now, encrypted: [], values: values),
                additions: [.init(name: UserMetadata.userKey, value: proven.profile.guid.rawValue)])
        }
    }

    /// Returns the profile of a caller whom a degradation rule has logged in; `nil` without such a rule.
    ///
    /// - Throws: `.unknownRequestor`, `.unknownMVPD`, `.notIntegrated`.
    package func degraded(of caller: AppCaller, at mvpd: MVPDID, now: Timestamp) throws -> Listed? {
        let integration = try catalog.requireIntegration(try catalog.requestor(caller.owner.requestor), mvpd)
        guard integration.skipsLogin else { return nil }
        return Self.degraded(profiles.proof(of: caller.owner, at: integration, now: now), at: mvpd, now: now)
    }

    private static func degraded(_ proven: ProofService.ProvenProfile, at mvpd: MVPDID, now: Timestamp) -> Listed {
        Listed(
            mvpd: mvpd, kind: .degraded, begins: now, expires: proven.profile.expires,
            metadata: UserMetadata(updated: now, encrypted: [], values: [:]),
            additions: [.init(name: UserMetadata.userKey, value: proven.profile.guid.rawValue)])
    }

    private func listed(
        _ found: AppProfileService.Found, at integration: Integration, _ requestor: Requestor, now: Timestamp,
        mayEncrypt: Bool
    ) throws -> Listed {
        let isPartnerLogin = found.entry.isPartnerLogin
        var listed = Listed(
            mvpd: found.entry.profile.mvpd,
            kind: found.identity.map { .shared($0) } ?? (isPartnerLogin ? .partner : .regular),
            begins: found.entry.begins, expires: found.entry.profile.expires,
            metadata: try userMetadata.metadata(
                of: found.entry.profile, at: integration, for: requestor, now: now, mayEncrypt: mayEncrypt),
            additions: [])
        listed.addIdentifiers(of: found.entry.profile.subscriber)
        if isPartnerLogin { listed.additions.append(.init(name: "tokenSource", value: "Apple")) }
        return listed
    }
}

extension AppProfileListService.Listed {
    /// Adds the identifiers of the subscriber and the MVPD. The subscriber's identifier for programmers isn't added if
    /// the metadata already contains or withholds it.
    fileprivate mutating func addIdentifiers(of subscriber: SubscriberID) {
        additions.reserveCapacity(4)
        if metadata.values[UserMetadata.userKey] == nil, !metadata.withheld.contains(UserMetadata.userKey) {
            additions.append(Addition(name: UserMetadata.userKey, value: subscriber.rawValue))
        }
        additions.append(Addition(name: UserMetadata.upstreamUserKey, value: subscriber.rawValue))
        additions.append(Addition(name: "mvpd", value: mvpd.rawValue))
    }
}
