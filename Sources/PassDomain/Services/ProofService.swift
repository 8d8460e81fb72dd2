package import PassCore

/// Checks the tokens that clients present: signature, owner, expiry, revocation and device.
package final class ProofService: Sendable {
    private let catalog: Catalog
    private let policy: Policy
    private let tokens: any TokenSealer
    private let devices: any DeviceSealer
    private let profileOrigins: any RecordStore<ProfileOrigin>
    private let revocations: any RecordStore<Revocation>
    private let decisionOrigins: any RecordStore<DecisionOrigin>
    private let temporaryPasses: TemporaryPassService

    package init(
        catalog: Catalog, policy: Policy, tokens: any TokenSealer, devices: any DeviceSealer,
        profileOrigins: any RecordStore<ProfileOrigin>, revocations: any RecordStore<Revocation>,
        decisionOrigins: any RecordStore<DecisionOrigin>, temporaryPasses: TemporaryPassService
    ) {
        self.catalog = catalog
        self.policy = policy
        self.tokens = tokens
        self.devices = devices
        self.profileOrigins = profileOrigins
        self.revocations = revocations
        self.decisionOrigins = decisionOrigins
        self.temporaryPasses = temporaryPasses
    }

    /// A profile that is valid for the requestor that asks.
    package struct ProvenProfile: Sendable {
        package var profile: OpenedProfile
        package var subscriber: SubscriberID
        package var session: SessionID
        /// The integration of the asking requestor with the profile's MVPD.
        package var integration: Integration
        /// The refresh token for an OAuth 2.0 MVPD; `nil` for other MVPDs.
        package var refreshToken: String?
    }

    /// Checks a profile's token (authN token).
    ///
    /// - Parameters:
    ///   - requestor: the requestor that asks. A profile of another requestor is also accepted, unless the MVPD or an
    ///     integration excludes single sign-on, the profile stands for a temporary pass, or it came from a degradation
    ///     rule.
    ///   - mvpd: the MVPD that the request names, which may be the proxy; `nil` when it names none.
    ///   - device: the device that the request names.
    ///   - kind: whether a native or a web client asks; a native one must name its device. `nil` if the operation takes
    ///     no device.
    /// - Throws: `.invalidProof`, `.missingDevice`, `.deviceMismatch(.authentication)`.
    package func profile(
        _ token: String, requestor: Requestor, mvpd: MVPDID?, device: Device?, kind: Device.Kind?, now: Timestamp
    ) throws -> ProvenProfile {
        let opened = try Self.open(.authenticationToken) { () throws(ProofRefusal) in try tokens.openProfile(token) }
        let integration = try integration(of: opened, for: requestor)
        try checkName(mvpd, integration.mvpd.id, opened.proxy, integration.proxy)
        if !integration.isTemporaryPass {
            try checkTimeToLive(of: .authenticationToken, opened.expires, now: now)
        }
        let handles = try handles(of: opened, now: now)
        try checkNotRevoked(handles.session, now: now)
        try checkDevice(device, opened.device, kind: kind, at: .authentication)
        if integration.isTemporaryPass, now >= opened.expires {
            // A pass that has been used is accepted here even after its end, so that the later denial can give the
            // reason. The same applies to a pass with a time to live of zero, which ends before its first use.
            let holding = temporaryPasses.holding(
                at: integration, subscriber: handles.subscriber, session: handles.session, device: opened.device)
            guard try holding.pass.timeToLive <= .seconds(0) || temporaryPasses.use(of: holding, now: now) != nil
            else {
                Check.note(false, .expiry(.authenticationToken, expires: opened.expires, now: now))
                throw EntitlementFailure.invalidProof(.expired)
            }
        }
        return ProvenProfile(
            profile: opened, subscriber: handles.subscriber, session: handles.session, integration: integration,
            refreshToken: handles.refreshToken)
    }

    /// Checks a decision's token (authZ token).
    ///
    /// - Returns: the decision, and the integration to which it belongs.
    /// - Throws: `.invalidProof`, `.missingDevice`, `.deviceMismatch(.mediaToken)`.
    package func decision(
        _ token: String, requestor: Requestor, mvpd: MVPDID?, device: Device?, kind: Device.Kind, now: Timestamp
    ) throws -> (decision: Decision, integration: Integration) {
        let decision = try Self.open(.authorizationToken) { () throws(ProofRefusal) in try tokens.openDecision(token) }
        try checkTimeToLive(of: .authorizationToken, decision.expires, now: now)
        guard
            Check.note(
                decision.requestor == requestor.id,
                .owner(.authorizationToken, decision.requestor, asks: requestor.id))
        else { throw EntitlementFailure.invalidProof(.foreign) }
        guard let integration = catalog.integration(requestor, decision.mvpd) else {
            Check.note(false, .integration(requestor.id, decision.mvpd))
            throw EntitlementFailure.invalidProof(.foreign)
        }
        Check.note(true, .integration(requestor.id, decision.mvpd))
        try checkName(mvpd, decision.mvpd, decision.proxy, integration.proxy)
        let digest = tokens.digest(of: token)
        if let origin = try decisionOrigins.find(digest, now: now) {
            // The decision is valid as long as any of the logins to which it was issued is valid.
            let isValid = try origin.sessions.contains { try !isRevoked($0, now: now) }
            guard Check.note(isValid, .revocation(.authorizationToken)) else {
                throw EntitlementFailure.invalidProof(.revoked)
            }
        }
        try checkDevice(device, decision.device, kind: kind, at: .mediaToken)
        return (decision, integration)
    }

    /// Returns the requestor's integration with the profile's MVPD, if the profile is valid for the requestor.
    ///
    /// - Throws: `.invalidProof`.
    func integration(of opened: OpenedProfile, for requestor: Requestor) throws -> Integration {
        guard let integration = catalog.integration(requestor, opened.mvpd) else {
            Check.note(false, .integration(requestor.id, opened.mvpd))
            throw EntitlementFailure.invalidProof(.foreign)
        }
        Check.note(true, .integration(requestor.id, opened.mvpd))
        // A login that a degradation rule made lasts only as long as the rule.
        if opened.guid.isDegraded, !integration.skipsLogin {
            Check.note(false, .revocation(.authenticationToken))
            throw EntitlementFailure.invalidProof(.revoked)
        }
        guard
            Check.note(
                opened.requestor == requestor.id || isShared(opened, at: integration),
                .owner(.authenticationToken, opened.requestor, asks: requestor.id))
        else { throw EntitlementFailure.invalidProof(.foreign) }
        return integration
    }

    /// Whether the profile of another requestor is also valid for the requestor of the integration.
    private func isShared(_ opened: OpenedProfile, at integration: Integration) -> Bool {
        let isBound = opened.permitsAll || opened.guid.isDegraded
        guard !isBound, integration.sharesProfiles, let issuer = try? catalog.requestor(opened.requestor) else {
            return false
        }
        return catalog.integration(issuer, opened.mvpd)?.sharesProfiles == true
    }

    /// Checks the MVPD that a request names: SDKs name either the one that the user chose or its proxy.
    private func checkName(_ named: MVPDID?, _ chosen: MVPDID, _ proxies: MVPDID?...) throws {
        guard let named else { return }
        guard Check.note(named == chosen || proxies.contains(named), .namedMVPD(named, of: chosen)) else {
            throw EntitlementFailure.invalidProof(.foreign)
        }
    }

    private func handles(of opened: OpenedProfile, now: Timestamp) throws -> OpenedProfile.Handles {
        if let handles = opened.handles { return handles }
        guard let origin = try profileOrigins.find(opened.guid, now: now) else {
            Check.note(false, .origin(.authenticationToken))
            throw EntitlementFailure.invalidProof(.revoked)
        }
        return origin.handles
    }

    private func checkTimeToLive(of token: Check.Subject, _ expires: Timestamp, now: Timestamp) throws {
        guard Check.note(now < expires, .expiry(token, expires: expires, now: now)) else {
            throw EntitlementFailure.invalidProof(.expired)
        }
    }

    private func checkNotRevoked(_ session: SessionID, now: Timestamp) throws {
        guard try Check.note(!isRevoked(session, now: now), .revocation(.authenticationToken)) else {
            throw EntitlementFailure.invalidProof(.revoked)
        }
    }

    private func isRevoked(_ session: SessionID, now: Timestamp) throws -> Bool {
        try revocations.find(session, now: now) != nil
    }

    private func checkDevice(
        _ device: Device?, _ binding: DeviceBinding, kind: Device.Kind?, at checkpoint: DeviceCheckpoint
    ) throws {
        guard let device else {
            guard let kind else { return }
            // Where the policy demands proof of the requestor, a call with a native client's token counts as a native
            // call, so it must name its device.
            let isWeb =
                kind == .web && policy.deviceCheck == .lenient
                && !(policy.requestorProof == .strict && binding.isNative)
            guard Check.note(isWeb, .deviceNamed) else { throw EntitlementFailure.missingDevice }
            return
        }
        if binding == .unbound, kind != .native, policy.deviceCheck == .lenient {
            Check.note(true, .unboundDevice)
            return
        }
        guard
            Check.note(
                devices.matches(binding, device), .device(device.id, fingerprint: binding.fingerprint))
        else { throw EntitlementFailure.deviceMismatch(checkpoint) }
    }

    private static func open<Value>(
        _ token: Check.Subject, _ open: () throws(ProofRefusal) -> Value
    ) throws(EntitlementFailure) -> Value {
        do {
            let value = try open()
            Check.note(true, .signature(token, nil))
            return value
        } catch {
            Check.note(false, .signature(token, error))
            throw .invalidProof(error)
        }
    }
}
