package import PassCore

/// Decides which resources the users of apps without tokens may watch, and issues the media tokens (REST API v2,
/// "decisions").
///
/// An MVPD's decision about an authorization is stored until it expires. Until then the MVPD isn't asked about the same
/// resource again.
package final class AppDecisionService: Sendable {
    private let catalog: Catalog
    private let kept: any RecordStore<AppDecision>
    private let profiles: AppProfileService
    private let authorization: AuthorizationService
    private let preauthorization: PreauthorizationService
    private let mediaTokens: MediaTokenService
    private let temporaryPasses: TemporaryPassService

    package init(
        catalog: Catalog, kept: any RecordStore<AppDecision>, profiles: AppProfileService,
        authorization: AuthorizationService,
        preauthorization: PreauthorizationService, mediaTokens: MediaTokenService,
        temporaryPasses: TemporaryPassService
    ) {
        self.catalog = catalog
        self.kept = kept
        self.profiles = profiles
        self.authorization = authorization
        self.preauthorization = preauthorization
        self.mediaTokens = mediaTokens
        self.temporaryPasses = temporaryPasses
    }

    /// The question of an app.
    package struct Request: Sendable {
        package var caller: AppCaller
        package var mvpd: MVPDID
        /// The resources in the order of the answer; `nil` stands for a malformed one.
        package var resources: [Resource?]
        /// A denial that a rule forces for some resources.
        package var forced: ForcedDenial?

        package init(caller: AppCaller, mvpd: MVPDID, resources: [Resource?], forced: ForcedDenial? = nil) {
            self.caller = caller
            self.mvpd = mvpd
            self.resources = resources
            self.forced = forced
        }
    }

    /// The party that decided.
    package enum Source: Sendable, Hashable {
        case mvpd
        case degradation
        case temporaryPass
    }

    /// The period in which a decision is valid.
    package struct Window: Sendable, Hashable {
        package var begins: Timestamp
        package var expires: Timestamp
    }

    /// The decision about one resource.
    package struct Ruling: Sendable {
        package var outcome: Outcome
        /// The period in which the decision is valid; `nil` if the service states none.
        package var window: Window?

        package init(outcome: Outcome, window: Window? = nil) {
            self.outcome = outcome
            self.window = window
        }
    }

    /// The outcome for one resource.
    package enum Outcome: Sendable {
        /// The resource may be watched, with the media token if the app asked for an authorization.
        case permitted(MediaTokenService.Issued?)
        case denied(Denial)
        case refused(TemporaryAccessRefusal)
    }

    /// The decisions, one for each resource, and the time that the MVPD takes for all of them.
    package struct Answer: Sendable {
        package var source: Source
        package var rulings: [Ruling]
        package var delayMilliseconds: Int

        package init(source: Source, rulings: [Ruling], delayMilliseconds: Int = 0) {
            self.source = source
            self.rulings = rulings
            self.delayMilliseconds = delayMilliseconds
        }
    }

    /// Decides about each resource, and issues a media token for each that may be watched.
    ///
    /// - Throws: `.unknownRequestor`, `.unknownMVPD`, `.notIntegrated`, `.tooManyResources`, `.profileMissing`,
    ///   `.invalidProof`, `.partnerRefused`, `.storeFull`.
    package func authorize(_ request: Request, now: Timestamp) throws -> Answer {
        let (requestor, integration) = try integration(of: request)
        let isDegraded = Self.isDegraded(integration)
        if !isDegraded, !integration.isTemporaryPass {
            let (count, limit) = (request.resources.count, integration.mvpd.authorizationLimit)
            guard Check.note(count <= limit, .resourceCount(count, limit: limit)) else {
                throw EntitlementFailure.tooManyResources(limit: limit)
            }
        }
        return try answer(request, at: integration, now: now) { proven in
            var answer = Answer(source: Self.source(at: integration), rulings: [])
            for resource in request.resources {
                guard let resource else {
                    Check.note(false, .resourceForm)
                    answer.rulings.append(Ruling(outcome: .denied(.invalidResource)))
                    continue
                }
                if let denial = request.forced?.denial(of: resource) {
                    answer.rulings.append(Ruling(outcome: .denied(denial)))
                    continue
                }
                let key = Self.key(resource, proven)
                if let key, let ruling = try keptRuling(key, about: resource, proven, now: now) {
                    answer.rulings.append(ruling)
                    continue
                }
                let verdict = try authorization.judge(proven, requestor: requestor, resource: resource, now: now)
                answer.delayMilliseconds = max(answer.delayMilliseconds, verdict.delayMilliseconds)
                let ruling = try ruling(verdict.outcome, proven, now: now)
                if let key { try keep(verdict.outcome, ruling, key, now: now) }
                answer.rulings.append(ruling)
            }
            return answer
        }
    }

    /// Decides which resources may be watched, without issuing media tokens.
    ///
    /// - Throws: as `authorize` does.
    package func preauthorize(_ request: Request, now: Timestamp) throws -> Answer {
        let (requestor, integration) = try integration(of: request)
        if !Self.isDegraded(integration), !integration.isTemporaryPass {
            try PreauthorizationService.checkCount(of: request.resources, at: integration)
        }
        return try answer(request, at: integration, now: now) { proven in
            if integration.isTemporaryPass {
                let holding = temporaryPasses.holding(
                    at: integration, subscriber: proven.subscriber, session: proven.session,
                    device: proven.profile.device)
                let rulings = try request.resources.map { resource in
                    if let denial = resource.flatMap({ request.forced?.denial(of: $0) }) {
                        return Ruling(outcome: .denied(denial))
                    }
                    let refusal = try temporaryPasses.refusal(of: holding, for: resource, now: now)
                    return Ruling(outcome: refusal.map { .refused($0) } ?? .permitted(nil))
                }
                return Answer(source: .temporaryPass, rulings: rulings)
            }
            let decided = try preauthorization.judge(
                proven, requestor: requestor, resources: request.resources, forced: request.forced, now: now)
            return Answer(
                source: Self.source(at: integration),
                rulings: decided.denials.map { Ruling(outcome: $0.map { .denied($0) } ?? .permitted(nil)) },
                delayMilliseconds: decided.delayMilliseconds)
        }
    }

    private func integration(of request: Request) throws -> (Requestor, Integration) {
        let requestor = try catalog.requestor(request.caller.owner.requestor)
        return (requestor, try catalog.requireIntegration(requestor, request.mvpd))
    }

    /// Finds the proof that gives the app access, and calls `judge` with it to decide about each resource.
    ///
    /// No profile is needed if a degradation rule decides about every resource. If a temporary pass can't be used, each
    /// resource is refused.
    private func answer(
        _ request: Request, at integration: Integration, now: Timestamp,
        _ judge: (ProofService.ProvenProfile) throws -> Answer
    ) throws -> Answer {
        do {
            switch try profiles.standing(of: request.caller, at: integration, now: now) {
            case .degraded(let proven), .temporary(let proven, _), .profile(_, let proven): return try judge(proven)
            case .none(let failure):
                guard Self.isDegraded(integration) else { throw failure }
                return try judge(profiles.proof(of: request.caller.owner, at: integration, now: now))
            }
        } catch EntitlementFailure.temporaryAccessRefused(let refusal) {
            return Answer(
                source: .temporaryPass, rulings: request.resources.map { _ in Ruling(outcome: .refused(refusal)) })
        }
    }

    private func ruling(
        _ outcome: AuthorizationService.Verdict.Outcome, _ proven: ProofService.ProvenProfile, now: Timestamp
    ) throws -> Ruling {
        let integration = proven.integration
        switch outcome {
        case .permitted(let decision):
            let issued = try mediaTokens.issue(
                for: decision, at: integration, sessionGUID: proven.profile.guid.rawValue, now: now)
            // The vendor's samples state no time where a degradation rule permits every resource.
            let isUntimed = !integration.isTemporaryPass && integration.degradation == .authZAll
            return Ruling(
                outcome: .permitted(issued),
                window: isUntimed ? nil : Window(begins: now.wholeSecond, expires: decision.expires))
        case .denied(let denial):
            let end = min(now + integration.timesToLive.authorization, proven.profile.expires).wholeSecond
            return Ruling(
                outcome: .denied(denial),
                window: Self.isTimed(denial, at: integration) ? Window(begins: now.wholeSecond, expires: end) : nil)
        }
    }

    /// Returns the ruling about a resource from a stored decision of the MVPD; `nil` if the MVPD must be asked.
    ///
    /// The app gets a new media token with each permission.
    private func keptRuling(
        _ key: AppDecision.Key, about resource: Resource, _ proven: ProofService.ProvenProfile, now: Timestamp
    ) throws -> Ruling? {
        guard let decision = try kept.find(key, now: now) else { return nil }
        let window = Window(begins: decision.begins, expires: decision.expires)
        let check = Check.keptDecision(resource.name, expires: decision.expires, now: now)
        switch decision.outcome {
        case .permitted(let permitted):
            Check.note(true, check)
            let issued = try mediaTokens.issue(
                for: permitted, at: proven.integration, sessionGUID: proven.profile.guid.rawValue, now: now)
            return Ruling(outcome: .permitted(issued), window: window)
        case .denied(let denial):
            Check.note(false, check)
            return Ruling(
                outcome: .denied(try authorization.counted(denial, of: proven.session, now: now)), window: window)
        }
    }

    /// Stores the MVPD's decision for the time that the ruling states. If the store is full, the decision isn't stored,
    /// and the MVPD is asked again next time.
    ///
    /// - Throws: the error of a store that can't be used.
    private func keep(
        _ outcome: AuthorizationService.Verdict.Outcome, _ ruling: Ruling, _ key: AppDecision.Key, now: Timestamp
    ) throws {
        guard let window = ruling.window else { return }
        let decided: AppDecision.Outcome
        switch outcome {
        case .permitted(let decision): decided = .permitted(decision)
        // The denial for repeated denials isn't stored, because it comes from the service, not from the MVPD.
        case .denied(let denial) where denial.code == .fraud: return
        case .denied(let denial): decided = .denied(denial)
        }
        let record = AppDecision(key: key, outcome: decided, begins: window.begins, expires: window.expires)
        do {
            _ = try kept.insert(record, now: now)
        } catch EntitlementFailure.storeFull {
            return
        }
    }

    /// The maximum length in bytes of a resource whose decision is stored.
    private static let longestKept = 4_096

    /// Returns the key of a decision; `nil` if the decision isn't stored, because a degradation rule or a pass decides
    /// or the resource is too long.
    private static func key(_ resource: Resource, _ proven: ProofService.ProvenProfile) -> AppDecision.Key? {
        let integration = proven.integration
        guard !integration.isTemporaryPass, !isDegraded(integration), resource.text.string.utf8.count <= longestKept
        else { return nil }
        return AppDecision.Key(
            session: proven.session, requestor: integration.requestor, mvpd: integration.mvpd.id,
            resource: resource.text)
    }

    /// Whether a denial states how long it is valid. With a temporary pass none does; otherwise it depends on the code.
    private static func isTimed(_ denial: Denial, at integration: Integration) -> Bool {
        guard !integration.isTemporaryPass else { return false }
        switch denial.code {
        case .noAuthZ, .fraud, .invalid: return true
        case .network, .noRefreshToken, .mismatch, .authzNone: return false
        }
    }

    private static func isDegraded(_ integration: Integration) -> Bool {
        !integration.isTemporaryPass && integration.degradation != nil
    }

    private static func source(at integration: Integration) -> Source {
        if integration.isTemporaryPass { return .temporaryPass }
        return isDegraded(integration) ? .degradation : .mvpd
    }
}
