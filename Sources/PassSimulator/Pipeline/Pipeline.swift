import PassCore
import PassDomain
import PassEndpointKit
import PassHTTP
import PassInstruments

/// The stages, in their order, that take a request from its connection to its endpoint and back.
final class Pipeline: HTTPResponder {
    let router: Router
    let missing: MissingEndpoint
    let namespaces: Namespaces
    let addressing: Addressing
    let operatorToken: OperatorToken
    let recorder: ExchangeRecorder
    let slowWork = SlowWork()
    let changes: KeptChanges
    /// The Worlds that other nodes change too; `nil` if the store isn't shared.
    let shared: SharedWorlds?

    /// Creates a pipeline.
    ///
    /// - Parameters:
    ///   - changes: keeps what control operations change.
    ///   - shared: the Worlds that other nodes change too; `nil` if the store isn't shared.
    init(
        families: [any EndpointFamily], namespaces: Namespaces, changes: KeptChanges, shared: SharedWorlds? = nil,
        addressing: Addressing, operatorToken: OperatorToken,
        log: RequestLog?, realClock: any WallClock, counts: ServerCounts
    ) {
        router = Router(families)
        missing = MissingEndpoint(families)
        self.namespaces = namespaces
        self.changes = changes
        self.shared = shared
        self.addressing = addressing
        self.operatorToken = operatorToken
        recorder = ExchangeRecorder(log: log, realClock: realClock, counts: counts, node: shared?.node)
    }

    func respond(to received: HTTPRequest) -> HTTPAnswer {
        var trace = recorder.trace()
        // Address, route and permission are checked before a namespace is created for the request.
        let destination: Destination
        do throws(Addressing.Refusal) {
            destination = try Destination(of: received, addressing, router)
        } catch {
            return .ready(recorder.logged(error.response, received, nil, trace, nil))
        }
        let request = destination.request
        trace.audience = destination.audience
        trace.manners = missing.manners(of: destination)
        if let refusal = destination.refusal(operatorToken) {
            return .ready(recorder.logged(refusal, request, destination.match.route, trace, destination.namespace))
        }
        let name = destination.namespace
        guard case .found(let found, let captures) = destination.match else {
            // A request without an endpoint creates no namespace other than the default one.
            let namespace = name.isDefault ? namespaces.findOrCreate(name) : namespaces.find(name)
            if let namespace { recorder.begin(request, received: received, nil, &trace, namespace) }
            let refusal = missing.refusal(of: received, destination)
            return .ready(recorder.finish(refusal, request, nil, trace, namespace, name))
        }
        if let shared {
            return NodeRequest(self, shared, found, captures, received, destination, trace).answer()
        }
        guard let namespace = namespaces.findOrCreate(name) else {
            return .ready(recorder.logged(Self.tooManyNamespaces, request, found.route, trace, name))
        }
        recorder.begin(request, received: received, found.route, &trace, namespace)
        return ask(found, captures, request, destination.links, trace, namespace)
    }

    static let tooManyNamespaces = Problem.response(
        .serviceUnavailable, "Too many namespaces", "The limit on namespaces, namespaces.max, is reached.")

