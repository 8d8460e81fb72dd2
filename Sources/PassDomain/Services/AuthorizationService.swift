package import PassCore

/// Decides whether a resource may be watched now, and seals the decision if it is positive.
package final class AuthorizationService: Sendable {
    private let catalog: Catalog
    private let policy: Policy
    private let tokens: any TokenSealer
    private let decisionOrigins: any RecordStore<DecisionOrigin>
    private let denialCounts: any RecordStore<DenialCount>
    private let proofs: ProofService
    private let decisions: DecisionService
    private let temporaryPasses: TemporaryPassService
    private let userMetadata: UserMetadataService

    package init(
        catalog: Catalog, policy: Policy, tokens: any TokenSealer, decisionOrigins: any RecordStore<DecisionOrigin>,
        denialCounts: any RecordStore<DenialCount>, proofs: ProofService, decisions: DecisionService,
        temporaryPasses: TemporaryPassService, userMetadata: UserMetadataService
    ) {
        self.catalog = catalog
        self.policy = policy
        self.tokens = tokens
        self.decisionOrigins = decisionOrigins
        self.denialCounts = denialCounts
        self.proofs = proofs
        self.decisions = decisions
        self.temporaryPasses = temporaryPasses
        self.userMetadata = userMetadata
    }

    /// The contents of a client's authorization request.
    package struct Request: Sendable {
        /// The profile's token (authN token).
        package var proof: String
        package var requestor: RequestorID
        package var mvpd: MVPDID?
        package var resource: Resource
        package var device: Device?
        package var kind: Device.Kind
        /// Whether the answer must carry the subscriber's metadata.
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

    /// The outcome of a request, with the sealed decision if it is positive.
    package struct Answer: Sendable {
        package var outcome: Outcome
        /// The user metadata of a permitted subscriber, if the request wants it.
        package var metadata: UserMetadata?
        /// The time that the MVPD takes to decide.
        package var delayMilliseconds: Int

        package enum Outcome: Sendable {
            /// The sealed decision (authZ token).
            case permitted(token: String)
            case denied(Denial)
        }
    }

    /// Decides whether the profile's user may watch the resource.
    ///
    /// - Throws: `.unknownRequestor`, `.storeFull`, `.deviceMismatch`, and the errors of `ProofService.profile`.
    package func authorize(_ request: Request, now: Timestamp) throws -> Answer {
        let requestor = try catalog.requestor(request.requestor)
        let proven = try proofs.profile(
            request.proof, requestor: requestor, mvpd: request.mvpd, device: request.device, kind: request.kind,
            now: now)
        var verdict = try decisions.decide(
            proven, requestor: requestor, resource: request.resource, now: now)
        verdict.denial = try verdict.denial.map { try counted($0, of: proven.session, now: now) }
        // The mismatch of a device ends the login, whether this service or the MVPD detects it.
        if verdict.denial?.code == .mismatch { throw EntitlementFailure.deviceMismatch(.authentication) }
        let outcome = try verdict.denial.map { .denied($0) } ?? permit(request.resource, proven, now: now)
        var answer = Answer(outcome: outcome, delayMilliseconds: verdict.delayMilliseconds)
        if request.wantsMetadata, case .permitted = outcome {
            answer.metadata = try userMetadata.metadata(of: proven, for: requestor, now: now)
        }
        return answer
    }

    /// Returns the denial itself, or, after too many denials of one login in a short time, the denial for repeated
    /// denials.
    private func counted(_ denial: Denial, of session: SessionID, now: Timestamp) throws -> Denial {
        guard denial.code == .noAuthZ, let rule = policy.repeatedDenials else { return denial }
        let first = DenialCount(session: session, count: 1, expires: now + rule.time)
        let count = try denialCounts.upsert(first, now: now) { record in
            record.count += 1
            return record.count
        }
        return (count ?? first.count) > rule.count ? .repeatedDenials : denial
    }

    /// Seals a positive decision, which expires no later than the profile or temporary pass that it came from.
    private func permit(
        _ resource: Resource, _ proven: ProofService.ProvenProfile, now: Timestamp
    ) throws -> Answer.Outcome {
        let integration = proven.integration
        var end = proven.profile.expires
        if integration.isTemporaryPass {
            let holding = temporaryPasses.holding(
                at: integration, subscriber: proven.subscriber, session: proven.session, device: proven.profile.device)
            switch try temporaryPasses.take(holding, for: resource, now: now) {
            case .denied(let denial): return .denied(denial)
            case .permitted(let until): end = until
            }
        }
        let decision = Decision(
            requestor: integration.requestor, resource: resource, mvpd: integration.mvpd.id, proxy: integration.proxy,
            device: proven.profile.device, expires: min(now + integration.timesToLive.authorization, end),
            permitsAll: !integration.isTemporaryPass && integration.degradation == .authZAll)
        let token = tokens.seal(decision)
        try remember(proven.session, of: token, until: decision.expires, now: now)
        return .permitted(token: token)
    }

    /// Records that the decision came from this login, so that a logout revokes it.
    private func remember(
        _ session: SessionID, of token: String, until expires: Timestamp, now: Timestamp
    ) throws {
        let first = DecisionOrigin(digest: tokens.digest(of: token), sessions: [session], expires: expires)
        try decisionOrigins.upsert(first, now: now) { _ = $0.sessions.insert(session) }
    }
}
