import Dispatch
import PassCore
import PassDomain
import PassEndpointKit
import PassHTTP
import PassInstruments

/// The stages, in their order, that take a request from its connection to its endpoint and back.
final class Pipeline: HTTPResponder {
    private let router: Router
    private let unservedAPI: UnservedAPI
    /// The starts of paths that belong to an API, known or not, with its manners.
    private let territories: [(start: StaticString, manners: Manners)]
    private let namespaces: Namespaces
    private let addressing: Addressing
    private let log: RequestLog?
    private let realClock: any WallClock

    init(
        families: [any EndpointFamily], namespaces: Namespaces, addressing: Addressing, log: RequestLog?,
        realClock: any WallClock
    ) {
        router = Router(families)
        let routes = families.flatMap(\.endpoints).map(\.route).filter { $0.audience == .clients }
        unservedAPI = UnservedAPI(served: routes.flatMap(\.patterns))
        territories = families.compactMap { family in family.territory.map { ($0, family.manners) } }
        self.namespaces = namespaces
        self.addressing = addressing
        self.log = log
        self.realClock = realClock
    }

    func respond(to received: HTTPRequest) -> HTTPAnswer {
        var trace = log == nil ? Trace() : Trace(started: DispatchTime.now().uptimeNanoseconds)
        // Address, route and permission are checked before a World is created for the request.
        let destination: Destination
        do throws(Addressing.Refusal) {
            destination = try Destination(of: received, addressing, router)
        } catch {
            return .ready(logged(error.response, received, nil, trace, nil))
        }
        let request = destination.request
        trace.audience = destination.audience
        trace.manners = manners(of: destination)
        if let refusal = destination.refusal {
            return .ready(logged(refusal, request, destination.match.route, trace, destination.namespace))
        }
        let name = destination.namespace
        guard case .found(let found, let captures) = destination.match else {
            // A request without an endpoint creates no World other than the default one.
            let namespace = name.isDefault ? namespaces.findOrCreate(name) : namespaces.find(name)
            if let namespace { begin(request, nil, &trace, namespace) }
            return .ready(finish(refusal(of: received, destination), request, nil, trace, namespace, name))
        }
        guard let namespace = namespaces.findOrCreate(name) else {
            let refusal = Problem.response(
                .serviceUnavailable, "Too many namespaces", "There are as many namespaces as namespaces.max allows.")
            return .ready(logged(refusal, request, found.route, trace, name))
        }
        begin(request, found.route, &trace, namespace)
        return ask(found, captures, request, destination.links, trace, namespace)
    }

    /// Refuses content that no operation accepts, with the answer that the whole request would get.
    func admit(_ head: HTTPRequest) -> HTTPAdmission {
        if let destination = try? Destination(of: head, addressing, router), destination.refusal == nil,
            case .found(let found, _) = destination.match
        {
            return .content(atMost: found.route.longestContent)
        }
        // A little content is read and dropped, so that the connection survives the refusal. The length of chunked
        // content isn't known beforehand.
        let length = head.fields[.contentLength].flatMap(Int.init) ?? .max
        if length <= Route.droppedContent || head.fields.contains(.transferEncoding), !head.fields.contains(.expect) {
            return .content(atMost: Route.droppedContent)
        }
        guard case .ready(let refusal) = respond(to: head) else { return .content(atMost: 0) }
        return .refuse(refusal)
    }

    /// Returns the answer to a request for which there is no endpoint.
    private func refusal(of received: HTTPRequest, _ destination: Destination) -> HTTPResponse {
        if case .wrongMethod(let methods, _) = destination.match {
            return MethodAnswer.wrongMethod(destination.request, manners(of: destination), allowed: methods)
        }
        if received.method == .options, received.target == "*" { return MethodAnswer.wholeServer }
        return notFound(destination.audience, manners(of: destination), destination.request.path)
    }

