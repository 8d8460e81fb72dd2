import PassCore

package enum AccessStep: Sendable {
    /// `run` tells the answers of an attempt that was given up.
    case register(run: Int)
    case token(run: Int)
}

/// The client's registration and its access token (3.0 and later).
package struct AccessState: Sendable {
    /// Wait for an access token, oldest first; at most `waitingForAccessLimit`.
    package internal(set) var waiting: [SentRequest] = []
    /// Where to get it, in the order of trial: the first is being asked. Empty while nothing is.
    var hosts: [String] = []
    var run = 0
    /// Whether the client was registered on the way, so that it isn't twice.
    var hasRegistered = false
}

/// How the service says that it doesn't accept the access token ("Dynamic Client Registration", errors of protected calls).
enum AccessRefusal {
    /// 401: a new token helps.
    case token
    /// 403: only another registration helps.
    case client

    /// `nil` for every other answer: a 401 without that body is the call's own.
    init?(_ response: TransportResponse) {
        switch (response.status, response.errorName) {
        // The page's own sample of 401 names the other error.
        case (401, "access_denied"), (401, "invalid_client"): self = .token
        case (403, "invalid_client"): self = .client
        default: return nil
        }
    }
}

extension EntitlementMachine {
    /// The token that calls carry now; `nil` when there is none, it has expired, or another statement's client got it.
    var usableAccessToken: AccessToken? {
        guard let token = store.own.accessToken, token.expires > now, registeredClient != nil else { return nil }
        return token
    }

    private var registeredClient: ClientCredentials? {
        guard let client = store.own.client, client.softwareStatement == setup.softwareStatement else { return nil }
        return client
    }

    /// Lets a request wait, and asks for the token unless that is done already; one too many fails as one that found no service.
    mutating func waitForAccess(_ sent: SentRequest) {
        guard state.access.waiting.count < Self.waitingForAccessLimit else {
            log(.error, "too many requests wait for an access token, this one fails")
            return proceed(sent.step, with: .refused(.transport(.unreachable("too many requests wait"))))
        }
        state.access.waiting.append(sent)
        guard state.access.hosts.isEmpty else { return }
        state.access.hosts = accessHosts(for: sent.call)
        state.access.hasRegistered = false
        askForAccess()
    }

    /// Gives up what waits for a `setRequestor` that counts no more.
    ///
    /// - Parameter keepingAccess: whether a registration on its way for it serves the next one too.
    mutating func dropWaitingConfigurations(keepingAccess: Bool) {
        state.access.waiting.removeAll { if case .configuration = $0.step { true } else { false } }
        if state.access.waiting.isEmpty, !keepingAccess { state.access.hosts = [] }
    }

    /// Meets a refusal of the access token or of the client, once each; then the call has failed.
    mutating func renewAccess(of sent: SentRequest, after refusal: AccessRefusal) {
        var sent = sent
        let isCurrent = store.own.accessToken?.text == sent.accessToken
        switch refusal {
        case .token where !sent.hasNewToken:
            if isCurrent { store.own.accessToken = nil }
        case .client where !sent.hasNewClient:
            // What another call has already replaced is not thrown away again.
            if isCurrent {
                store.own.accessToken = nil
                store.own.client = nil
            }
            sent.hasNewClient = true
        case .token:
            emit("R401", .error)
            return proceed(sent.step, with: .refused(.noAccessToken))
        case .client:
            emit("R400", .error)
            return proceed(sent.step, with: .refused(.notRegistered))
        }
        sent.hasNewToken = true
        transmit(sent)
    }

    mutating func proceed(_ step: AccessStep, with answer: Answer) {
        switch step {
        case .register(let run), .token(let run):
            guard run == state.access.run, let host = state.access.hosts.first else { return }
            guard case .response(let response) = answer else { return accessFailed(answer, at: host) }
            if case .register = step { registered(response) } else { gotAccessToken(response) }
        }
    }

    private mutating func registered(_ response: TransportResponse) {
        guard let statement = setup.softwareStatement,
            let client = ClientCredentials(response, softwareStatement: statement)
        else { return refuseAccess(.notRegistered) }
        store.own.client = client
        store.own.accessToken = nil
        state.access.hasRegistered = true
        askForAccess()
    }

    private mutating func gotAccessToken(_ response: TransportResponse) {
        if response.errorName == "invalid_client", !state.access.hasRegistered {
            store.own.client = nil
            return askForAccess()
        }
        guard let token = AccessToken(response, now: now) else { return refuseAccess(.noAccessToken) }
        store.own.accessToken = token
        let waiting = endAccess()
        for sent in waiting { transmit(sent, with: token) }
    }

    /// Asks the next host, or fails what waits.
    private mutating func accessFailed(_ answer: Answer, at host: String) {
        guard case .failed(let error) = answer else { return refuseAccess(.noAccessToken) }
        log(.debug, "No answer of \(host): \(error)")
        guard state.access.hosts.count > 1 else { return refuseAccess(.transport(error)) }
        state.access.hosts.removeFirst()
        askForAccess()
    }

    private mutating func askForAccess() {
        state.access.run = state.nextNumber()
        let run = state.access.run
        guard let host = state.access.hosts.first else {
            return refuseAccess(.transport(.unreachable("no service provider")))
        }
        if let client = registeredClient {
            send(.accessToken(at: host, client: client), then: .access(.token(run: run)))
        } else if let statement = setup.softwareStatement {
            send(.register(at: host, softwareStatement: statement), then: .access(.register(run: run)))
        } else {
            refuseAccess(.notRegistered)
        }
    }

    private mutating func refuseAccess(_ failure: AccessFailure) {
        let waiting = endAccess()
        switch failure {
        case .notRegistered: emit("R400", .error)
        case .noAccessToken: emit("R401", .error)
        case .transport: break
        }
        for sent in waiting { proceed(sent.step, with: .refused(failure)) }
    }

    private mutating func endAccess() -> [SentRequest] {
        defer {
            state.access.waiting = []
            state.access.hosts = []
        }
        return state.access.waiting
    }

    static let waitingForAccessLimit = 1024

    /// The service providers in their order, that of the call first.
    private func accessHosts(for call: ServiceCall) -> [String] {
        let texts = state.configuration.setting?.serviceProviders ?? []
        var hosts: [String] = []
        for text in texts.isEmpty ? [setup.defaultServiceProvider] : texts {
            guard let provider = try? ServiceProvider(text, allowsPlainHTTP: setup.allowsPlainHTTP),
                !hosts.contains(provider.base)
            else { continue }
            hosts.append(provider.base)
        }
        return hosts.filter { call.url.hasPrefix("\($0)/") } + hosts.filter { !call.url.hasPrefix("\($0)/") }
    }
}
