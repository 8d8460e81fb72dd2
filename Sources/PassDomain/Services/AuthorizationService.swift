package import PassCore

/// Decides whether a resource may be watched now, and seals the yes.
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

    /// The decision, sealed if it is a yes.
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
        var verdict = try world.decisions.decide(
            proven, requestor: requestor, resource: request.resource, now: now)
        verdict.denial = try verdict.denial.map { try counted($0, of: proven.session, now: now) }
        // A device that isn't the one that signed in ends the login, whoever finds it out.
        if verdict.denial?.code == .mismatch { throw EntitlementFailure.deviceMismatch(.authentication) }
        let outcome = try verdict.denial.map { .denied($0) } ?? permit(request.resource, proven, now: now)
        var answer = Answer(outcome: outcome, delayMilliseconds: verdict.delayMilliseconds)
        if request.wantsMetadata, case .permitted = outcome {
            answer.metadata = try world.userMetadata.metadata(of: proven, now: now)
        }
        return answer
    }

    /// The denial, or, after too many of one login in a short time, that they are too many.
    private func counted(_ denial: Denial, of session: SessionID, now: Timestamp) throws -> Denial {
        guard denial.code == .noAuthZ, let rule = world.policy.repeatedDenials else { return denial }
        let first = DenialCount(session: session, count: 1, expires: now + rule.time)
        let count = try world.stores.denialCounts.upsert(first, now: now) { record in
            record.count += 1
            return record.count
        }
        return count ?? first.count > rule.count ? .repeatedDenials : denial
    }

    /// A permission doesn't outlive the profile, or the temporary pass, that it came from.
    private func permit(
        _ resource: Resource, _ proven: ProofService.Proven, now: Timestamp
    ) throws -> Answer.Outcome {
        let integration = proven.integration
        var end = proven.profile.expires
        if integration.isTemporaryPass {
            let holding = world.temporaryPasses.holding(
                at: integration, subscriber: proven.subscriber, session: proven.session, device: proven.profile.device)
            switch try world.temporaryPasses.take(holding, for: resource, now: now) {
            case .denied(let denial): return .denied(denial)
            case .permitted(let until): end = until
            }
        }
        let permission = Permission(
            requestor: integration.requestor, resource: resource, mvpd: integration.mvpd.id, proxy: integration.proxy,
            device: proven.profile.device, expires: min(now + integration.lives.authorization, end),
            permitsAll: !integration.isTemporaryPass && integration.degradation == .authZAll)
        let token = world.tokens.seal(permission)
        try remember(proven.session, of: token, until: permission.expires, now: now)
        return .permitted(token: token)
    }

    private func remember(
        _ session: SessionID, of token: String, until expires: Timestamp, now: Timestamp
    ) throws {
        let first = PermissionOrigin(digest: world.tokens.digest(of: token), sessions: [session], expires: expires)
        try world.stores.permissionOrigins.upsert(first, now: now) { _ = $0.sessions.insert(session) }
    }
}
