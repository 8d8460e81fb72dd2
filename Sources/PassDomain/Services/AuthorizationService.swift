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
        let verdict = try judge(proven, requestor: requestor, resource: request.resource, now: now)
        switch verdict.outcome {
        case .denied(let denial):
            // After a device mismatch the client must log in again, whether this service or the MVPD has detected the
            // mismatch.
            if denial.code == .mismatch { throw EntitlementFailure.deviceMismatch(.authentication) }
            return Answer(outcome: .denied(denial), delayMilliseconds: verdict.delayMilliseconds)
        case .permitted(let decision):
            let token = tokens.seal(decision)
            try remember(proven.session, of: token, until: decision.expires, now: now)
            let metadata =
                request.wantsMetadata ? try userMetadata.metadata(of: proven, for: requestor, now: now) : nil
            return Answer(
                outcome: .permitted(token: token), metadata: metadata, delayMilliseconds: verdict.delayMilliseconds)
        }
    }

    /// The outcome for a checked proof, independent of any API.
    package struct Verdict: Sendable {
        package var outcome: Outcome
        /// The time that the MVPD takes to decide.
        package var delayMilliseconds: Int

        package enum Outcome: Sendable {
            case permitted(Decision)
            case denied(Denial)
        }
    }

    /// Decides whether the user of a checked profile or temporary pass may watch the resource.
    ///
    /// - Throws: `.storeFull`.
    func judge(
        _ proven: ProofService.ProvenProfile, requestor: Requestor, resource: Resource, now: Timestamp
    ) throws -> Verdict {
        let decided = try decisions.decide(proven, requestor: requestor, resource: resource, now: now)
        let denial = try decided.denial.map { try counted($0, of: proven.session, now: now) }
        let outcome = try denial.map { .denied($0) } ?? permit(resource, proven, now: now)
        return Verdict(outcome: outcome, delayMilliseconds: decided.delayMilliseconds)
    }

    /// Counts a denial with the code `noAuthZ`. Returns the given denial, or `Denial.repeatedDenials` if the login has
    /// had more denials in the counting period than the policy allows.
    func counted(_ denial: Denial, of session: SessionID, now: Timestamp) throws -> Denial {
        guard denial.code == .noAuthZ, let rule = policy.repeatedDenials else { return denial }
        let first = DenialCount(session: session, count: 1, expires: now + rule.time)
        let count = try denialCounts.upsert(first, now: now) { record in
            record.count += 1
            return record.count
        }
        let denials = count ?? first.count
        let isWithin = Check.note(denials <= rule.count, .repeatedDenials(count: denials, limit: rule.count))
        return isWithin ? denial : .repeatedDenials
    }

    /// Makes a positive decision, which expires no later than its profile or temporary pass. If the pass doesn't cover
    /// the resource, returns a denial.
    private func permit(
        _ resource: Resource, _ proven: ProofService.ProvenProfile, now: Timestamp
    ) throws -> Verdict.Outcome {
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
        return .permitted(
            Decision(
                requestor: integration.requestor, resource: resource, mvpd: integration.mvpd.id,
                proxy: integration.proxy, device: proven.profile.device,
                expires: min(now + integration.timesToLive.authorization, end),
                permitsAll: !integration.isTemporaryPass && integration.degradation == .authZAll))
    }

    /// Records which login the decision came from, so that a logout can revoke the decision.
    private func remember(
        _ session: SessionID, of token: String, until expires: Timestamp, now: Timestamp
    ) throws {
        let first = DecisionOrigin(digest: tokens.digest(of: token), sessions: [session], expires: expires)
        try decisionOrigins.upsert(first, now: now) { origin in
            if !origin.sessions.contains(session) { origin.sessions.append(session) }
        }
    }
}
