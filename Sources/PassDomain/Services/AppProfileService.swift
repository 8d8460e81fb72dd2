package import PassCore

/// Stores the profiles of apps that hold no tokens, and determines what gives an app access on a device: a degradation
/// rule, a temporary pass or a profile.
package final class AppProfileService: Sendable {
    private let catalog: Catalog
    private let devices: any DeviceSealer
    let codes: any RecordStore<RegistrationCode>
    let sessions: any RecordStore<AuthenticationSession>
    let appProfiles: any RecordStore<AppProfiles>
    private let revocations: any RecordStore<Revocation>
    let profiles: ProfileService
    private let proofs: ProofService
    private let temporaryPasses: TemporaryPassService

    package init(
        catalog: Catalog, devices: any DeviceSealer, codes: any RecordStore<RegistrationCode>,
        sessions: any RecordStore<AuthenticationSession>, appProfiles: any RecordStore<AppProfiles>,
        revocations: any RecordStore<Revocation>,
        profiles: ProfileService, proofs: ProofService, temporaryPasses: TemporaryPassService
    ) {
        self.catalog = catalog
        self.devices = devices
        self.codes = codes
        self.sessions = sessions
        self.appProfiles = appProfiles
        self.revocations = revocations
        self.profiles = profiles
        self.proofs = proofs
        self.temporaryPasses = temporaryPasses
    }

    /// The state of a stored profile.
    private enum State {
        case active(AppProfiles.Entry)
        case expired
        /// The login was ended elsewhere, e.g. by a logout of the legacy API.
        case invalidated
        case missing
    }

    /// A valid profile, and whether it is the app's own or is shared through an identity.
    package struct Found: Sendable {
        package var entry: AppProfiles.Entry
        /// The kind of identity through which the profile is shared; `nil` for the app's own profile on this device.
        package var identity: SharedIdentity.Kind?

        /// Whether the profile came from a login of the owner's app, on this or another device.
        package func isOfSameApp(as owner: AppProfiles.Owner) -> Bool {
            guard identity != nil else { return true }
            return entry.source?.client == owner.client && entry.source?.requestor == owner.requestor
        }
    }

    /// The reason why an app has access at one MVPD, or has none.
    package enum Standing: Sendable {
        /// A degradation rule logs every user in.
        case degraded(ProofService.ProvenProfile)
        /// A temporary pass, which needs no login.
        case temporary(ProofService.ProvenProfile, TemporaryPassService.Holding)
        case profile(Found, ProofService.ProvenProfile)
        /// The app has no valid profile; the failure says why.
        case none(EntitlementFailure)
    }

    /// Returns the valid profiles that the caller may use: first its own, then those shared through its identities.
    ///
    /// A profile that came from a login in a partner's framework is left out unless the call proves that this login is
    /// still valid.
    package func all(of caller: AppCaller, now: Timestamp) throws -> [Found] {
        var found: [Found] = []
        for entry in try kept(of: caller.owner, now: now)?.profiles ?? []
        where try isValid(entry, now: now) && refusal(of: entry, caller, now: now) == nil {
            found.append(Found(entry: entry))
        }
        if !caller.identities.isEmpty { found += try shared(with: caller, besides: found, now: now) }
        if found.isEmpty { Check.note(false, .noProfile) }
        return found
    }

    /// Returns the valid profiles shared through the caller's identities, for MVPDs that have no profile in `own`.
    private func shared(with caller: AppCaller, besides own: [Found], now: Timestamp) throws -> [Found] {
        var found: [Found] = []
        let requestor = try catalog.requestor(caller.owner.requestor)
        for identity in caller.identities {
            for entry in try kept(of: identity.owner, now: now)?.profiles ?? []
            where try isValid(entry, now: now) && shares(entry, with: requestor) {
                guard !(own + found).contains(where: { $0.entry.profile.mvpd == entry.profile.mvpd }) else { continue }
                found.append(Found(entry: entry, identity: identity.kind))
            }
        }
        return found
    }

    private func isValid(_ entry: AppProfiles.Entry, now: Timestamp) throws -> Bool {
        try check(entry, now: now) == .valid
    }

    /// Returns the valid profile that the caller may use at one MVPD: its own, otherwise one shared through its
    /// identities.
    package func find(for caller: AppCaller, at mvpd: MVPDID, now: Timestamp) throws -> Found? {
        try found(for: caller, try state(of: caller.owner, at: mvpd, now: now), at: mvpd, now: now)
    }

    /// Returns the same profile as `find`, except that the caller's own profile of a partner's login counts only if the
    /// call proves that login.
    func findProven(for caller: AppCaller, at mvpd: MVPDID, now: Timestamp) throws -> Found? {
        var own = try state(of: caller.owner, at: mvpd, now: now)
        if case .active(let entry) = own, try refusal(of: entry, caller, now: now) != nil { own = .missing }
        return try found(for: caller, own, at: mvpd, now: now)
    }

    /// Returns the valid profile that the caller may use: its own, otherwise one shared through its identities.
    ///
    /// - Parameter own: the state of the caller's own profile.
    private func found(for caller: AppCaller, _ own: State, at mvpd: MVPDID, now: Timestamp) throws -> Found? {
        if case .active(let entry) = own { return Found(entry: entry) }
        if caller.identities.isEmpty { return nil }
        let requestor = try catalog.requestor(caller.owner.requestor)
        for identity in caller.identities {
            if case .active(let entry) = try state(of: identity.owner, at: mvpd, now: now),
                shares(entry, with: requestor)
            {
                return Found(entry: entry, identity: identity.kind)
            }
        }
        return nil
    }

    /// Whether the rules of single sign-on let the requestor use a profile of another app.
    private func shares(_ entry: AppProfiles.Entry, with requestor: Requestor) -> Bool {
        (try? proofs.integration(of: OpenedProfile(of: entry.profile), for: requestor)) != nil
    }

    private func state(of owner: AppProfiles.Owner, at mvpd: MVPDID, now: Timestamp) throws -> State {
        let known = try kept(of: owner, now: now)?.profiles.first { $0.profile.mvpd == mvpd }
        guard let entry = known else {
            Check.note(false, .profile(mvpd, .missing, expires: now, now: now))
            return .missing
        }
        return try state(of: entry, now: now)
    }

    private func state(of entry: AppProfiles.Entry, now: Timestamp) throws -> State {
        switch try check(entry, now: now) {
        case .valid: .active(entry)
        case .expired: .expired
        case .revoked, .missing: .invalidated
        }
    }

    /// Returns the state of a stored profile, and notes the state as a check of the request.
    private func check(_ entry: AppProfiles.Entry, now: Timestamp) throws -> Check.ProfileState {
        let expires = entry.profile.expires
        let isRevoked = try revocations.find(entry.profile.session, now: now) != nil
        let state: Check.ProfileState = isRevoked ? .revoked : now < expires ? .valid : .expired
        Check.note(state == .valid, .profile(entry.profile.mvpd, state, expires: expires, now: now))
        return state
    }

    /// Removes the caller's profile for one MVPD, and the profiles for that MVPD that are shared through its
    /// identities. If the same app made the shared login on another device, its profile there is removed as well. Other
    /// apps keep their own profiles.
    ///
    /// - Returns: the profile that the caller could use, if there was one.
    package func remove(for caller: AppCaller, at mvpd: MVPDID, now: Timestamp) throws -> Found? {
        let found = try find(for: caller, at: mvpd, now: now)
        let source = found?.isOfSameApp(as: caller.owner) == true ? found?.entry.source : nil
        for owner in [caller.owner] + caller.identities.map(\.owner) + (source.map { [$0] } ?? []) {
            _ = try appProfiles.update(owner, now: now) { $0.remove(mvpd) }
        }
        return found
    }

    /// Returns what gives the caller access: a degradation rule, a temporary pass or a profile, whichever applies
    /// first.
    ///
    /// - Throws: `.temporaryAccessRefused` for a pass that is misconfigured or whose holder isn't named;
    ///   `.partnerRefused` for the profile of a partner's login, if the call doesn't prove that login.
    package func standing(of caller: AppCaller, at integration: Integration, now: Timestamp) throws -> Standing {
        if integration.skipsLogin {
            Check.note(true, .degradation(.authNAll, integration.mvpd.id))
            return .degraded(proof(of: caller.owner, at: integration, now: now))
        }
        if integration.isTemporaryPass { return try pass(of: caller, at: integration, now: now) }
        let mvpd = integration.mvpd.id
        let own = try state(of: caller.owner, at: mvpd, now: now)
        if let found = try found(for: caller, own, at: mvpd, now: now) {
            if found.identity == nil, let refusal = try refusal(of: found.entry, caller, now: now) {
                throw EntitlementFailure.partnerRefused(refusal)
            }
            return .profile(found, proof(of: found.entry, at: integration))
        }
        switch own {
        case .expired: return .none(.invalidProof(.expired))
        case .invalidated: return .none(.invalidProof(.revoked))
        case .active, .missing: return .none(.profileMissing)
        }
    }

    /// Returns why the call doesn't prove the partner's login that the entry came from; `nil` if it does, or if the
    /// entry came from another kind of login.
    private func refusal(
        of entry: AppProfiles.Entry, _ caller: AppCaller, now: Timestamp
    ) throws -> PartnerRefusal? {
        guard entry.isPartnerLogin else { return nil }
        let refusal = try caller.partnerRefusal(of: entry, catalog, now: now)
        Check.note(refusal == nil, .partner(refusal))
        return refusal
    }

    private func pass(of caller: AppCaller, at integration: Integration, now: Timestamp) throws -> Standing {
        let pass = integration.mvpd.temporaryPass
        guard pass.timeToLive > .seconds(0) else {
            Check.note(false, .temporaryPass(integration.mvpd.id))
            throw EntitlementFailure.temporaryAccessRefused(.misconfigured)
        }
        Check.note(true, .temporaryPass(integration.mvpd.id))
        var proven = proof(of: caller.owner, at: integration, now: now)
        if let member = pass.identity {
            let named = caller.passHolder?[member]
            guard Check.note(named != nil, .passHolder(member: member)), let identity = named else {
                throw EntitlementFailure.temporaryAccessRefused(.identityMissing)
            }
            proven.subscriber = SubscriberID(rawValue: devices.digest(ofIdentity: identity))
        }
        let holding = temporaryPasses.holding(
            at: integration, subscriber: proven.subscriber, session: proven.session, device: proven.profile.device)
        return .temporary(proven, holding)
    }

    /// Returns a stored profile in the form of a checked proof.
    package func proof(of entry: AppProfiles.Entry, at integration: Integration) -> ProofService.ProvenProfile {
        let profile = entry.profile
        return .init(
            profile: OpenedProfile(of: profile), subscriber: profile.subscriber, session: profile.session,
            integration: integration, refreshToken: profile.refreshToken)
    }

    /// Returns a proof for access without a login, by a degradation rule or a temporary pass. The same device always
    /// gets the same GUID.
    package func proof(
        of owner: AppProfiles.Owner, at integration: Integration, now: Timestamp
    ) -> ProofService.ProvenProfile {
        let device = Device(id: owner.deviceID.string, kind: .web)
        let prefix = integration.isTemporaryPass ? "temppass_" : AuthenticationGUID.degradedPrefix
        let guid = prefix + devices.publicIdentifier(of: device)
        let opened = OpenedProfile(
            guid: AuthenticationGUID(rawValue: guid), requestor: owner.requestor, mvpd: integration.mvpd.id,
            proxy: integration.proxy, handles: nil, device: devices.bind(device),
            expires: now + integration.timesToLive.authorization)
        return .init(
            profile: opened, subscriber: SubscriberID(rawValue: guid), session: SessionID(rawValue: guid),
            integration: integration, refreshToken: nil)
    }
}