    /// Lets an endpoint answer the request, unless a rule or the throttle does.
    private func ask(
        _ found: RoutedEndpoint, _ captures: consuming Captures, _ request: consuming HTTPRequest,
        _ links: consuming Links, _ traced: Trace, _ namespace: Namespace
    ) -> HTTPAnswer {
        let route = found.route
        guard request.body.count <= route.longestContent else {
            let refusal = HTTPSyntaxError.contentTooLarge(limit: route.longestContent).response
            return .ready(
                finish(
                    refusal, request, route, traced, namespace, namespace.world.name,
                    outcome: .refused("content too long")))
        }
        // Rules: the simulator's own paths have none.
        if !namespace.rules.isEmpty || request.fields.contains(RequestedAction.field),
            let rules = RuleStage(copy request, route, namespace)
        {
            switch rules.decide(captures, namespace) {
            case .none: break
            case .now(let effect):
                return obey({ effect }, found, captures, request, links, traced, namespace)
            case .later:
                let parts = copy captures
                return obey(
                    { rules.effect(parts, namespace) }, found, captures, request, links, traced, namespace)
            case .refused(let refusal):
                return .ready(
                    finish(
                        refusal, request, route, traced, namespace, namespace.world.name,
                        outcome: .refused("malformed \(RequestedAction.field)")))
            }
        }

        // Throttle: it counts no preflights, which never get here. Browsers send them by themselves and take a refused
        // one for a broken connection.
        guard Throttling.admits(request, for: route.audience, in: namespace.world) else {
            return .ready(
                finish(
                    ThrottlingAnswer.page, request, route, traced, namespace, namespace.world.name,
                    outcome: .refused("throttled")))
        }
        let world = namespace.world
        var exchange = Exchange(
            request: request, world: world, links: links, now: world.clock.now(), captures: captures,
            outcome: log == nil && trace.ticket == nil ? nil : OutcomeSlot())
        guard case .loop = route.place, Self.isShort(exchange.request, for: route) else {
            return .work(in: world.name.rawValue) { [self, exchange] in
                var exchange = exchange
                let answer = found.answer(&exchange)
                return complete(answer, found, exchange, traced, namespace)
            }
        }
        switch found.answerOnLoop(&exchange, forced: nil) {
        case .ready(let answer):
            return .ready(complete(answer, found, exchange, traced, namespace))
        case .work(let work):
            return .work(in: world.name.rawValue) { [self, exchange] in
                complete(found.answer(exchange, work), found, exchange, traced, namespace)
            }
        }
    }

    /// Has a worker answer the request as a rule says, or as always if none takes effect.
    ///
    /// - Parameter effect: finds the effect; called once, on the worker.
    private func obey(
        _ effect: @escaping @Sendable () -> RuleEffect?, _ found: RoutedEndpoint, _ captures: Captures,
        _ request: HTTPRequest, _ links: Links, _ traced: Trace, _ namespace: Namespace
    ) -> HTTPAnswer {
        .work(in: namespace.world.name.rawValue) { [self] in
            answer(effect(), found, captures, request, links, traced, namespace)
        }
    }

    private func answer(
        _ effect: RuleEffect?, _ found: RoutedEndpoint, _ captures: Captures, _ request: HTTPRequest, _ links: Links,
        _ traced: Trace, _ namespace: Namespace
    ) -> HTTPResponse {
        let world = namespace.world
        var trace = traced
        if let effect {
            trace.isFaulted = true
            // An answer that never reaches the operation doesn't count for throttling.
            if var answer = effect.answer {
                effect.change(&answer, in: world, now: world.clock.now())
                return finish(answer, request, found.route, trace, namespace, world.name)
            }
        }
        guard Throttling.admits(request, for: found.route.audience, in: world) else {
            return finish(
                ThrottlingAnswer.page, request, found.route, trace, namespace, world.name,
                outcome: .refused("throttled"))
        }
        var exchange = Exchange(
            request: request, world: world, links: links, now: world.clock.now(), captures: captures,
            outcome: log == nil && trace.ticket == nil ? nil : OutcomeSlot())
        exchange.forcedDenial = effect?.denial
        exchange.mvpdFault = effect?.mvpdFault
        var answer = found.answer(&exchange, forced: effect?.failure)
        effect?.change(&answer, in: world, now: exchange.now)
        return complete(answer, found, exchange, trace, namespace)
    }

    /// Whether the parameters of the request, if the operation reads any, are short enough to be read on a loop.
    private static func isShort(_ request: HTTPRequest, for route: Route) -> Bool {
        !route.readsParameters || request.body.count + request.targetLength <= Route.longestOnLoop
    }

    /// Returns the endpoint's answer with what every answer gets.
    private func complete(
        _ answer: consuming HTTPResponse, _ found: RoutedEndpoint, _ exchange: Exchange, _ trace: Trace,
        _ namespace: Namespace
    ) -> HTTPResponse {
        finish(
            answer, exchange.request, found.route, trace, namespace, namespace.world.name, outcome: exchange.outcome)
    }

    /// Records the arrival of a request in the namespace's journal, if it has one.
    ///
    /// Calls that control the simulator aren't recorded, since the journal shows what the service's clients do. A
    /// programmer's server that has a media token verified is such a client.
    private func begin(_ request: HTTPRequest, _ route: Route?, _ trace: inout Trace, _ namespace: Namespace) {
        guard let journal = namespace.journal, trace.audience != .operators || route?.operation == .verifyMediaToken
        else { return }
        if trace.started == nil { trace.started = DispatchTime.now().uptimeNanoseconds }
        trace.ticket = journal.begin(request, route?.operation, at: namespace.world.clock.now())
    }

