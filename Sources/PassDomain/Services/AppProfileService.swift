package import PassCore

/// Keeps the profiles of apps that hold no tokens, and tells what an app's access on a device rests on.
package final class AppProfileService: Sendable {
    private let catalog: Catalog
    private let devices: any DeviceSealer
    private let codes: any RecordStore<RegistrationCode>
    private let appProfiles: any RecordStore<AppProfiles>
    private let revocations: any RecordStore<Revocation>
    private let profiles: ProfileService
    private let temporaryPasses: TemporaryPassService

    package init(
        catalog: Catalog, devices: any DeviceSealer, codes: any RecordStore<RegistrationCode>,
        appProfiles: any RecordStore<AppProfiles>, revocations: any RecordStore<Revocation>,
        profiles: ProfileService, temporaryPasses: TemporaryPassService
    ) {
        self.catalog = catalog
        self.devices = devices
        self.codes = codes
        self.appProfiles = appProfiles
        self.revocations = revocations
        self.profiles = profiles
        self.temporaryPasses = temporaryPasses
    }

    /// The state of an app's profile for one MVPD.
    package enum State: Sendable {
        case active(AppProfiles.Entry)
        case expired
        /// The login was ended elsewhere, e.g. by a logout of the legacy API.
        case invalidated
        case missing
    }

    /// What an app's access at one MVPD rests on.
    package enum Standing: Sendable {
        /// A degradation rule logs every user in.
        case degraded(ProofService.ProvenProfile)
        /// A temporary pass, which needs no login.
        case temporary(ProofService.ProvenProfile, TemporaryPassService.Holding)
        case profile(AppProfiles.Entry, ProofService.ProvenProfile)
        /// There is no valid profile; the failure says why.
        case none(EntitlementFailure)
    }

    /// Keeps the profile of a completed login, if an app asked for the login by a code of REST API v2.
    ///
    /// The code lasts as long as the profile from then on, since apps go on asking for the profile by the code.
    ///
    /// - Throws: the errors of `ProfileService`, `.storeFull`.
    func keep(_ session: AuthenticationSession, now: Timestamp) throws {
        guard let text = session.registrationCode, let code = try codes.find(text, now: now),
            let owner = code.owner, case .authenticated(let login) = session.state
        else { return }
        let completed = try profiles.login(
            of: .registrationCode(text.string), requestor: session.requestor, now: now)
        let profile = try profiles.profile(
            of: completed, device: Device(id: owner.deviceID.string, kind: .web), kind: .web, fragments: nil, now: now)
        let entry = AppProfiles.Entry(
            profile: profile, begins: login.instant, providerSession: login.providerSession)
        var first = AppProfiles(key: owner, expires: now)
        first.put(entry)
        try appProfiles.upsert(first, now: now) { $0.put(entry) }
        try codes.update(text, now: now) { $0.expires = max($0.expires, profile.expires) }
    }

    /// Makes the code the app's latest on that device. The one before stops counting, unless it has been used.
    ///
    /// - Throws: `.storeFull`.
    func supersede(with code: RegistrationCode, now: Timestamp) throws {
        guard let owner = code.owner else { return }
        var first = AppProfiles(key: owner, expires: code.expires)
        first.latestCode = code.code
        var former: ExactText?
        try appProfiles.upsert(first, now: now) { record in
            former = record.latestCode
            record.latestCode = code.code
            record.expires = max(record.expires, code.expires)
        }
        guard let former, let old = try codes.find(former, now: now), old.owner == owner else { return }
        if old.expires == old.generated + (code.expires - code.generated) { try codes.remove(former, now: now) }
    }

    /// Returns the valid profiles of an app on a device, in the order in which they were last written.
    package func all(of owner: AppProfiles.Owner, now: Timestamp) throws -> [AppProfiles.Entry] {
        let entries = try appProfiles.find(owner, now: now)?.profiles ?? []
        return try entries.filter { if case .active = try state(of: $0, now: now) { true } else { false } }
    }

    /// Returns the state of an app's profile for one MVPD.
    package func state(of owner: AppProfiles.Owner, at mvpd: MVPDID, now: Timestamp) throws -> State {
        let entries = try appProfiles.find(owner, now: now)?.profiles ?? []
        guard let entry = entries.first(where: { $0.profile.mvpd == mvpd }) else { return .missing }
        return try state(of: entry, now: now)
    }

    private func state(of entry: AppProfiles.Entry, now: Timestamp) throws -> State {
        if try revocations.find(entry.profile.session, now: now) != nil { return .invalidated }
        return now < entry.profile.expires ? .active(entry) : .expired
    }

    /// Removes an app's profile for one MVPD.
    ///
    /// - Returns: the profile if it was valid.
    package func remove(of owner: AppProfiles.Owner, at mvpd: MVPDID, now: Timestamp) throws -> AppProfiles.Entry? {
        guard let entry = try appProfiles.update(owner, now: now, { $0.remove(mvpd) }) ?? nil else { return nil }
        if case .active(let entry) = try state(of: entry, now: now) { return entry }
        return nil
    }

    /// Returns what the app's access rests on: a rule, a temporary pass, or a profile, in this order.
    ///
    /// - Parameter identity: the identity that the call names as the holder of a promotional pass.
    /// - Throws: `.temporaryAccessRefused` for a pass that is misconfigured or whose holder isn't named.
    package func standing(
        of owner: AppProfiles.Owner, at integration: Integration, identity: GenericData?, now: Timestamp
    ) throws -> Standing {
        if integration.skipsLogin { return .degraded(proof(of: owner, at: integration, now: now)) }
        if integration.isTemporaryPass {
            let pass = integration.mvpd.temporaryPass
            guard pass.timeToLive > .seconds(0) else { throw EntitlementFailure.temporaryAccessRefused(.misconfigured) }
            var proven = proof(of: owner, at: integration, now: now)
            if let member = pass.identity {
                guard let identity = identity?[member] else {
                    throw EntitlementFailure.temporaryAccessRefused(.identityMissing)
                }
                proven.subscriber = SubscriberID(rawValue: devices.digest(ofIdentity: identity))
            }
            let holding = temporaryPasses.holding(
                at: integration, subscriber: proven.subscriber, session: proven.session,
                device: proven.profile.device)
            return .temporary(proven, holding)
        }
        switch try state(of: owner, at: integration.mvpd.id, now: now) {
        case .active(let entry): return .profile(entry, proof(of: entry, at: integration))
        case .expired: return .none(.invalidProof(.expired))
        case .invalidated: return .none(.invalidProof(.revoked))
        case .missing: return .none(.profileMissing)
        }
    }

    /// Returns a kept profile in the form of a checked proof.
    package func proof(of entry: AppProfiles.Entry, at integration: Integration) -> ProofService.ProvenProfile {
        let profile = entry.profile
        let opened = OpenedProfile(
            guid: profile.guid, requestor: profile.requestor, mvpd: profile.mvpd, proxy: profile.proxy, handles: nil,
            device: profile.device, expires: profile.expires, timeToLive: profile.timeToLive,
            permitsAll: profile.permitsAll)
        return .init(
            profile: opened, subscriber: profile.subscriber, session: profile.session, integration: integration,
            refreshToken: profile.refreshToken)
    }

    /// Returns the proof of an access that needs no login. The same device always gets the same GUID.
    package func proof(
        of owner: AppProfiles.Owner, at integration: Integration, now: Timestamp
    ) -> ProofService.ProvenProfile {
        let device = Device(id: owner.deviceID.string, kind: .web)
        let guid = Self.prefix(at: integration) + devices.publicIdentifier(of: device)
        let opened = OpenedProfile(
            guid: AuthenticationGUID(rawValue: guid), requestor: owner.requestor, mvpd: integration.mvpd.id,
            proxy: integration.proxy, handles: nil, device: devices.bind(device),
            expires: now + integration.timesToLive.authorization)
        return .init(
            profile: opened, subscriber: SubscriberID(rawValue: guid), session: SessionID(rawValue: guid),
            integration: integration, refreshToken: nil)
    }

    /// Returns the start of the user's identifier without a login (REST API v2, "profiles/{mvpd}").
    private static func prefix(at integration: Integration) -> String {
        integration.isTemporaryPass ? "temppass_" : AuthenticationGUID.degradedPrefix
    }
}

extension RegistrationCode {
    /// The app and the device that asked for the login; `nil` for codes of other APIs than REST API v2.
    package var owner: AppProfiles.Owner? {
        details[.client].map { client in
            .init(requestor: requestor, client: ClientID(rawValue: client), deviceID: deviceID)
        }
    }
}