    /// Refuses content that no operation accepts, with the answer that the whole request would get.
    func admit(_ head: HTTPRequest) -> HTTPAdmission {
        if let destination = try? Destination(of: head, addressing, router), destination.refusal(operatorToken) == nil,
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

    /// Returns the refusal of a request whose content is longer than its operation accepts.
    func tooLong(
        _ request: borrowing HTTPRequest, _ route: Route, _ trace: ExchangeTrace, _ namespace: Namespace
    ) -> HTTPResponse? {
        guard request.body.count > route.longestContent else { return nil }
        return recorder.finish(
            HTTPSyntaxError.contentTooLarge(limit: route.longestContent).response, copy request, route, trace,
            namespace,
            namespace.world.name, outcome: OutcomeSlot(.refused("content too long")))
    }

    /// Lets an endpoint answer the request, unless a rule or the throttle does.
    private func ask(
        _ found: RoutedEndpoint, _ captures: consuming Captures, _ request: consuming HTTPRequest,
        _ links: consuming Links, _ trace: ExchangeTrace, _ namespace: Namespace
    ) -> HTTPAnswer {
        let route = found.route
        if let refusal = tooLong(request, route, trace, namespace) { return .ready(refusal) }
        if let rules = RuleStage.find(request, route, namespace, trace.checks) {
            switch rules.decide(captures, namespace, storesMayWait: changes.storesMayWait) {
            case .none: break
            case .now(let effect):
                return obey({ effect }, found, captures, request, links, trace, namespace)
            case .later:
                let parts = copy captures
                return obey(
                    { try rules.effect(parts, namespace) }, found, captures, request, links, trace, namespace)
            case .refused(let refusal):
                return .ready(malformedAction(refusal, request, route, trace, namespace))
            }
        }

        // Throttle. Preflights are answered earlier, so they aren't counted: browsers send them without being asked,
        // and treat a refused preflight as a broken connection.
        guard Throttling.admitsHere(request, for: route.audience, in: namespace.world, trace.checks) else {
            return .ready(throttled(request, route, trace, namespace))
        }
        let world = namespace.world
        let exchange = exchange(consume request, route, consume captures, consume links, trace, consume world)
        if case .queue = route.place {
            let trace = recorder.announced(trace, exchange.request, route, namespace)
            return .later { [self, exchange] reply in
                slowWork.run(reply) { [self] in
                    var exchange = exchange
                    let answer = CheckLog.collect(in: trace.checks) { found.answer(&exchange) }
                    return complete(changes.keep(answer, exchange, route), found, exchange, trace, namespace)
                }
            }
        }
        guard case .loop = route.place, !(changes.storesMayWait && route.asksStores),
            Self.isShort(exchange.request, for: route)
        else {
            return work(for: exchange.request, route, trace, namespace) { [self, exchange] trace in
                var exchange = exchange
                let answer = CheckLog.collect(in: trace.checks) { found.answer(&exchange) }
                return complete(changes.keep(answer, exchange, route), found, exchange, trace, namespace)
            }
        }
        return begin(found, exchange, trace, namespace)
    }

    /// Has a worker answer the request: with the effect of a rule, or as usual if none takes effect.
    ///
    /// - Parameter effect: finds the effect; called once, on the worker.
    private func obey(
        _ effect: @escaping @Sendable () throws -> RuleEffect?, _ found: RoutedEndpoint, _ captures: Captures,
        _ request: HTTPRequest, _ links: Links, _ trace: ExchangeTrace, _ namespace: Namespace
    ) -> HTTPAnswer {
        work(for: request, found.route, trace, namespace) { [self] trace in
            answer(effect, found, captures, request, links, trace, namespace) { (_: Exchange) throws(Never) in }
        }
    }

    /// Has a worker answer the request, and records the request now. The work isn't done if too much other work is
    /// waiting.
    func work(
        for request: HTTPRequest, _ route: Route, _ trace: ExchangeTrace, _ namespace: Namespace,
        _ work: @escaping @Sendable (ExchangeTrace) -> HTTPResponse
    ) -> HTTPAnswer {
        let (trace, name) = (recorder.announced(trace, request, route, namespace), namespace.world.name)
        return .work(in: name.rawValue) { [recorder] refusal in
            guard let refusal else { return work(trace) }
            return recorder.finish(
                refusal, request, route, trace, namespace, name, outcome: OutcomeSlot(.refused("queue full")))
        }
    }

    /// Whether the parameters of the request, if the operation reads any, are short enough to be read on a loop.
    private static func isShort(_ request: HTTPRequest, for route: Route) -> Bool {
        !route.readsParameters || request.body.count + request.targetLength <= Route.longestOnLoop
    }
}
