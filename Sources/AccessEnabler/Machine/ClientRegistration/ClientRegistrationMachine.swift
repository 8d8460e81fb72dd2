import PassCore

/// The flow that registers the client and gets its access token (3.0 and later).
///
/// Source: "Dynamic Client Registration"; RFC 7591, RFC 6749 section 4.4.
struct ClientRegistrationMachine: Sendable {
    enum Event {
        /// Requests wait for an access token, which these service providers can give; they are asked in this order.
        case accessNeeded(hosts: [String])
        case answered(AccessStep, Answer)
        /// The requests that waited for a token were abandoned.
        case abandoned
    }

    /// An attempt to get an access token.
    private struct Run {
        /// The number of the newest request; answers to earlier ones are ignored.
        var number = 0
        /// The service providers to ask. The first is being asked.
        var hosts: [String]
        /// Whether this attempt has registered the client, so that it doesn't do so twice.
        var hasRegistered = false
    }

    private var run: Run?
    private var lastNumber = 0

    mutating func handle(_ event: Event, in context: inout FlowContext) {
        switch event {
        case .accessNeeded(let hosts):
            guard run == nil else { return }
            ask(Run(hosts: hosts), &context)
        case .answered(let step, let answer): receive(answer, to: step, &context)
        case .abandoned: run = nil
        }
    }

    private mutating func receive(_ answer: Answer, to step: AccessStep, _ context: inout FlowContext) {
        guard let run, run.number == step.run else { return }
        switch (answer, step) {
        case (.response(let response), .register): registered(response, run, &context)
        case (.response(let response), .token): gotToken(response, run, &context)
        case (.failed(let error), _): tryNextHost(run, error, &context)
        case (.refused, _): fail(.noAccessToken, &context)
        }
    }

    private mutating func registered(_ response: TransportResponse, _ run: Run, _ context: inout FlowContext) {
        guard let statement = context.setup.softwareStatement,
            let client = ClientCredentials(response, softwareStatement: statement)
        else { return fail(.notRegistered, &context) }
        context.store.own.client = client
        context.store.own.accessToken = nil
        var run = run
        run.hasRegistered = true
        ask(run, &context)
    }

    private mutating func gotToken(_ response: TransportResponse, _ run: Run, _ context: inout FlowContext) {
        if response.errorName == "invalid_client", !run.hasRegistered {
            context.store.own.client = nil
            return ask(run, &context)
        }
        guard let token = AccessToken(response, now: context.now) else { return fail(.noAccessToken, &context) }
        context.store.own.accessToken = token
        self.run = nil
        context.signal(.accessGranted(token))
    }

    private mutating func tryNextHost(
        _ run: Run, _ error: AccessEnablerTransportError, _ context: inout FlowContext
    ) {
        context.log(.debug, "No answer from \(run.hosts[0]): \(error)")
        guard run.hosts.count > 1 else { return fail(.transport(error), &context) }
        var run = run
        run.hosts.removeFirst()
        ask(run, &context)
    }

    /// Asks the first service provider for the token, or to register the client if it isn't registered yet.
    private mutating func ask(_ run: Run, _ context: inout FlowContext) {
        guard let host = run.hosts.first else {
            return fail(.transport(.unreachable("no service provider")), &context)
        }
        var run = run
        lastNumber += 1
        run.number = lastNumber
        self.run = run
        if let client = context.registeredClient {
            context.send(.accessToken(at: host, client: client), then: .access(.token(run: run.number)))
        } else if let statement = context.setup.softwareStatement {
            context.send(
                .register(at: host, softwareStatement: statement), then: .access(.register(run: run.number)))
        } else {
            fail(.notRegistered, &context)
        }
    }

    /// Ends the attempt without a token, and emits the status event of the failure, if it has one.
    private mutating func fail(_ failure: AccessFailure, _ context: inout FlowContext) {
        run = nil
        switch failure {
        case .notRegistered: context.emit("R400", .error)
        case .noAccessToken: context.emit("R401", .error)
        case .transport: break
        }
        context.signal(.accessFailed(failure))
    }
}

extension AccessStep {
    fileprivate var run: Int {
        switch self {
        case .register(let run), .token(let run): run
        }
    }
}
