import PassCore
import PassDomain
import PassEndpointKit
import PassHTTP
import PassInstruments

/// A request's way from the connection to its endpoint and back: the stages, in their order.
final class Pipeline: HTTPResponder {
    private let router: Router
    private let namespaces: Namespaces
    private let addressing: Addressing
    private let log: RequestLog?
    private let realClock: any WallClock

    init(
        families: [any EndpointFamily], namespaces: Namespaces, addressing: Addressing, log: RequestLog?,
        realClock: any WallClock
    ) {
        router = Router(families)
        self.namespaces = namespaces
        self.addressing = addressing
        self.log = log
        self.realClock = realClock
    }

    func respond(to received: HTTPRequest) -> HTTPAnswer {
        let started = log.map { _ in ContinuousClock.now }
        // Address: which host was asked, in which World, for which path.
        let address: Addressing.Address
        switch addressing.resolve(received) {
        case .success(let resolved): address = resolved
        case .failure(let refusal): return .ready(logged(refusal.response, Trace(request: received, started: started)))
        }
        let request = address.request
        var trace = Trace(request: request, started: started)
        trace.namespace = address.namespace

        // Route, and who may go there: before a World is made for the request.
        let match = router.match(request.method, address.path)
        switch match {
        case .found(let found, _):
            trace.route = found.route
            trace.audience = found.route.audience
        case .wrongMethod(_, let audience): trace.audience = audience
        case .notFound: trace.audience = Audience(path: address.path)
        }
        if trace.audience == .operators,
            let refusal = OperatorGate.refusal(of: request, address.links, strangeHost: address.strangeHost)
        {
            return .ready(logged(refusal, trace))
        }
        guard let namespace = namespaces.find(address.namespace) else {
            let refusal = Problem.response(
                .serviceUnavailable, "Too many namespaces", "No further namespace can be created.")
            return .ready(logged(refusal, trace))
        }
        let world = namespace.world
        if namespace.journal != nil { trace.taken = world.clock.now() }

        switch match {
        case .notFound where received.method == .options && received.target == "*":
            return .ready(finish(Self.wholeServer, trace, namespace))
        case .notFound: return .ready(finish(Self.notFound(trace.audience), trace, namespace))
        case .wrongMethod(let methods, _):
            return .ready(finish(Self.wrongMethod(request, allowed: methods), trace, namespace))
        case .found(let found, let captures):
            let route = found.route
            // Fault. The simulator's own paths and the MVPDs' pages have none.
            let fault =
                namespace.faults.isEmpty || route.audience != .clients ? nil : namespace.faults.take(route.operation)
            trace.isFaulted = fault != nil
            if case .answer(let response) = fault { return .ready(finish(response, trace, namespace)) }

            // Throttle. Preflights aren't counted: a browser makes them by itself, and takes a refused one for a broken
            // connection.
            guard Throttling.admits(request, for: route.audience, in: world) else {
                return .ready(finish(Throttling.refusal, trace, namespace))
            }
            let call = Call(
                found: found, captures: captures, links: address.links, fault: fault, trace: trace, namespace: namespace
            )
            guard route.place == .loop else { return .work { [self] in run(call, Reading(call)) } }
            let reading = Reading(call)
            if found.endpoint.place(for: reading.exchange) == .loop { return .ready(run(call, reading)) }
            return .work { [self] in run(call, reading) }
        }
    }

    /// A request that has found its endpoint, with all that its answer takes.
    private final class Call: Sendable {
        let found: RoutedEndpoint
        let captures: Captures
        let links: Links
        let fault: FaultEffect?
        let trace: Trace
        let namespace: Namespace

        init(
            found: RoutedEndpoint, captures: Captures, links: Links, fault: FaultEffect?, trace: Trace,
            namespace: Namespace
        ) {
            self.found = found
            self.captures = captures
            self.links = links
            self.fault = fault
            self.trace = trace
            self.namespace = namespace
        }
    }

    /// A request as its endpoint gets it, without parameters where they can't be read, and why not.
    private struct Reading: Sendable {
        let exchange: Exchange
        let failure: EntitlementFailure?

