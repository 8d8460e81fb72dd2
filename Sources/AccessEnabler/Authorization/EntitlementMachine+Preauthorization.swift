/// The steps of a preauthorization that wait for the service.
package enum PreauthorizationStep: Sendable {
    case list([String], AuthorizingLogin, ticket: Int)
    case request(PreauthorizeRequest, AuthorizingLogin, CompletionID)
}

/// The preauthorization of resources: a hint for the app's interface as to what the user can watch.
extension EntitlementMachine {
    /// Reports the resources that the user can watch, in the app's order and spelling; none after any failure.
    ///
    /// If too many calls are unanswered, the oldest of them fails, and the answer to it is ignored.
    ///
    /// - Parameter usesCache: whether the last answer may be used, if it was about exactly these resources.
    mutating func checkPreauthorizedResources(_ resources: [String]?, usesCache: Bool) {
        if let overdue = state.preauthorizedLists.overdue {
            log(.error, "checkPreauthorizedResources: too many calls have no answer, so the oldest fails")
            tellPreauthorized([], overdue, status: .preauthorizationFailed)
        }
        let ticket = state.nextNumber()
        state.preauthorizedLists.open(ticket)
        guard let resources, !resources.isEmpty, let (login, token) = authorizingLogin() else {
            return tellPreauthorized([], ticket)
        }
        let known = lineUpDecisions(resources, token) ?? (usesCache ? rememberedDecisions(resources, login) : nil)
        if let known { return tellPreauthorized(known.filter(\.authorized).map(\.id), ticket) }
        send(
            .preauthorize(resources, requestor: login.requestor, provider: login.provider, token: login.token),
            then: .preauthorization(.list(resources, login, ticket: ticket)))
    }

    mutating func proceed(_ step: PreauthorizationStep, with answer: Answer) {
        switch step {
        case .list(let resources, let login, let ticket): takePreauthorized(answer, resources, login, ticket)
        case .request(let request, let login, let completion): takePreauthorization(answer, request, login, completion)
        }
    }

    private mutating func takePreauthorized(
        _ answer: Answer, _ resources: [String], _ login: AuthorizingLogin, _ ticket: Int
    ) {
        // The login that the answer is about has ended, and its decisions no longer apply.
        if hasEnded(login) { return tellPreauthorized([], ticket) }
        guard case .response(let response) = answer,
            case .decisions(let answered) = PreauthorizationAnswer(response, using: setup.xml)
        else {
            return tellPreauthorized([], ticket, status: status(of: answer, else: .preauthorizationFailed))
        }
        let decisions = remember(answered, for: resources, login)
        tellPreauthorized(decisions.filter(\.authorized).map(\.id), ticket)
    }

    /// Fills the call's place in the order of answers with the list and the status event.
    private mutating func tellPreauthorized(_ resources: [String], _ ticket: Int, status: AdvancedStatus? = nil) {
        var told: [Effect] = [.callback(.preauthorizedResources(resources))]
        if let status { told.append(.callback(.status(status))) }
        effects += state.preauthorizedLists.close(ticket, with: told)
    }
}
