package import PassCore

/// Asks the subscriber's MVPD whether a resource may be watched, and seals its yes.
package struct AuthorizationService: Sendable {
    let world: World

    /// What a client asks.
    package struct Request: Sendable {
        package var proof: String
        package var requestor: RequestorID
        package var mvpd: MVPDID?
        package var resource: Resource
        package var device: Device?
        package var kind: Device.Kind
        package var wantsMetadata: Bool

        package init(
            proof: String, requestor: RequestorID, mvpd: MVPDID?, resource: Resource, device: Device?,
            kind: Device.Kind, wantsMetadata: Bool = false
        ) {
            self.proof = proof
            self.requestor = requestor
            self.mvpd = mvpd
            self.resource = resource
            self.device = device
            self.kind = kind
            self.wantsMetadata = wantsMetadata
        }
    }

    /// The MVPD's answer, sealed if it is a yes.
    package struct Answer: Sendable {
        package var outcome: Outcome
        /// Of a permitted subscriber, if it was asked for.
        package var metadata: UserMetadata?
        package var delayMilliseconds: Int

        package enum Outcome: Sendable {
            case permitted(token: String)
            case denied(Denial)
        }
    }

    /// - Throws: `.unknownRequestor`, `.storeFull`, and what `ProofService.profile` throws.
    package func authorize(_ request: Request, now: Timestamp) throws -> Answer {
        let requestor = try world.catalog.requestor(request.requestor, world.policy)
        let proven = try world.proofs.profile(
            request.proof, requestor: requestor.id, mvpd: request.mvpd, device: request.device, kind: request.kind,
            now: now)
        let mvpd = proven.profile.mvpd
        let verdict = self.verdict(proven, requestor: requestor, resource: request.resource)
        if let denial = verdict.denial {
            return Answer(outcome: .denied(denial), delayMilliseconds: verdict.delayMilliseconds)
        }
        let life = world.catalog.integration(requestor, mvpd, world.policy)?.lives.authorization
        // A permission doesn't outlive the profile that it came from.
        let expires = min(now + (life ?? world.policy.lives.authorization), proven.profile.expires)
        let permission = Permission(
            requestor: requestor.id, resource: request.resource, mvpd: mvpd, device: proven.profile.device,
            expires: expires)
        let token = world.tokens.seal(permission)
        try remember(proven.session, of: token, until: expires, now: now)
        return Answer(
            outcome: .permitted(token: token),
            metadata: request.wantsMetadata ? try world.userMetadata.metadata(of: proven) : nil,
            delayMilliseconds: verdict.delayMilliseconds)
    }

    private func remember(
        _ session: SessionID, of token: String, until expires: Timestamp, now: Timestamp
    ) throws {
        let origins = world.stores.permissionOrigins
        let first = PermissionOrigin(digest: world.tokens.digest(of: token), sessions: [session], expires: expires)
        if try origins.update(first.key, now: now, { _ = $0.sessions.insert(session) }) != nil { return }
        if try origins.insert(first, now: now) { return }
        try origins.update(first.key, now: now) { _ = $0.sessions.insert(session) }
    }

    private func verdict(
        _ proven: ProofService.Proven, requestor: Requestor, resource: Resource
    ) -> EntitlementVerdict {
        if let resources = requestor.resources, !resources.contains(resource.name),
            world.policy.unknownResources == .refuse
        {
            return EntitlementVerdict(denial: .notSubscribed)
        }
        return world.connector.decide(
            EntitlementQuestion(
                subscriber: proven.subscriber, mvpd: proven.profile.mvpd, requestor: requestor.id, resource: resource))
    }
}
