/// The preauthorization of resources: a hint for the app's user interface about what the user can watch.
///
/// `checkPreauthorizedResources` returns the resources that can be watched. `preauthorize` (3.6 and later) returns a
/// decision on each resource, with the reason for a denial ("Preauthorize API").
struct PreauthorizationMachine: Sendable {
    enum Event {
        case checkPreauthorizedResources([String]?, usesCache: Bool)
        case preauthorize(PreauthorizeRequest, CompletionID)
        case answered(PreauthorizationStep, Answer)
    }

    /// The calls of `checkPreauthorizedResources` without an answer yet.
    ///
    /// The app can distinguish their answers only by their order.
    private var lists = OrderedAnswers()
    /// The calls of `preauthorize` without an answer yet, which are answered in the order of the calls.
    private var requests = OrderedAnswers()
    /// The reasons for the denials in the last answer.
    private var explained: ExplainedDenials?
    private var lastTicket = 0

    mutating func handle(_ event: Event, in context: inout FlowContext) {
        switch event {
        case .checkPreauthorizedResources(let resources, let usesCache):
            check(resources, usesCache: usesCache, &context)
        case .preauthorize(let request, let completion): preauthorize(request, completion, &context)
        case .answered(.list(let resources, let login, let ticket), let answer):
            receiveList(answer, resources, login, ticket, &context)
        case .answered(.request(let request, let login, let completion), let answer):
            receiveDecisions(answer, request, login, completion, &context)
        }
    }

    // MARK: checkPreauthorizedResources

    /// Reports the resources that the user can watch, in the app's order and spelling; an empty list after any failure.
    ///
    /// If too many calls are unanswered, the oldest of them fails, and the answer to it is ignored.
    ///
    /// - Parameter usesCache: whether the last answer may be used, if it was about exactly these resources.
    private mutating func check(_ resources: [String]?, usesCache: Bool, _ context: inout FlowContext) {
        if let overdue = lists.overdue {
            context.log(.error, "checkPreauthorizedResources: too many calls have no answer, so the oldest fails")
            tell([], overdue, status: .preauthorizationFailed, &context)
        }
        lastTicket += 1
        let ticket = lastTicket
        lists.open(ticket)
        guard let resources, !resources.isEmpty, let (login, token) = context.authorizingLogin() else {
            return tell([], ticket, &context)
        }
        let known =
            context.lineUpDecisions(resources, token)
            ?? (usesCache ? context.rememberedDecisions(resources, login, explained) : nil)
        if let known { return tell(known.filter(\.authorized).map(\.id), ticket, &context) }
        context.send(
            .preauthorize(resources, requestor: login.requestor, provider: login.provider, token: login.token),
            then: .preauthorization(.list(resources, login, ticket: ticket)))
    }

    private mutating func receiveList(
        _ answer: Answer, _ resources: [String], _ login: AuthorizingLogin, _ ticket: Int, _ context: inout FlowContext
    ) {
        // If the login that the answer is about has ended, the decisions no longer apply.
        if context.hasEnded(login) { return tell([], ticket, &context) }
        guard case .response(let response) = answer,
            case .decisions(let answered) = PreauthorizationAnswer(response, using: context.setup.xml)
        else {
            return tell([], ticket, status: context.status(of: answer, else: .preauthorizationFailed), &context)
        }
        let decisions = remember(answered, for: resources, login, &context)
        tell(decisions.filter(\.authorized).map(\.id), ticket, &context)
    }

    /// Answers a call with the list and the status event, as soon as all earlier calls are answered.
    private mutating func tell(
        _ resources: [String], _ ticket: Int, status: AdvancedStatus? = nil, _ context: inout FlowContext
    ) {
        var told: [Effect] = [.callback(.preauthorizedResources(resources))]
        if let status { told.append(.callback(.status(status))) }
        for effect in lists.close(ticket, with: told) { context.carryOut(effect) }
    }

    // MARK: preauthorize

