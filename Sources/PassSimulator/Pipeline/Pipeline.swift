import Dispatch
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
        var trace = Trace(started: log == nil ? nil : DispatchTime.now().uptimeNanoseconds)
        // Address, route, and who may go there: before a World is made for the request.
        let destination: Destination
        do throws(Addressing.Refusal) {
            destination = try self.destination(of: received)
        } catch {
            return .ready(logged(error.response, received, nil, trace, nil))
        }
        let request = destination.request(received)
        trace.audience = destination.audience
        if let refusal = destination.refusal {
            return .ready(logged(refusal, request, destination.match.route, trace, destination.namespace))
        }
        guard let namespace = namespaces.find(destination.namespace) else {
            let refusal = Problem.response(
                .serviceUnavailable, "Too many namespaces", "No further namespace can be created.")
            return .ready(logged(refusal, request, destination.match.route, trace, destination.namespace))
        }
        if namespace.journal != nil { trace.taken = namespace.world.clock.now() }

        switch destination.match {
        case .notFound where received.method == .options && received.target == "*":
            return .ready(finish(Self.wholeServer, request, nil, trace, namespace))
        case .notFound:
            return .ready(finish(Self.notFound(trace.audience), request, nil, trace, namespace))
        case .wrongMethod(let methods, _):
            return .ready(finish(Self.wrongMethod(request, allowed: methods), request, nil, trace, namespace))
        case .found(let found, let captures):
            return ask(found, captures, request, destination.links, trace, namespace)
        }
    }

    private func destination(of received: HTTPRequest) throws(Addressing.Refusal) -> Destination {
        if let known = received.note as? Destination { return known }
        let new = try Destination(of: received, addressing, router)
        received.setNote(new)
        return new
    }

    /// Has an endpoint answer the request, unless a fault or the throttle does.
    private func ask(
        _ found: RoutedEndpoint, _ captures: consuming Captures, _ request: consuming HTTPRequest,
        _ links: consuming Links, _ traced: Trace, _ namespace: Namespace
    ) -> HTTPAnswer {
        let route = found.route
        var trace = traced
        var forced: EntitlementFailure?
        // Fault. The simulator's own paths and the MVPDs' pages have none.
        if case .clients = route.audience, !namespace.faults.isEmpty,
            let fault = namespace.faults.take(route.operation)
        {
            trace.isFaulted = true
            switch fault {
            case .answer(let response): return .ready(finish(response, request, route, trace, namespace))
            case .failure(let failure): forced = failure
            case .delay(let milliseconds): trace.delay = milliseconds
            }
        }

        // Throttle. Preflights aren't counted: a browser makes them by itself, and takes a refused one for a broken
        // connection.
        guard Throttling.admits(request, for: route.audience, in: namespace.world) else {
            return .ready(finish(Throttling.refusal, request, route, trace, namespace))
        }
        let world = namespace.world
        var exchange = Exchange(
            request: request, world: world, links: links, now: world.clock.now(), captures: captures)
        guard case .loop = route.place else {
            return .work { [self, exchange, trace, forced] in
                var exchange = exchange
                let unread = readParameters(of: &exchange, for: found.route)
                return run(found, exchange, forced ?? unread, trace, namespace)
            }
        }
        let unread = readParameters(of: &exchange, for: route)
        let failure = forced ?? unread
        if let place = found.place, case .worker = place(exchange) {
            return .work { [self, exchange, trace] in run(found, exchange, failure, trace, namespace) }
        }
        return .ready(run(found, exchange, failure, trace, namespace))
    }

    /// Reads the parameters of an operation that has any.
    ///
    /// - Returns: why they can't be read.
    private func readParameters(of exchange: inout Exchange, for route: Route) -> EntitlementFailure? {
        let request = exchange.request
        guard route.readsParameters, request.hasQuery || !request.body.isEmpty else { return nil }
        do {
            exchange.parameters = try Parameters(
                query: request.query, contentType: request.fields[.contentType], body: request.body)
            return nil
        } catch {
            return error
        }
    }

    private func run(
        _ found: RoutedEndpoint, _ exchange: Exchange, _ failure: EntitlementFailure?, _ trace: Trace,
        _ namespace: Namespace
    ) -> HTTPResponse {
        var response = answer(found, exchange, failure)
        if let delay = trace.delay { response.delay(milliseconds: delay) }
        return finish(consume response, exchange.request, found.route, trace, namespace)
    }

    /// The endpoint's answer, or its failure table's.
    private func answer(_ found: RoutedEndpoint, _ exchange: Exchange, _ failure: EntitlementFailure?) -> HTTPResponse {
        do {
            if found.route.carriesSecrets, exchange.world.policy.requiresTLS, !exchange.links.isSecure {
                throw EntitlementFailure.insecureTransport
            }
            if let failure { throw failure }
            return try found.endpoint.respond(to: exchange)
        } catch let failure as EntitlementFailure {
            return found.endpoint.failures.response(to: failure, in: exchange)
        } catch {
            return Problem.response(.internalServerError, "Defect", "The simulator has a defect: \(error)")
        }
    }

    /// What every answer gets.
    ///
    /// - Parameter route: `nil` where none was found.
    private func finish(
        _ answer: consuming HTTPResponse, _ request: HTTPRequest, _ route: Route?, _ trace: Trace,
        _ namespace: Namespace
    ) -> HTTPResponse {
        let world = namespace.world
        var response = consume answer
        if case .clients = trace.audience { ServiceHeaders.add(to: &response, origin: request.fields[.origin]) }
        if !world.followsRealTime { response.fields.set(.date, CivilTime.httpDate(world.clock.now())) }
        if let journal = namespace.journal, let taken = trace.taken, !isQuiet(route, response) {
            journal.record(
                JournalEntry(
                    time: taken, operation: route?.operation, request: request, response: response,
                    isFaulted: trace.isFaulted))
        }
        return logged(consume response, request, route, trace, world.name)
    }

    /// - Parameter namespace: `nil` as long as it isn't known.
    private func logged(
        _ response: consuming HTTPResponse, _ request: HTTPRequest, _ route: Route?, _ trace: Trace,
        _ namespace: NamespaceName?
    ) -> HTTPResponse {
        guard let log, let started = trace.started, !isQuiet(route, response) else { return response }
        let elapsed = Int64(bitPattern: DispatchTime.now().uptimeNanoseconds &- started)
        log.write(
            RequestLog.Entry(
                time: realClock.now(), namespace: namespace?.rawValue ?? "-", method: request.method.rawValue,
                path: request.path, operation: route?.operation, status: response.status.code,
                microseconds: Int(elapsed / 1_000), peer: request.connection.peerAddress))
        return response
    }

    /// Whether it is a probe that succeeded.
    private func isQuiet(_ route: Route?, _ response: borrowing HTTPResponse) -> Bool {
        route?.isProbe == true && response.status == .ok
    }

    /// What becomes known of a request on its way. Plain values only, so that it is copied as they are.
    private struct Trace: Sendable {
        /// In nanoseconds of a clock that nobody sets; `nil` when nothing is logged.
        let started: UInt64?
        var audience = Audience.clients
        /// The World's time; `nil` when nothing is recorded.
        var taken: Timestamp?
        var isFaulted = false
        /// For how many milliseconds a fault holds the answer back.
        var delay: Int?
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
