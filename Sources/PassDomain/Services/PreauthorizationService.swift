package import PassCore

/// Decides which of several resources may be watched; the answer isn't binding, and no token is issued.
package final class PreauthorizationService: Sendable {
    private let catalog: Catalog
    private let proofs: ProofService
    private let decisions: DecisionService

    package init(catalog: Catalog, proofs: ProofService, decisions: DecisionService) {
        self.catalog = catalog
        self.proofs = proofs
        self.decisions = decisions
    }

    /// The decision for each resource, and the time that the MVPD takes for all of them.
    package struct Answer: Sendable, Hashable {
        /// The reason why each resource may not be watched; `nil` if it may be watched.
        package var denials: [Denial?]
        package var delayMilliseconds: Int
        /// Whether the requestor is told the reasons.
        package var hasEnhancedErrors: Bool

        package var permitted: [Bool] { denials.map { $0 == nil } }
    }

    /// Decides which of the resources the profile's user may watch.
    ///
    /// - Parameters:
    ///   - device: the device that the request names; clients needn't name one.
    ///   - resources: the resources in the order of the answer. `nil` stands for a malformed one, which is never
    ///     permitted. The MVPD is asked once about a repeated resource.
    ///   - forced: a denial that a rule forces for some resources.
    /// - Throws: `.tooManyResources` for more different resources than the MVPD accepts, `.unknownRequestor`, and the
    ///   errors of `ProofService.profile`.
    package func preauthorize(
        _ proof: String, requestor: RequestorID, device: Device?, resources: [Resource?],
        forced: ForcedDenial? = nil, now: Timestamp
    ) throws -> Answer {
        let requestor = try catalog.requestor(requestor)
        let proven = try proofs.profile(
            proof, requestor: requestor, mvpd: nil, device: device, kind: nil, now: now)
        try Self.checkCount(of: resources, at: proven.integration)
        // A temporary pass permits every well-formed resource (Adobe, "TempPass"). Only an authorization checks whether
        // the pass has ended.
        if proven.integration.isTemporaryPass {
            Check.note(true, .temporaryPass(proven.integration.mvpd.id))
            return Answer(
                denials: resources.map { resource in
                    guard let resource else { return Self.unreadable }
                    return forced.flatMap { $0.denial(of: resource) }
                }, delayMilliseconds: 0,
                hasEnhancedErrors: requestor.hasEnhancedErrors)
        }
        return try judge(proven, requestor: requestor, resources: resources, forced: forced, now: now)
    }

    /// Checks that the number of different resources is within the MVPD's limit. Each malformed resource counts.
    static func checkCount(of resources: [Resource?], at integration: Integration) throws(EntitlementFailure) {
        let limit = integration.mvpd.preauthorizationLimit
        let unreadable = resources.count { $0 == nil }
        let count = Set(resources.compactMap { $0 }).count + unreadable
        guard Check.note(count <= limit, .resourceCount(count, limit: limit)) else {
            throw .tooManyResources(limit: limit)
        }
    }

    /// The denial of a malformed resource. Each time it is read, a failed check is noted.
    private static var unreadable: Denial {
        Check.note(false, .resourceForm)
        return .invalidResource
    }

    /// Returns, for each resource, whether the user of a checked profile may watch it.
    func judge(
        _ proven: ProofService.ProvenProfile, requestor: Requestor, resources: [Resource?], forced: ForcedDenial? = nil,
        now: Timestamp
    ) throws -> Answer {
        let verdicts = try Set(resources.compactMap { $0 }).map { resource in
            if let denial = forced?.denial(of: resource) {
                return (resource, EntitlementVerdict(denial: denial))
            }
            return (resource, try decisions.decide(proven, requestor: requestor, resource: resource, now: now))
        }
        let denials = Dictionary(uniqueKeysWithValues: verdicts.map { ($0, $1.denial) })
        return Answer(
            denials: resources.map { resource in
                guard let resource else { return Self.unreadable }
                return denials[resource] ?? nil
            },
            delayMilliseconds: verdicts.map(\.1.delayMilliseconds).max() ?? 0,
            hasEnhancedErrors: requestor.hasEnhancedErrors)
    }
}
