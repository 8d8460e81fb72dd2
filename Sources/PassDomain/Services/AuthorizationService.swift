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

        package init(
            proof: String, requestor: RequestorID, mvpd: MVPDID?, resource: Resource, device: Device?,
            kind: Device.Kind
        ) {
            self.proof = proof
            self.requestor = requestor
            self.mvpd = mvpd
            self.resource = resource
            self.device = device
            self.kind = kind
        }
    }

    /// The MVPD's answer, sealed if it is a yes.
    package struct Answer: Sendable {
        package var outcome: Outcome
        package var subscriber: Subscriber?
        /// Whether the subscriber was known by the home network.
        package var isHomeBased: Bool
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
        let verdict = try self.verdict(proven, requestor: requestor, resource: request.resource, now: now)
        let subscriber = world.connector.subscriber(proven.subscriber, at: mvpd)
        let origin = try world.stores.profileOrigins.find(proven.profile.guid, now: now)
        func answer(_ outcome: Answer.Outcome) -> Answer {
            Answer(
                outcome: outcome, subscriber: subscriber, isHomeBased: origin?.isHomeBased ?? false,
                delayMilliseconds: verdict.delayMilliseconds)
        }
        if let denial = verdict.denial { return answer(.denied(denial)) }
        let life = world.catalog.integration(requestor, mvpd, world.policy)?.lives.authorization
        // A permission doesn't outlive the profile that it came from.
        let expires = min(now + (life ?? world.policy.lives.authorization), proven.profile.expires)
        let permission = Permission(
            requestor: requestor.id, resource: request.resource, mvpd: mvpd, device: proven.profile.device,
            expires: expires)
        let token = world.tokens.seal(permission)
        try remember(proven.session, of: token, until: expires, now: now)
        return answer(.permitted(token: token))
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
        _ proven: ProofService.Proven, requestor: Requestor, resource: Resource, now: Timestamp
    ) throws -> EntitlementVerdict {
        if let resources = requestor.resources, !resources.contains(resource.name),
            world.policy.unknownResources == .refuse
        {
            return EntitlementVerdict(denial: .notSubscribed)
        }
        if let denial = try world.providerTokens.denial(of: proven, at: proven.profile.mvpd, now: now) {
            return EntitlementVerdict(denial: denial)
        }
        return world.connector.decide(
            EntitlementQuestion(
                subscriber: proven.subscriber, mvpd: proven.profile.mvpd, requestor: requestor.id, resource: resource))
    }
}
