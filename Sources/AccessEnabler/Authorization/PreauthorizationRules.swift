/// What the SDK knows of resources without asking, and how it keeps what it was told.
extension EntitlementMachine {
    /// The answer of the channel line-up in the authN token, which makes every question unnecessary; case doesn't count.
    func lineUpDecisions(
        _ resources: [String], _ token: AuthenticationToken
    ) -> [PreauthorizeResponse.Decision]? {
        guard let lineUp = token.authorizedResources else { return nil }
        let allowed = Set(lineUp.map { $0.lowercased() })
        return resources.map { .init(id: $0, authorized: allowed.contains($0.lowercased())) }
    }

    /// The last answer, if it was about exactly these resources, in whatever order.
    func rememberedDecisions(
        _ resources: [String], _ login: AuthorizingLogin
    ) -> [PreauthorizeResponse.Decision]? {
        guard let known = bucket(login.provider.id).preauthorized, known.asked == Set(resources) else { return nil }
        let explained = state.explainedDenials
        let errors = explained?.token == login.token && explained?.preauthorization == known ? explained?.errors : nil
        return resources.map { .init(id: $0, authorized: known.allowed.contains($0), error: errors?[$0]) }
    }

    /// The service's answer in the order and spelling of the app, as what is remembered; what the service leaves out is denied.
    mutating func remember(
        _ answered: [PreauthorizeResponse.Decision], for resources: [String], _ login: AuthorizingLogin
    ) -> [PreauthorizeResponse.Decision] {
        var byID: [String: PreauthorizeResponse.Decision] = [:]
        for decision in answered where byID[decision.id] == nil { byID[decision.id] = decision }
        // The service may spell an ID in another case, but an exact match comes first.
        for decision in answered where byID[decision.id.lowercased()] == nil {
            byID[decision.id.lowercased()] = decision
        }
        let decisions = resources.map { id in
            let decision = byID[id] ?? byID[id.lowercased()]
            return PreauthorizeResponse.Decision(
                id: id, authorized: decision?.authorized ?? false, error: decision?.error)
        }
        let allowed = Set(decisions.filter(\.authorized).map(\.id))
        let preauthorization = StoredPreauthorization(asked: Set(resources), allowed: allowed)
        update(login.provider.id) { $0.preauthorized = preauthorization }
        let errors = decisions.compactMap { decision in decision.error.map { (decision.id, $0) } }
        state.explainedDenials = ExplainedDenials(
            token: login.token, preauthorization: preauthorization, errors: Dictionary(errors) { first, _ in first })
        return decisions
    }
}

/// Why the last answer denied what it denied: not in the store, and told as long as that answer is remembered.
struct ExplainedDenials: Sendable {
    var token: String
    var preauthorization: StoredPreauthorization
    /// By resource.
    var errors: [String: PreauthorizeResponse.Status]
}
