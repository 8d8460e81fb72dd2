/// The decisions that the SDK can make without asking the service.
extension FlowContext {
    /// Returns the decisions by the channel line-up in the authN token; `nil` without a line-up.
    ///
    /// A line-up makes all requests to the service unnecessary. The comparison ignores case.
    func lineUpDecisions(
        _ resources: [String], _ token: AuthenticationToken
    ) -> [PreauthorizeResponse.Decision]? {
        guard let lineUp = token.authorizedResources else { return nil }
        let allowed = Set(lineUp.map { $0.lowercased() })
        return resources.map { .init(id: $0, authorized: allowed.contains($0.lowercased())) }
    }

    /// Returns the last answer, if it was about exactly these resources, in any order.
    ///
    /// - Parameter explained: the reasons for the denials in the last answer.
    func rememberedDecisions(
        _ resources: [String], _ login: AuthorizingLogin, _ explained: ExplainedDenials?
    ) -> [PreauthorizeResponse.Decision]? {
        guard let known = bucket(login.provider.id).preauthorized, known.asked == Set(resources) else { return nil }
        let errors = explained?.token == login.token && explained?.preauthorization == known ? explained?.errors : nil
        return resources.map { .init(id: $0, authorized: known.allowed.contains($0), error: errors?[$0]) }
    }
}

extension [PreauthorizeResponse.Decision] {
    /// Returns the service's decisions in the app's order and spelling. Resources that the service omits are denied.
    func inOrder(of resources: [String]) -> [PreauthorizeResponse.Decision] {
        var byID: [String: PreauthorizeResponse.Decision] = [:]
        for decision in self where byID[decision.id] == nil { byID[decision.id] = decision }
        // The service may spell an ID in another case, but an exact match takes precedence.
        for decision in self where byID[decision.id.lowercased()] == nil {
            byID[decision.id.lowercased()] = decision
        }
        return resources.map { id in
            let decision = byID[id] ?? byID[id.lowercased()]
            return PreauthorizeResponse.Decision(
                id: id, authorized: decision?.authorized ?? false, error: decision?.error)
        }
    }
}

/// The reasons for the denials in the last answer. They are kept in memory only, until another answer is stored.
struct ExplainedDenials: Sendable {
    /// The text of the authN token with which the service was asked.
    var token: String
    var preauthorization: StoredPreauthorization
    /// The reasons, by resource.
    var errors: [String: PreauthorizeResponse.Status]
}
