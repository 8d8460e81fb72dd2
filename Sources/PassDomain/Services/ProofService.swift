package import PassCore

/// Judges the tokens that clients bring back: signature, owner, expiry, revocation and device.
package struct ProofService: Sendable {
    let world: World

    /// A profile that was found good, for the requestor that asks.
    package struct Proven: Sendable {
        package var profile: OpenedProfile
        package var subscriber: SubscriberID
        package var session: SessionID
        /// Of the MVPD and the requestor that asks.
        package var integration: Integration
        /// What an OAuth 2.0 MVPD is asked with; `nil` at others.
        package var refreshToken: String?
    }

    /// - Parameters:
    ///   - requestor: who asks. Another requestor's profile serves as well, unless the MVPD wants a login for each, or it
    ///     is a temporary pass or came of a degradation rule.
    ///   - mvpd: as the request names it, itself or its proxy; `nil` when it names none.
    ///   - device: as the request names it.
    ///   - kind: whether a native or a web client asks; a native one must name its device. `nil` in a call that needn't.
    /// - Throws: `.unknownRequestor`, `.invalidProof`, `.missingDevice`, `.deviceMismatch(.authentication)`.
    package func profile(
        _ token: String, requestor: RequestorID, mvpd: MVPDID?, device: Device?, kind: Device.Kind?, now: Timestamp
    ) throws -> Proven {
        let opened = try Self.rethrow { () throws(ProofRefusal) in try world.tokens.openProfile(token) }
        let integration = try integration(of: opened, for: requestor)
        try checkName(mvpd, integration.mvpd.id, opened.proxy, integration.proxy)
        if !integration.isTemporaryPass { try checkLife(opened.expires, now: now) }
        let handles = try handles(of: opened, now: now)
        try checkNotRevoked(handles.session, now: now)
        try checkDevice(device, opened.device, kind: kind, at: .authentication)
        if integration.isTemporaryPass, now >= opened.expires {
            // A pass in use is judged by its use, even when that is over: only then the denial says why. One of no length
            // is over before its first use.
            let holding = world.temporaryPasses.holding(
                at: integration, subscriber: handles.subscriber, session: handles.session, device: opened.device)
            guard try holding.pass.life <= .seconds(0) || world.temporaryPasses.use(of: holding, now: now) != nil else {
                throw EntitlementFailure.invalidProof(.expired)
            }
        }
        return Proven(
            profile: opened, subscriber: handles.subscriber, session: handles.session, integration: integration,
            refreshToken: handles.refreshToken)
    }

    /// - Throws: `.unknownRequestor`, `.invalidProof`, `.missingDevice`, `.deviceMismatch(.mediaToken)`.
    package func permission(
        _ token: String, requestor: RequestorID, mvpd: MVPDID?, device: Device?, kind: Device.Kind, now: Timestamp
    ) throws -> Permission {
        let permission = try Self.rethrow { () throws(ProofRefusal) in try world.tokens.openPermission(token) }
        try checkLife(permission.expires, now: now)
        guard permission.requestor == requestor,
            let integration = try self.integration(requestor, permission.mvpd)
        else { throw EntitlementFailure.invalidProof(.foreign) }
        try checkName(mvpd, permission.mvpd, permission.proxy, integration.proxy)
        let digest = world.tokens.digest(of: token)
        if let origin = try world.stores.permissionOrigins.find(digest, now: now) {
            // It counts as long as one of the logins does that it was given to.
            guard try origin.sessions.contains(where: { try !isRevoked($0, now: now) }) else {
                throw EntitlementFailure.invalidProof(.revoked)
            }
        }
        try checkDevice(device, permission.device, kind: kind, at: .mediaToken)
        return permission
    }

    /// The integration by which the profile serves that requestor.
    private func integration(of opened: OpenedProfile, for requestor: RequestorID) throws -> Integration {
        guard let integration = try integration(requestor, opened.mvpd) else {
            throw EntitlementFailure.invalidProof(.foreign)
        }
        // What a rule made lasts as long as the rule.
        if opened.guid.isDegraded, !integration.skipsLogin { throw EntitlementFailure.invalidProof(.revoked) }
        if opened.requestor == requestor { return integration }
        let isBound = opened.permitsAll || opened.guid.isDegraded
        guard !isBound, integration.sharesProfiles,
            let issuing = try? self.integration(opened.requestor, opened.mvpd), issuing.sharesProfiles
        else { throw EntitlementFailure.invalidProof(.foreign) }
        return integration
    }

    private func integration(_ requestor: RequestorID, _ mvpd: MVPDID) throws -> Integration? {
        world.catalog.integration(try world.catalog.requestor(requestor, world.policy), mvpd, world.policy)
    }

    /// A request names the MVPD that the viewer chose, or the one behind which that stands: SDKs differ.
    private func checkName(_ named: MVPDID?, _ own: MVPDID?...) throws {
        guard named == nil || own.contains(named) else { throw EntitlementFailure.invalidProof(.foreign) }
    }

    private func handles(of opened: OpenedProfile, now: Timestamp) throws -> OpenedProfile.Handles {
        if let handles = opened.handles { return handles }
        guard let origin = try world.stores.profileOrigins.find(opened.guid, now: now) else {
            throw EntitlementFailure.invalidProof(.revoked)
        }
        return origin.handles
    }

    private func checkLife(_ expires: Timestamp, now: Timestamp) throws {
        guard now < expires else { throw EntitlementFailure.invalidProof(.expired) }
    }

    private func checkNotRevoked(_ session: SessionID, now: Timestamp) throws {
        guard try !isRevoked(session, now: now) else { throw EntitlementFailure.invalidProof(.revoked) }
    }

    private func isRevoked(_ session: SessionID, now: Timestamp) throws -> Bool {
        try world.stores.revocations.find(session, now: now) != nil
    }

    private func checkDevice(
        _ device: Device?, _ binding: DeviceBinding, kind: Device.Kind?, at checkpoint: DeviceCheckpoint
    ) throws {
        guard let device else {
            guard let kind else { return }
            guard kind == .web, world.policy.deviceCheck == .lenient else { throw EntitlementFailure.missingDevice }
            // A native token makes the call a native one, which names its device.
            if world.policy.requestorProof == .strict, binding.isNative { throw EntitlementFailure.missingDevice }
            return
        }
        let isExempt = binding == .unbound && kind != .native && world.policy.deviceCheck == .lenient
        guard isExempt || world.devices.matches(binding, device) else {
            throw EntitlementFailure.deviceMismatch(checkpoint)
        }
    }

    private static func rethrow<Value>(_ open: () throws(ProofRefusal) -> Value) throws(EntitlementFailure) -> Value {
        do { return try open() } catch { throw .invalidProof(error) }
    }
}
