package import PassCore

/// Tells of several resources at once which may be watched; it binds nobody and seals nothing.
package struct PreauthorizationService: Sendable {
    let world: World

    /// A yes or no for each resource, and how long the MVPD takes to give all of them.
    package struct Answer: Sendable, Hashable {
        /// Why each may not be watched; `nil` permits.
        package var denials: [Denial?]
        package var delayMilliseconds: Int
        /// Whether the requestor is told why.
        package var tellsReasons: Bool

        package var permitted: [Bool] { denials.map { $0 == nil } }
    }

    /// - Parameters:
    ///   - device: as the request names it; no client has to.
    ///   - resources: in the order of the answer; `nil` stands for one that can't be read, which is never permitted. A
    ///     repeated one is asked about once.
    /// - Throws: `.tooManyResources` for more different ones than the MVPD takes, `.unknownRequestor`, and what
    ///   `ProofService.profile` throws.
    package func preauthorize(
        _ proof: String, requestor: RequestorID, device: Device?, resources: [Resource?], now: Timestamp
    ) throws -> Answer {
        let requestor = try world.catalog.requestor(requestor, world.policy)
        let proven = try world.proofs.profile(
            proof, requestor: requestor.id, mvpd: nil, device: device, kind: nil, now: now)
        let limit = proven.integration.mvpd.preauthorizationLimit
        let unreadable = resources.count { $0 == nil }
        let asked = Set(resources.compactMap { $0 })
        guard asked.count + unreadable <= limit else { throw EntitlementFailure.tooManyResources(limit: limit) }
        // A temporary pass says yes to all that can be read (Adobe, "TempPass"); authorizing tells whether it still runs.
        if proven.integration.isTemporaryPass {
            return Answer(
                denials: resources.map { $0 == nil ? .invalidResource : nil }, delayMilliseconds: 0,
                tellsReasons: requestor.tellsReasons)
        }
        let verdicts = try asked.map { resource in
            (resource, try world.decisions.decide(proven, requestor: requestor, resource: resource, now: now))
        }
        let denials = Dictionary(uniqueKeysWithValues: verdicts.map { ($0, $1.denial) })
        return Answer(
            denials: resources.map { resource in
                guard let resource else { return .invalidResource }
                return denials[resource] ?? nil
            },
            delayMilliseconds: verdicts.map(\.1.delayMilliseconds).max() ?? 0, tellsReasons: requestor.tellsReasons)
    }
}
