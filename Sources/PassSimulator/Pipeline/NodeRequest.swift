import Dispatch
import PassAdmin
import PassCore
import PassDomain
import PassEndpointKit
import PassHTTP
import PassInstruments

/// A request for a World that other nodes change too.
///
/// Everything behind the look-up of its route runs on a worker, because the store is asked: first the node takes over what
/// others have changed, then the stages of `Pipeline` follow in their order.
struct NodeRequest: Sendable {
    private let pipeline: Pipeline
    private let shared: SharedWorlds
    private let found: RoutedEndpoint
    private let captures: Captures
    private let received: HTTPRequest
    private let request: HTTPRequest
    private let links: Links
    private let name: NamespaceName
    private let trace: ExchangeTrace

    /// The queue on which requests that are answered later look for their World.
    private static let queue = DispatchQueue(label: "pass-simulator.nodes")

    init(
        _ pipeline: Pipeline, _ shared: SharedWorlds, _ found: RoutedEndpoint, _ captures: Captures,
        _ received: HTTPRequest, _ destination: Destination, _ trace: ExchangeTrace
    ) {
        self.pipeline = pipeline
        self.shared = shared
        self.found = found
        self.captures = captures
        self.received = received
        request = destination.request
        links = destination.links
        name = destination.namespace
        self.trace = trace
    }

    func answer() -> HTTPAnswer {
        switch found.route.operation {
        case .awaitExchange: .later { reply in Self.queue.async { answerLater(reply) } }
        case _ where !found.route.asksStores: answerAtOnce()
        default:
            // Two nodes that ask each other must not wait for each other's queue.
            if case .queue = found.route.place, !request.fields.contains(PeerRequest.field) {
                .later { reply in pipeline.slowWork.run(reply) { answerInTurn() } }
            } else {
                .work(in: name.rawValue) { answerInTurn() }
            }
        }
    }

    private func answerInTurn() -> HTTPResponse {
        do {
            if found.route.operation.changesWorlds {
                return try shared.change { try answer(in: shared.findOrCreate(name)) }
            }
            return try answer(in: namespace())
        } catch {
            return pipeline.recorder.logged(RuleStage.refusal(error), request, found.route, trace, name)
        }
    }

    /// Returns the namespace as the nodes have left it, or as this node knows it while the store can't be used. What looks
    /// into the store fails then by itself; the rest, such as the certificate of the authority, is still there.
    private func namespace() throws -> Namespace? {
        do {
            return try shared.namespace(name)
        } catch let error as StoreError {
            guard let known = pipeline.namespaces.find(name) else { throw error }
            return known
        }
    }

    private func answer(in namespace: Namespace?) throws -> HTTPResponse {
        let (recorder, route) = (pipeline.recorder, found.route)
        guard let namespace else {
            return recorder.logged(Pipeline.tooManyNamespaces, request, route, trace, name)
        }
        let world = namespace.world
        var trace = trace
        recorder.begin(request, received: received, route, &trace, namespace)
        trace = recorder.announced(trace, request, route, namespace)
        func finish(_ answer: HTTPResponse, _ outcome: Outcome? = nil) -> HTTPResponse {
            recorder.finish(
                answer, request, route, trace, namespace, name, outcome: outcome.map { OutcomeSlot($0) })
        }
        if let refusal = pipeline.tooLong(request, route, trace, namespace) { return refusal }
        var effect: RuleEffect?
        do {
            if let rules = RuleStage.find(request, route, namespace, trace.checks) {
                if case .refused(let refusal) = rules.decide(captures, namespace, storesMayWait: true) {
                    return finish(refusal, .refused("malformed \(RequestedAction.field)"))
                }
                effect = try rules.effect(captures, namespace)
            }
            trace.rule = effect?.rule
            if var answer = effect?.answer {
                trace.isAnsweredByRule = true
                effect?.change(&answer, in: world, now: world.clock.now())
                return finish(answer)
            }
            guard try Throttling.admitsAtNodes(request, for: route.audience, in: world, trace.checks) else {
                return finish(ThrottlingAnswer.page, .refused("throttled"))
            }
        } catch {
            return finish(RuleStage.refusal(error), .refused("the store is unavailable"))
        }
        var exchange = exchange(in: world, trace)
        exchange.forcedDenial = effect?.denial
        exchange.mvpdFault = effect?.mvpdFault
        var answer = CheckLog.collect(in: trace.checks) { found.answer(&exchange, forced: effect?.failure) }
        effect?.change(&answer, in: world, now: exchange.now)
        if route.operation.changesWorlds { try pipeline.changes.keep(exchange) }
        return pipeline.complete(answer, found, exchange, trace, namespace)
    }

    private func exchange(in world: World, _ trace: ExchangeTrace) -> Exchange {
        Exchange(
            request: request, world: world, links: links, now: trace.time ?? world.clock.now(), captures: captures,
            outcome: pipeline.recorder.outcomeSlot(trace, found.route))
    }

    /// Begins an operation that waits.
    private func answerLater(_ reply: HTTPReply) {
        let refusal: HTTPResponse
        do {
            if let namespace = try shared.namespace(name) {
                var exchange = exchange(in: namespace.world, trace)
                let begun = found.answerOnLoop(&exchange, forced: nil)
                let complete = { @Sendable [exchange] (answer: HTTPResponse) in
                    pipeline.complete(answer, found, exchange, trace, namespace)
                }
                switch begun {
                case .ready(let answer): return reply.send(complete(answer))
                case .work(let work): return reply.send(complete(found.answer(exchange, work)))
                case .later(let begin): return begin(reply.changed(complete))
                case .stream: preconditionFailure("An operation that waits has one answer.")
                }
            }
            refusal = Pipeline.tooManyNamespaces
        } catch {
            refusal = RuleStage.refusal(error)
        }
        reply.send(pipeline.recorder.logged(refusal, request, found.route, trace, name))
    }

    /// Answers without asking the store, in the World as this process knows it.
    private func answerAtOnce() -> HTTPAnswer {
        let fallback = found.route.operation == .reportReadiness ? NamespaceName.default : name
        guard let namespace = pipeline.namespaces.find(name) ?? pipeline.namespaces.find(fallback) else {
            return .ready(pipeline.recorder.logged(Self.unknown, request, found.route, trace, name))
        }
        var exchange = exchange(in: namespace.world, trace)
        switch found.answerOnLoop(&exchange, forced: nil) {
        case .ready(let answer): return .ready(pipeline.complete(answer, found, exchange, trace, namespace))
        case .stream(let head, let begin):
            return .stream(pipeline.complete(head, found, exchange, trace, namespace), begin)
        case .work, .later: preconditionFailure("An operation that asks no store answers at once or in a stream.")
        }
    }

    private static let unknown = Problem.response(
        .notFound, "Unknown namespace", "This node has had no request for the namespace yet. Send one, then try again.")
}
