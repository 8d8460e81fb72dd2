package import PassCore

/// Lists the profiles of apps without tokens, with what each tells about its subscriber (REST API v2, "profiles").
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
        /// What the profile tells about its subscriber.
        package var attributes: UserMetadata

        /// The origin of a profile.
        package enum Kind: Sendable, Hashable {
            /// A login of this app on this device.
            case regular
            /// A degradation rule that logs every user in.
            case degraded
            /// A temporary pass.
            case temporary
        }
    }

    /// Returns the valid profiles of an app on a device. Degraded and temporary access is told only of a named MVPD.
    ///
    /// - Throws: `.unknownRequestor`.
    package func all(of owner: AppProfiles.Owner, now: Timestamp) throws -> [Listed] {
        let requestor = try catalog.requestor(owner.requestor)
        return try profiles.all(of: owner, now: now).compactMap { entry in
            // The profile of an MVPD whose integration was removed isn't told.
            try catalog.integration(requestor, entry.profile.mvpd).map { integration in
                try listed(entry, profiles.proof(of: entry, at: integration), requestor, now: now)
            }
        }
    }

    /// Returns the profile of an app on a device for one MVPD; `nil` if there is no valid one.
    ///
    /// - Parameter identity: the identity that the call names as the holder of a promotional pass.
    /// - Throws: `.unknownRequestor`, `.unknownMVPD`, `.notIntegrated`, `.temporaryAccessRefused`.
    package func profile(
        of owner: AppProfiles.Owner, at mvpd: MVPDID, identity: GenericData?, now: Timestamp
    ) throws -> Listed? {
        let requestor = try catalog.requestor(owner.requestor)
        let integration = try catalog.requireIntegration(requestor, mvpd)
        switch try profiles.standing(of: owner, at: integration, identity: identity, now: now) {
        case .none: return nil
        case .profile(let entry, let proven): return try listed(entry, proven, requestor, now: now)
        case .degraded(let proven):
            return Listed(
                mvpd: mvpd, kind: .degraded, begins: now, expires: proven.profile.expires,
                attributes: Self.attributes(
                    [ExactText(UserMetadata.userKey): .string(proven.profile.guid.rawValue)], now: now))
        case .temporary(let proven, let holding):
            if let refusal = try temporaryPasses.refusal(of: holding, now: now) {
                throw EntitlementFailure.temporaryAccessRefused(refusal)
            }
            let end = try temporaryPasses.end(of: holding, now: now)
            var values = try temporaryPasses.metadata(of: holding, now: now)
            // A basic pass states only its end.
            if holding.pass.identity == nil { values = ["expiration_date": .integer(end.milliseconds)] }
            values[UserMetadata.userKey] = .string(proven.profile.guid.rawValue)
            return Listed(
                mvpd: mvpd, kind: .temporary, begins: end - holding.pass.timeToLive, expires: end,
                attributes: Self.attributes(values, now: now))
        }
    }

    private func listed(
        _ entry: AppProfiles.Entry, _ proven: ProofService.ProvenProfile, _ requestor: Requestor, now: Timestamp
    ) throws -> Listed {
        var attributes = try userMetadata.metadata(of: proven, for: requestor, now: now)
        let subscriber = JSONValue.string(proven.subscriber.rawValue)
        let user = attributes.values[UserMetadata.userKey] ?? subscriber
        attributes.values[UserMetadata.userKey] = user
        attributes.values[UserMetadata.upstreamUserKey] = subscriber
        attributes.values["mvpd"] = .string(entry.profile.mvpd.rawValue)
        return Listed(
            mvpd: entry.profile.mvpd, kind: .regular, begins: entry.begins, expires: entry.profile.expires,
            attributes: attributes)
    }

    private static func attributes(_ values: [ExactText: JSONValue], now: Timestamp) -> UserMetadata {
        UserMetadata(updated: now, encrypted: [], values: values)
    }
}