    /// Answers a call exactly once, in the order of the calls, with decisions or an error; only a missing configuration
    /// is reported at once.
    ///
    /// If too many calls are unanswered, the oldest of them fails, and the answer to it is ignored.
    private mutating func preauthorize(
        _ request: PreauthorizeRequest, _ completion: CompletionID, _ context: inout FlowContext
    ) {
        guard context.isConfigured else {
            let failure = PreauthorizeResponse(status: .requestorNotConfigured)
            return context.carryOut(.preauthorized(completion, failure, isFailure: true))
        }
        if let overdue = requests.overdue {
            context.log(.error, "preauthorize: too many calls have no answer, so the oldest fails")
            fail(CompletionID(number: overdue), .networkFailed, &context)
        }
        requests.open(completion.number)
        guard let (login, token) = context.authorizingLogin() else {
            if case .expired = context.storedLogin() { return fail(completion, .sessionExpired, &context) }
            return fail(completion, .sessionMissing, &context)
        }
        let usesCache = !request.disabledFeatures.contains(.LOCAL_CACHE)
        let known =
            context.lineUpDecisions(request.resources, token)
            ?? (usesCache ? context.rememberedDecisions(request.resources, login, explained) : nil)
        if let known { return complete(completion, PreauthorizeResponse(decisions: known), &context) }
        context.send(
            .preauthorize(
                request.resources, requestor: login.requestor, provider: login.provider, token: login.token,
                explains: true, usesRemoteCache: !request.disabledFeatures.contains(.REMOTE_CACHE)),
            then: .preauthorization(.request(request, login, completion)))
    }

    private mutating func receiveDecisions(
        _ answer: Answer, _ request: PreauthorizeRequest, _ login: AuthorizingLogin, _ completion: CompletionID,
        _ context: inout FlowContext
    ) {
        if context.hasEnded(login) { return fail(completion, .sessionMissing, &context) }
        switch answer {
        case .failed, .refused(.transport):
            fail(completion, .networkFailed, event: context.status(of: answer, else: nil), &context)
        case .refused(.notRegistered), .refused(.noAccessToken): fail(completion, .noAccessToken, &context)
        case .response(let response):
            switch PreauthorizationAnswer(response, using: context.setup.xml) {
            case .decisions(let answered):
                let decisions = remember(answered, for: request.resources, login, &context)
                complete(completion, PreauthorizeResponse(decisions: decisions), &context)
            case .refused(let status): complete(completion, PreauthorizeResponse(status: status), &context)
            case .unknownFormat: fail(completion, .formatUnknown, &context)
            }
        }
    }

    private mutating func complete(
        _ completion: CompletionID, _ response: PreauthorizeResponse, _ context: inout FlowContext
    ) {
        let told = Effect.preauthorized(completion, response, isFailure: false)
        for effect in requests.close(completion.number, with: [told]) { context.carryOut(effect) }
    }

    private mutating func fail(
        _ completion: CompletionID, _ status: PreauthorizeResponse.Status, event: AdvancedStatus? = nil,
        _ context: inout FlowContext
    ) {
        var told: [Effect] = [.preauthorized(completion, PreauthorizeResponse(status: status), isFailure: true)]
        if let event { told.append(.callback(.status(event))) }
        for effect in requests.close(completion.number, with: told) { context.carryOut(effect) }
    }

    /// Stores the service's answer, and returns it in the app's order and spelling.
    private mutating func remember(
        _ answered: [PreauthorizeResponse.Decision], for resources: [String], _ login: AuthorizingLogin,
        _ context: inout FlowContext
    ) -> [PreauthorizeResponse.Decision] {
        let decisions = answered.inOrder(of: resources)
        let allowed = Set(decisions.filter(\.authorized).map(\.id))
        let preauthorization = StoredPreauthorization(asked: Set(resources), allowed: allowed)
        context.update(login.provider.id) { $0.preauthorized = preauthorization }
        let errors = decisions.compactMap { decision in decision.error.map { (decision.id, $0) } }
        explained = ExplainedDenials(
            token: login.token, preauthorization: preauthorization, errors: Dictionary(errors) { first, _ in first })
        return decisions
    }
}
