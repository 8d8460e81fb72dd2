package import PassCore

/// Decides whether a subscriber may watch a resource.
///
/// The service checks in this order: whether the requestor offers the resource, whether a degradation rule permits or
/// denies everything in place of the MVPD (for a temporary pass, it can only deny), and whether the refresh token of an
/// OAuth 2.0 MVPD still works. Then the MVPD decides.
package final class DecisionService: Sendable {
    private let policy: Policy
    private let connector: any MVPDConnector
    private let mvpdTokens: MVPDTokenService

    package init(policy: Policy, connector: any MVPDConnector, mvpdTokens: MVPDTokenService) {
        self.policy = policy
        self.connector = connector
        self.mvpdTokens = mvpdTokens
    }

    /// Decides whether the profile's subscriber may watch the resource.
    ///
    /// Whether a temporary pass is used up is not considered here; see `TemporaryPassService`.
    ///
    /// - Throws: `.storeFull`.
    package func decide(
        _ proven: ProofService.ProvenProfile, requestor: Requestor, resource: Resource, now: Timestamp
    ) throws -> EntitlementVerdict {
        if let resources = requestor.resources {
            let isOffered = resources.contains(resource.name) || policy.unknownResources != .refuse
            guard Check.note(isOffered, .offer(resource.name, requestor.id)) else {
                // Clients get the same denial as for a channel outside of the subscriber's package.
                return EntitlementVerdict(denial: .notSubscribed)
            }
        }
        if let degradation = proven.integration.degradation {
            let isPermitted = degradation != .authZNone
            guard Check.note(isPermitted, .degradation(degradation, proven.integration.mvpd.id)) else {
                return EntitlementVerdict(denial: .degraded)
            }
        }
        if proven.integration.skipsDecision { return EntitlementVerdict() }
        if let denial = try mvpdTokens.denial(of: proven, now: now) {
            return EntitlementVerdict(denial: denial)
        }
        let mvpd = proven.integration.actingMVPD.id
        let verdict = connector.decide(
            EntitlementQuestion(
                subscriber: proven.subscriber, mvpd: mvpd, requestor: requestor.id, resource: resource))
        Check.note(
            verdict.denial == nil,
            .decision(
                .init(
                    mvpd: mvpd, subscriber: proven.subscriber, resource: resource.name, denial: verdict.denial)))
        return verdict
    }
}
