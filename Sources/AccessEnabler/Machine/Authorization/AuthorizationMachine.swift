/// The authorization of resources: `checkAuthorization` and `getAuthorization`, up to the media token.
///
/// `FlowContext+Authorization.swift` handles the service's answers; `OfflineAuthorization.swift` says what happens
/// offline.
struct AuthorizationMachine: Sendable {
    enum Event {
        case checkAuthorization(ResourceRequest)
        case getAuthorization(ResourceRequest)
        case answered(AuthorizationStep, Answer)
        case loginSucceeded
        /// The login ended without success, or the requestor changes.
        case loginFailed
        /// No login is running: the one that the resources wait for ended without a callback, or none had begun.
        case noLoginRuns
    }

    /// A request for an authZ token that has no answer yet; further calls that need the same token wait for its answer.
    private struct OpenRequest: Hashable {
        var request: ResourceRequest
        var login: AuthorizingLogin
    }

    /// The maximum number of resources that wait for a login: more than an app requests during one login.
    private static let waitingLimit = 256

    /// The resources that wait for the running login; the same resource with the same data is listed once.
    private(set) var waiting: [ResourceRequest] = []
    /// The requests for authZ tokens without an answer yet, each with the number of calls that wait for it.
    private var open: [OpenRequest: Int] = [:]

    mutating func handle(_ event: Event, in context: inout FlowContext) {
        switch event {
        case .checkAuthorization(let request): check(request, &context)
        case .getAuthorization(let request): get(request, &context)
        case .answered(let step, let answer): receive(answer, to: step, &context)
        case .loginSucceeded: authorizeWaiting(&context)
        case .loginFailed: waiting = []
        case .noLoginRuns:
            if waiting.isEmpty { return }
            if context.authorizingLogin() == nil { context.signal(.loginNeeded) } else { authorizeWaiting(&context) }
        }
    }

    /// Authorizes a resource; fails at once if the user isn't logged in.
    private mutating func check(_ request: ResourceRequest, _ context: inout FlowContext) {
        if let login = context.authorizingLogin()?.login { return authorize(request, login, &context) }
        context.refuseUnauthenticated(request)
    }

    /// Authorizes a resource; first starts a login if the user isn't logged in.
    private mutating func get(_ request: ResourceRequest, _ context: inout FlowContext) {
        if let login = context.authorizingLogin()?.login { return authorize(request, login, &context) }
        guard waiting.contains(request) || waiting.count < Self.waitingLimit else {
            context.log(.error, "getAuthorization: too many resources wait for the login, so this one is dropped")
            return context.refuseUnauthenticated(request)
        }
        if !waiting.contains(request) { waiting.append(request) }
        context.signal(.loginNeeded)
    }

    /// Authorizes the resources that waited for the login that has just succeeded.
    private mutating func authorizeWaiting(_ context: inout FlowContext) {
        let requests = waiting
        waiting = []
        for request in requests { check(request, &context) }
    }

    /// Authorizes a resource with the stored authZ token. If there is none, asks the service for one, unless that
    /// request has already been sent.
    private mutating func authorize(
        _ request: ResourceRequest, _ login: AuthorizingLogin, _ context: inout FlowContext
    ) {
        if let stored = context.authorizationToken(for: request.resource, at: login.provider.id) {
            return context.askForMediaToken(request, login, authorization: stored.text, wasCached: true)
        }
        let key = OpenRequest(request: request, login: login)
        if let calls = open[key] {
            open[key] = calls + 1
            return
        }
        open[key] = 1
        context.send(
            .authorize(
                resource: request.resource, requestor: login.requestor, provider: login.provider, token: login.token,
                deviceID: context.setup.deviceID,
                genericData: request.data.map { EntitlementValue.object($0).json }, proof: context.requestorProof),
            then: .authorization(.authorize(request, login)))
    }

    private mutating func receive(_ answer: Answer, to step: AuthorizationStep, _ context: inout FlowContext) {
        switch step {
        case .authorize(let request, let login):
            // Every call that waited for this answer gets it, with callbacks of its own.
            let calls = open.removeValue(forKey: OpenRequest(request: request, login: login)) ?? 1
            for _ in 0..<calls {
                if context.hasEnded(login) {
                    context.refuseUnauthenticated(request)
                } else {
                    context.receiveAuthorization(answer, request, login)
                }
            }
        case .mediaToken(let request, let login, let authorization, let wasCached):
            guard !context.hasEnded(login) else { return context.refuseUnauthenticated(request) }
            context.receiveMediaToken(answer, request, login, authorization: authorization, wasCached: wasCached)
        }
    }
}
