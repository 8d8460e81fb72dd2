import PassCore

/// Sends the requests to the service, repeats those that fail in transit, and adds the access token that each request
/// needs.
struct Outbox: Sendable {
    enum Event {
        case send(ServiceCall, then: Step)
        /// The driver has the answer to a request.
        case answered(RequestID, Answer)
        case accessGranted(AccessToken)
        case accessFailed(AccessFailure)
        /// A new `setRequestor` has superseded the last one, whose requests may still wait for an access token.
        case configurationSuperseded
    }

    /// A request that was sent or is about to be sent, with the data to repeat it and to continue its flow.
    private struct Request {
        var call: ServiceCall
        /// The step of the flow that handles the answer.
        var step: Step
        /// Whether the request was sent again after the transport failed.
        var isRepeated = false
        /// The access token that the request carries; `nil` when it needs none, or still waits for one.
        var accessToken: String?
        /// Whether the request was sent again with a new access token.
        var hasNewToken = false
        /// Whether the request was sent again after a new client registration.
        var hasNewClient = false
    }

    /// The maximum number of requests that wait for an access token at a time.
    static let waitingLimit = 1024

    /// The requests without an answer yet.
    private var sent: [RequestID: Request] = [:]
    /// The requests that wait for an access token, oldest first; at most `waitingLimit`.
    private var waiting: [Request] = []
    private var lastNumber = 0

    /// The number of requests without an answer yet.
    var sentCount: Int { sent.count }
    /// The number of requests that wait for an access token.
    var waitingCount: Int { waiting.count }

    mutating func handle(_ event: Event, in context: inout FlowContext) {
        switch event {
        case .send(let call, let step): transmit(Request(call: call, step: step), &context)
        case .answered(let id, let answer):
            guard let request = sent.removeValue(forKey: id) else { return }
            receive(answer, to: request, &context)
        case .accessGranted(let token):
            for request in takeWaiting() { transmit(request, with: token, &context) }
        case .accessFailed(let failure):
            for request in takeWaiting() { context.signal(.answered(request.step, .refused(failure))) }
        case .configurationSuperseded:
            waiting.removeAll { if case .configuration = $0.step { true } else { false } }
        }
    }

    /// Sends a request, or queues it until there is an access token.
    ///
    /// - Parameter token: a token that the service has just issued; it is sent even if its expiry has passed.
    private mutating func transmit(
        _ request: Request, with token: AccessToken? = nil, _ context: inout FlowContext
    ) {
        var request = request
        request.accessToken = nil
        if context.setup.profile.registersClient, request.call.needsAccessToken {
            guard let token = token ?? context.usableAccessToken else { return wait(request, &context) }
            request.accessToken = token.text
        }
        lastNumber += 1
        let id = RequestID(number: lastNumber)
        sent[id] = request
        context.carryOut(
            .request(
                id, context.transportRequest(request.call, accessToken: request.accessToken),
                sharesCookies: request.call.sharesCookies))
    }

    /// Queues a request until there is an access token. A request beyond the limit fails as if the service couldn't be
    /// reached.
    private mutating func wait(_ request: Request, _ context: inout FlowContext) {
        guard waiting.count < Self.waitingLimit else {
            context.log(.error, "too many requests wait for an access token, so this one fails")
            let failure = AccessFailure.transport(.unreachable("too many requests wait"))
            return context.signal(.answered(request.step, .refused(failure)))
        }
        waiting.append(request)
        context.signal(.accessNeeded(hosts: context.accessHosts(for: request.call)))
    }

    private mutating func takeWaiting() -> [Request] {
        defer { waiting = [] }
        return waiting
    }

    /// Sends the request again, or passes its answer to its flow.
    private mutating func receive(_ answer: Answer, to request: Request, _ context: inout FlowContext) {
        switch answer {
        case .failed(let error) where error.mayPass && !request.isRepeated:
            var request = request
            request.isRepeated = true
            transmit(request, &context)
        case .response(let response) where request.accessToken != nil:
            guard let refusal = AccessRefusal(response) else {
                return context.signal(.answered(request.step, answer))
            }
            renewAccess(of: request, after: refusal, &context)
        case .response, .failed, .refused:
            context.signal(.answered(request.step, answer))
        }
    }

    /// Replaces a rejected access token or client and repeats the call, at most once each; then the call fails.
    private mutating func renewAccess(of request: Request, after refusal: AccessRefusal, _ context: inout FlowContext) {
        var request = request
        let isCurrent = context.store.own.accessToken?.text == request.accessToken
        switch refusal {
        case .token where !request.hasNewToken:
            if isCurrent { context.store.own.accessToken = nil }
        case .client where !request.hasNewClient:
            // If another call has already replaced the token, the new token is kept.
            if isCurrent {
                context.store.own.accessToken = nil
                context.store.own.client = nil
            }
            request.hasNewClient = true
        case .token:
            context.emit("R401", .error)
            return context.signal(.answered(request.step, .refused(.noAccessToken)))
        case .client:
            context.emit("R400", .error)
            return context.signal(.answered(request.step, .refused(.notRegistered)))
        }
        request.hasNewToken = true
        transmit(request, &context)
    }
}

/// The ways in which the service rejects an access token ("Dynamic Client Registration", errors of protected calls).
private enum AccessRefusal {
    /// The service answered 401: a new token may help.
    case token
    /// The service answered 403: only a new registration may help.
    case client

    /// Recognizes a rejected access token; returns `nil` for every other answer.
    ///
    /// A 401 with another error name, or with none, concerns the call itself.
    init?(_ response: TransportResponse) {
        switch (response.status, response.errorName) {
        // The documentation lists `access_denied` for a 401, but its sample shows `invalid_client`.
        case (401, "access_denied"), (401, "invalid_client"): self = .token
        case (403, "invalid_client"): self = .client
        default: return nil
        }
    }
}

extension AccessEnablerTransportError {
    /// Whether repeating the request may help: not if the server isn't trusted or the request was cancelled.
    fileprivate var mayPass: Bool {
        switch self {
        case .unreachable, .timedOut: true
        case .untrusted, .cancelled: false
        }
    }
}
