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
        package var attributes: UserMetadata

        /// The origin of a profile.
        package enum Kind: Sendable, Hashable {
            /// A login of this app on this device.
            case regular
            /// A login of this app through a partner's framework.
            case partner
            /// A login of another app, shared by the user's identity.
            case shared(SharedIdentity.Kind)
            /// A degradation rule that logs every user in.
            case degraded
            /// A temporary pass.
            case temporary
        }
    }

    /// Returns the valid profiles of an app on a device. The list has no degraded or temporary access; ask for that at
    /// a named MVPD.
    ///
    /// - Parameter mayEncrypt: `false` on a thread that mustn't be held up.
    /// - Throws: `.unknownRequestor`; `EncryptionNeeded` if `mayEncrypt` is `false`.
    package func all(of caller: AppCaller, now: Timestamp, mayEncrypt: Bool = true) throws -> [Listed] {
        let requestor = try catalog.requestor(caller.owner.requestor)
        return try profiles.all(of: caller, now: now).compactMap { found in
            // The profile of an MVPD whose integration was removed is left out.
            try catalog.integration(requestor, found.entry.profile.mvpd).map { integration in
                let proven = profiles.proof(of: found.entry, at: integration)
                return try listed(found, proven, requestor, now: now, mayEncrypt: mayEncrypt)
            }
        }
    }

    /// Returns the profile that serves the caller at one MVPD; `nil` if there is no valid one.
    ///
    /// - Parameter mayEncrypt: `false` on a thread that mustn't be held up.
    /// - Throws: `.unknownRequestor`, `.unknownMVPD`, `.notIntegrated`, `.temporaryAccessRefused`, `.partnerRefused`;
    ///   `EncryptionNeeded` if `mayEncrypt` is `false`.
    package func profile(
        of caller: AppCaller, at mvpd: MVPDID, now: Timestamp, mayEncrypt: Bool = true
    ) throws -> Listed? {
        let requestor = try catalog.requestor(caller.owner.requestor)
        let integration = try catalog.requireIntegration(requestor, mvpd)
        switch try profiles.standing(of: caller, at: integration, now: now) {
        case .none: return nil
        case .profile(let found, let proven):
            return try listed(found, proven, requestor, now: now, mayEncrypt: mayEncrypt)
        case .degraded(let proven): return Self.degraded(proven, at: mvpd, now: now)
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

    /// Returns the profile of a caller whom a degradation rule has logged in; `nil` without such a rule.
    ///
    /// - Throws: `.unknownRequestor`, `.unknownMVPD`, `.notIntegrated`.
    package func degraded(of caller: AppCaller, at mvpd: MVPDID, now: Timestamp) throws -> Listed? {
        let integration = try catalog.requireIntegration(try catalog.requestor(caller.owner.requestor), mvpd)
        guard integration.skipsLogin else { return nil }
        return Self.degraded(profiles.proof(of: caller.owner, at: integration, now: now), at: mvpd, now: now)
    }

    private static func degraded(_ proven: ProofService.ProvenProfile, at mvpd: MVPDID, now: Timestamp) -> Listed {
        let guid = JSONValue.string(proven.profile.guid.rawValue)
        return Listed(
            mvpd: mvpd, kind: .degraded, begins: now, expires: proven.profile.expires,
            attributes: attributes([ExactText(UserMetadata.userKey): guid], now: now))
    }

    private func listed(
        _ found: AppProfileService.Found, _ proven: ProofService.ProvenProfile, _ requestor: Requestor, now: Timestamp,
        mayEncrypt: Bool
    ) throws -> Listed {
        let entry = found.entry
        var attributes = try userMetadata.metadata(of: proven, for: requestor, now: now, mayEncrypt: mayEncrypt)
        let subscriber = JSONValue.string(proven.subscriber.rawValue)
        // With a key of its own type, the dictionary is specialized here.
        let userKey = ExactText(UserMetadata.userKey)
        if attributes.values[userKey] == nil { attributes.values[userKey] = subscriber }
        attributes.values[ExactText(UserMetadata.upstreamUserKey)] = subscriber
        attributes.values["mvpd" as ExactText] = .string(entry.profile.mvpd.rawValue)
        if entry.isPartnerLogin { attributes.values["tokenSource" as ExactText] = .string("Apple") }
        let kind = found.identity.map { .shared($0) } ?? (entry.isPartnerLogin ? Listed.Kind.partner : .regular)
        return Listed(
            mvpd: entry.profile.mvpd, kind: kind, begins: entry.begins, expires: entry.profile.expires,
            attributes: attributes)
    }

    private static func attributes(_ values: [ExactText: JSONValue], now: Timestamp) -> UserMetadata {
        UserMetadata(updated: now, encrypted: [], values: values)
    }
}