        init(_ call: Call) {
            let request = call.trace.request
            let world = call.namespace.world
            var parameters = Parameters([])
            var failure: EntitlementFailure?
            do {
                if call.found.route.readsParameters, request.query != nil || !request.body.isEmpty {
                    parameters = try Parameters(
                        query: request.query, contentType: request.fields[.contentType], body: request.body)
                }
            } catch {
                failure = error
            }
            if case .failure(let forced) = call.fault { failure = forced }
            self.failure = failure
            exchange = Exchange(
                request: request, world: world, links: call.links, now: world.clock.now(), captures: call.captures,
                parameters: parameters)
        }
    }

    private func run(_ call: Call, _ reading: Reading) -> HTTPResponse {
        var response = answer(call, reading)
        if case .delay(let milliseconds) = call.fault { response.delay(milliseconds: milliseconds) }
        return finish(consume response, call.trace, call.namespace)
    }

    /// The endpoint's answer, or its failure table's.
    private func answer(_ call: Call, _ reading: Reading) -> HTTPResponse {
        let exchange = reading.exchange
        do {
            if call.found.route.carriesSecrets, exchange.world.policy.requiresTLS, !exchange.links.isSecure {
                throw EntitlementFailure.insecureTransport
            }
            if let failure = reading.failure { throw failure }
            return try call.found.endpoint.respond(to: exchange)
        } catch let failure as EntitlementFailure {
            return call.found.endpoint.failures.response(to: failure, in: exchange)
        } catch {
            return Problem.response(.internalServerError, "Defect", "The simulator has a defect: \(error)")
        }
    }

    /// What every answer gets.
    private func finish(_ answer: consuming HTTPResponse, _ trace: Trace, _ namespace: Namespace) -> HTTPResponse {
        let world = namespace.world
        var response = consume answer
        if trace.audience == .clients {
            ServiceHeaders.add(to: &response, origin: trace.request.fields[.origin])
        }
        if !world.followsRealTime { response.fields.set(.date, CivilTime.httpDate(world.clock.now())) }
        if let journal = namespace.journal, let taken = trace.taken, !trace.isProbe || response.status != .ok {
            journal.record(
                JournalEntry(
                    time: taken, operation: trace.route?.operation, request: trace.request, response: response,
                    isFaulted: trace.isFaulted))
        }
        return logged(consume response, trace)
    }

    private func logged(_ response: consuming HTTPResponse, _ trace: Trace) -> HTTPResponse {
        guard let log, let started = trace.started, !trace.isProbe || response.status != .ok else { return response }
        let elapsed = ContinuousClock.now - started
        log.write(
            RequestLog.Entry(
                time: realClock.now(), namespace: trace.namespace?.rawValue ?? "-",
                method: trace.request.method.rawValue, path: String(trace.request.path),
                operation: trace.route?.operation, status: response.status.code,
                microseconds: Int(elapsed / .microseconds(1)), peer: trace.request.connection.peerAddress))
        return response
    }

    private struct Trace: Sendable {
        var request: HTTPRequest
        /// `nil` when nothing is logged.
        var started: ContinuousClock.Instant?
        /// `nil` as long as it isn't known.
        var namespace: NamespaceName?
        /// `nil` where none was found.
        var route: Route?
        var audience = Audience.clients
        /// The World's time; `nil` when nothing is recorded.
        var taken: Timestamp?
        var isFaulted = false

        var isProbe: Bool { route?.isProbe ?? false }
    }

    /// The answer to `OPTIONS *`, a question about the server as a whole (RFC 9110, section 9.3.7).
    private static let wholeServer = HTTPResponse(.ok, fields: [.allow: "GET, HEAD, POST, DELETE, OPTIONS"])

    private static func notFound(_ audience: Audience) -> HTTPResponse {
        guard audience == .clients else {
            return Problem.response(.notFound, "Not found", "The simulator has nothing under this path.")
        }
        return HTTPResponse(.notFound, text: "Not found")
    }

    /// 200 for a preflight, else 405 (RFC 9110, section 15.5.6).
    private static func wrongMethod(_ request: HTTPRequest, allowed methods: [HTTPMethod]) -> HTTPResponse {
        let allow = methods.map(\.rawValue).joined(separator: ", ")
        var response =
            request.method == .options
            ? HTTPResponse(.ok) : HTTPResponse(.methodNotAllowed, text: "This path allows \(allow).")
        response.fields.append(.allow, allow)
        return response
    }
}
