import Dispatch
import PassAdmin
import PassCore
import PassDomain
import PassEndpointKit
import PassHTTP
import PassInstruments

/// A request for a World that other nodes change too.
///
/// Once its route is found, the request is answered on a worker, because the answer waits for the store: the node first
/// updates its copy of what other nodes have changed, and then the stages of `Pipeline` answer. A request that needs
/// nothing from the store is answered at once, and creates no namespace.
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
        _ received: HTTPRequest, _ destination: borrowing Destination, _ trace: ExchangeTrace
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
            // A request from another node doesn't use the queue: two nodes that ask each other would each wait for the
            // other's queue.
            if case .queue = found.route.place, !request.fields.contains(PeerRequest.field) {
                .later { reply in pipeline.slowWork.run(reply) { answerInTurn() } }
            } else {
                .work(in: name.rawValue) { refusal in
                    guard let refusal else { return answerInTurn() }
                    return pipeline.recorder.finish(refusal, request, found.route, trace, nil, name)
                }
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

    /// Returns the namespace with the changes of all nodes, or as this node knows it if the store can't be used.
    ///
    /// Without the store, operations that need a record fail when they ask for it. The others, such as fetching the
    /// authority's certificate, still succeed.
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
        var trace = trace
        recorder.begin(request, received: received, route, &trace, namespace)
        trace = recorder.announced(trace, request, route, namespace)
        if let refusal = pipeline.tooLong(request, route, trace, namespace) { return refusal }
        let rules = RuleStage.find(request, route, namespace, trace.checks)
        if case .refused(let refusal) = rules?.decide(captures, namespace, storesMayWait: true) {
            return pipeline.malformedAction(refusal, request, route, trace, namespace)
        }
        let effect = { try rules?.effect(captures, namespace) }
        return try pipeline.answer(effect, found, captures, request, links, trace, namespace) { exchange in
            if route.operation.changesWorlds { try pipeline.changes.keep(exchange) }
        }
    }

    /// Lets the endpoint begin its answer, in the namespace's World.
    private func begin(in namespace: Namespace) -> HTTPAnswer {
        let exchange = pipeline.exchange(request, found.route, captures, links, trace, namespace.world)
        return pipeline.begin(found, exchange, trace, namespace)
    }

    /// Begins an operation that answers later, once its namespace is found.
    private func answerLater(_ reply: HTTPReply) {
        let refusal: HTTPResponse
        do {
            if let namespace = try shared.namespace(name) {
                switch begin(in: namespace) {
                case .ready(let answer): return reply.send(answer)
                case .work(_, let work): return reply.send(work(nil))
                case .later(let begin): return begin(reply)
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
        return begin(in: namespace)
    }

    private static let unknown = Problem.response(
        .notFound, "Unknown namespace", "This node has had no request for the namespace yet. Send one, then try again.")
}

extension Operation {
    /// Whether the operation changes clocks, settings, rules or namespaces.
    ///
    /// Each node has a copy of these, and updates it when another node has changed them. Records need no copy, because
    /// all nodes read them from the store.
    var changesWorlds: Bool {
        switch self {
        case .changeClock, .createNamespace, .removeNamespace, .removeAllNamespaces, .resetNamespace, .restoreSnapshot,
            .openCapsule, .addRule, .removeRule, .removeAllRules, .changeState, .removeState,
            // A login may change a user's metadata.
            .signInSubscriber:
            true
        default: false
        }
    }
}