    /// The field by which a client finds its exchange in the journal.
    private static let exchangeField: HTTPFieldName = "X-Pass-Simulator-Exchange"

    /// Adds the headers that every answer gets, then records and logs the exchange.
    ///
    /// - Parameters:
    ///   - route: the request's route; `nil` if none was found.
    ///   - namespace: the request's namespace; `nil` if it doesn't exist.
    ///   - outcome: the result for the log, where the status of the answer doesn't say it.
    private func finish(
        _ answer: consuming HTTPResponse, _ request: HTTPRequest, _ route: Route?, _ trace: Trace,
        _ namespace: Namespace?, _ name: NamespaceName, outcome: @autoclosure () -> Outcome? = nil
    ) -> HTTPResponse {
        var response = consume answer
        if case .clients = trace.audience {
            ServiceHeaders.add(
                to: &response, origin: request.fields[.origin], manners: trace.manners)
        }
        if let world = namespace?.world, !world.followsRealTime {
            response.fields.set(.date, CivilTime.httpDate(world.clock.now()))
        }
        if let journal = namespace?.journal, let ticket = trace.ticket {
            response.fields.append(Self.exchangeField, ticket.id.description)
            let words = outcome().map { outcome in { @Sendable in OutcomeWords(outcome).recorded } }
            journal.complete(
                ticket,
                JournalAnswer(
                    response, nanoseconds: trace.elapsed(with: response.delivery), isFaulted: trace.isFaulted,
                    outcome: words))
        }
        return logged(consume response, request, route, trace, name, outcome: outcome())
    }

    /// Logs a request and returns its answer.
    ///
    /// - Parameter namespace: the name of the request's namespace; `nil` as long as it is unknown.
    private func logged(
        _ response: consuming HTTPResponse, _ request: HTTPRequest, _ route: Route?, _ trace: Trace,
        _ namespace: NamespaceName?, outcome: @autoclosure () -> Outcome? = nil
    ) -> HTTPResponse {
        guard let log, let started = trace.started, !isQuiet(route, response) else { return response }
        let elapsed = DispatchTime.now().uptimeNanoseconds &- started
        log.write(
            RequestLog.Entry(
                time: realClock.now(), namespace: namespace?.rawValue ?? "-", method: request.method.rawValue,
                path: request.path, operation: route?.operation, status: response.status.code,
                microseconds: Int(elapsed / 1_000), peer: request.connection.peerAddress,
                outcome: outcome(), isFaulted: trace.isFaulted, exchange: trace.ticket?.id,
                traceparent: TraceParent.of(request)))
        return response
    }

    /// Whether the request is a successful probe, which is neither recorded nor logged.
    private func isQuiet(_ route: Route?, _ response: borrowing HTTPResponse) -> Bool {
        route?.isProbe == true && response.status == .ok
    }

    /// The facts that become known about a request on its way.
    ///
    /// All members are plain values, so that a copy is cheap.
    private struct Trace: Sendable {
        /// The time when the request arrived, in nanoseconds of a clock that can't be set; `nil` when nothing is
        /// logged or recorded.
        var started: UInt64?
        var audience = Audience.clients
        var manners = Manners.talkative
        /// The exchange in the journal; `nil` when nothing is recorded.
        var ticket: JournalTicket?
        var isFaulted = false

        /// Returns the time from the request's arrival to the delivery of its answer, in nanoseconds.
        func elapsed(with delivery: HTTPResponse.Delivery) -> UInt64 {
            DispatchTime.now().uptimeNanoseconds &- (started ?? 0) + UInt64(max(0, delivery.delayMilliseconds))
                * 1_000_000
        }
    }

    /// Returns the manners of the API that a request is addressed to.
    private func manners(of destination: Destination) -> Manners {
        switch destination.match {
        case .found(let found, _): return found.manners
        case .wrongMethod(_, let other): return other.manners
        case .notFound:
            // Repeated slashes count as one, as they do for `Router`.
            let path = "/" + destination.request.path.split(separator: "/").joined(separator: "/") + "/"
            return territories.first { path.startsWithBytes(of: $0.start) }?.manners ?? .talkative
        }
    }

    private func notFound(_ audience: Audience, _ manners: Manners, _ path: String) -> HTTPResponse {
        guard audience == .clients else {
            return Problem.response(.notFound, "Not found", "The simulator has nothing under this path.")
        }
        switch manners {
        case .talkative: return unservedAPI.response(to: path) ?? HTTPResponse(.notFound, text: "Not found")
        case .terse: return HTTPResponse(.notFound)
        }
    }
}
