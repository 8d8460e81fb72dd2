package import PassCore

/// Judges the tokens that clients bring back: signature, expiry, owner, revocation and device, in this order.
package struct ProofService: Sendable {
    let world: World

    /// A profile that was found good.
    package struct Proven: Sendable {
        package var profile: OpenedProfile
        package var subscriber: SubscriberID
        package var session: SessionID
        /// What an OAuth 2.0 MVPD is asked with; `nil` at others.
        package var refreshToken: String?
    }

    /// - Parameters:
    ///   - mvpd: as the request names it; `nil` when it names none.
    ///   - device: as the request names it.
    ///   - kind: whether a native or a web client asks; a native one must name its device.
    /// - Throws: `.invalidProof`, `.missingDevice`, `.deviceMismatch(.authentication)`.
    package func profile(
        _ token: String, requestor: RequestorID, mvpd: MVPDID?, device: Device?, kind: Device.Kind, now: Timestamp
    ) throws -> Proven {
        let opened = try Self.rethrow { () throws(ProofRefusal) in try world.tokens.openProfile(token) }
        try checkLife(opened.expires, now: now)
        guard opened.requestor == requestor, mvpd == nil || mvpd == opened.mvpd else {
            throw EntitlementFailure.invalidProof(.foreign)
        }
        let handles = try handles(of: opened, now: now)
        try checkNotRevoked(handles.session, now: now)
        try checkDevice(device, opened.device, kind: kind, at: .authentication)
        return Proven(
            profile: opened, subscriber: handles.subscriber, session: handles.session,
            refreshToken: handles.refreshToken)
    }

    /// - Throws: `.invalidProof`, `.missingDevice`, `.deviceMismatch(.mediaToken)`.
    package func permission(
        _ token: String, requestor: RequestorID, mvpd: MVPDID?, device: Device?, kind: Device.Kind, now: Timestamp
    ) throws -> Permission {
        let permission = try Self.rethrow { () throws(ProofRefusal) in try world.tokens.openPermission(token) }
        try checkLife(permission.expires, now: now)
        guard permission.requestor == requestor, mvpd == nil || mvpd == permission.mvpd else {
            throw EntitlementFailure.invalidProof(.foreign)
        }
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
        _ device: Device?, _ binding: DeviceBinding, kind: Device.Kind, at checkpoint: DeviceCheckpoint
    ) throws {
        guard let device else {
            guard kind == .web, world.policy.deviceCheck == .lenient else { throw EntitlementFailure.missingDevice }
            return
        }
        let isExempt = binding == .unbound && kind == .web && world.policy.deviceCheck == .lenient
        guard isExempt || world.devices.matches(binding, device) else {
            throw EntitlementFailure.deviceMismatch(checkpoint)
        }
    }

    private static func rethrow<Value>(_ open: () throws(ProofRefusal) -> Value) throws(EntitlementFailure) -> Value {
        do { return try open() } catch { throw .invalidProof(error) }
    }
}
