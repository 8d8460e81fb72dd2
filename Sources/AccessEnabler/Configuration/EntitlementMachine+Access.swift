import PassCore

/// The steps of getting an access token.
///
/// `run` is the number of the attempt, so that answers to an abandoned one are recognized.
package enum AccessStep: Sendable {
    /// The registration of the client.
    case register(run: Int)
    /// The request for the token.
    case token(run: Int)
}

/// The progress of registering the client and getting its access token (3.0 and later).
package struct AccessState: Sendable {
    /// The requests that wait for an access token, oldest first; at most `waitingForAccessLimit`.
    package internal(set) var waiting: [SentRequest] = []
    /// The service providers to get the token from, in the order of trial. The first is being asked; empty while none
    /// is.
    var hosts: [String] = []
    /// The number of the newest attempt; answers to earlier ones are ignored.
    var run = 0
    /// Whether this attempt has registered the client, so that it doesn't do so twice.
    var hasRegistered = false
}

/// The ways in which the service rejects an access token ("Dynamic Client Registration", errors of protected calls).
enum AccessRefusal {
    /// A 401, which a new token solves.
    case token
    /// A 403, which only a new registration solves.
    case client

    /// Recognizes a rejected access token; returns `nil` for every other answer.
    ///
    /// A 401 without one of these error names concerns the call itself.
    init?(_ response: TransportResponse) {
        switch (response.status, response.errorName) {
        // The documentation's own sample of a 401 carries the other name, `invalid_client`.
        case (401, "access_denied"), (401, "invalid_client"): self = .token
        case (403, "invalid_client"): self = .client
        default: return nil
        }
    }
}

extension EntitlementMachine {
    /// The access token that calls carry now; `nil` when there is none, it has expired, or another software statement's
    /// client got it.
    var usableAccessToken: AccessToken? {
        guard let token = store.own.accessToken, token.expires > now, registeredClient != nil else { return nil }
        return token
    }

    /// The registered client, if it was registered with the current software statement.
    private var registeredClient: ClientCredentials? {
        guard let client = store.own.client, client.softwareStatement == setup.softwareStatement else { return nil }
        return client
    }

    /// Lets a request wait for an access token, and asks for the token unless that is already under way.
    ///
    /// A request beyond the limit fails like one that reached no service.
    mutating func waitForAccess(_ sent: SentRequest) {
        guard state.access.waiting.count < Self.waitingForAccessLimit else {
            log(.error, "too many requests wait for an access token, so this one fails")
            return proceed(sent.step, with: .refused(.transport(.unreachable("too many requests wait"))))
        }
        state.access.waiting.append(sent)
        guard state.access.hosts.isEmpty else { return }
        state.access.hosts = accessHosts(for: sent.call)
        state.access.hasRegistered = false
        askForAccess()
    }

    /// Drops the waiting requests of a `setRequestor` that has been superseded.
    ///
    /// - Parameter keepingAccess: whether a registration under way for it also serves the next `setRequestor`.
    mutating func dropWaitingConfigurations(keepingAccess: Bool) {
        state.access.waiting.removeAll { if case .configuration = $0.step { true } else { false } }
        if state.access.waiting.isEmpty, !keepingAccess { state.access.hosts = [] }
    }

    /// Replaces a rejected access token or client and repeats the call, once for each; after that the call has failed.
    mutating func renewAccess(of sent: SentRequest, after refusal: AccessRefusal) {
        var sent = sent
        let isCurrent = store.own.accessToken?.text == sent.accessToken
        switch refusal {
        case .token where !sent.hasNewToken:
            if isCurrent { store.own.accessToken = nil }
        case .client where !sent.hasNewClient:
            // A token that another call has already replaced is kept.
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

    /// Asks the next service provider for the token; if there is none, fails the waiting requests.
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

    /// Fails all waiting requests, and emits the status event of the failure, if it has one.
    private mutating func refuseAccess(_ failure: AccessFailure) {
        let waiting = endAccess()
        switch failure {
        case .notRegistered: emit("R400", .error)
        case .noAccessToken: emit("R401", .error)
        case .transport: break
        }
        for sent in waiting { proceed(sent.step, with: .refused(failure)) }
    }

    /// Ends the attempt, and returns the requests that waited for it.
    private mutating func endAccess() -> [SentRequest] {
        defer {
            state.access.waiting = []
            state.access.hosts = []
        }
        return state.access.waiting
    }

    /// The most requests that wait for an access token at a time.
    static let waitingForAccessLimit = 1024

    /// The service providers to get a token from: the call's own first, then the others in the app's order.
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
