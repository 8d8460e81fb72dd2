import PassCore
import PassDomain
import PassEndpointKit
import PassHTTP
import PassInstruments
import PassNetwork

/// The stage that completes every answer, counts it, and writes its exchange into the journal and the log.
struct ExchangeRecorder: Sendable {
    /// The field by which a client finds its exchange in the journal.
    private static let exchangeField: HTTPFieldName = "X-Pass-Simulator-Exchange"

    /// The field that names the answering node, if the store is shared.
    private static let nodeField: HTTPFieldName = "X-Pass-Simulator-Node"

    let log: RequestLog?
    let realClock: any WallClock
    let counts: ServerCounts
    /// The name of this node for its answers; `nil` if the store isn't shared.
    let node: String?

    /// Returns the facts about a request that has just arrived.
    func trace() -> ExchangeTrace { ExchangeTrace(started: MonotonicClock.nanoseconds) }

    /// Returns a place for the outcome of an exchange if the log, the journal or a counter needs it.
    func outcomeSlot(_ trace: ExchangeTrace, _ route: Route) -> OutcomeSlot? {
        if let checks = trace.checks { return checks.outcomeSlot }
        return log == nil && CountedStep(route.operation) == nil ? nil : OutcomeSlot()
    }

    /// Begins to record an exchange in the namespace's journal, if it has one.
    ///
    /// An exchange that is answered at once is recorded as a whole, which takes less time. Its arrival is recorded now
    /// only if the log or an observer of the journal needs the exchange's ID before the answer.
    ///
    /// Calls that control the simulator aren't recorded, since the journal shows what the service's clients do. A
    /// programmer's server that asks for the verification of a media token is such a client, so its calls are recorded.
    ///
    /// - Parameter received: the request as it arrived, before its address was resolved.
    func begin(
        _ request: HTTPRequest, received: HTTPRequest, _ route: Route?, _ trace: inout ExchangeTrace,
        _ namespace: Namespace
    ) {
        guard let journal = namespace.journal else { return }
        if case .operators = trace.audience, route?.operation != .verifyMediaToken { return }
        let time = namespace.world.clock.now()
        (trace.time, trace.checks) = (time, CheckLog())
        if received !== request { trace.received = received }
        if log != nil || journal.feed.isWatched { trace = announced(trace, request, route, namespace) }
    }

    /// Records the arrival of a request whose answer takes a while, unless the arrival is already recorded.
    ///
    /// - Returns: the trace, with the exchange's ticket if the journal records the exchange.
    func announced(
        _ trace: ExchangeTrace, _ request: HTTPRequest, _ route: Route?, _ namespace: Namespace?
    ) -> ExchangeTrace {
        guard trace.ticket == nil, let time = trace.time, let journal = namespace?.journal else { return trace }
        var trace = trace
        trace.ticket = journal.begin(
            request, receivedTarget: trace.received?.target, route?.operation, at: time)
        return trace
    }

    /// Adds the headers that every answer gets, then records, counts and logs the exchange: at once, or when the answer
    /// is delivered if it has a delay or a fault.
    ///
    /// - Parameters:
    ///   - route: the request's route; `nil` if none was found.
    ///   - namespace: the request's namespace; `nil` if it doesn't exist.
    ///   - outcome: the result for the log, where the status of the answer doesn't say it.
    func finish(
        _ answer: consuming HTTPResponse, _ request: HTTPRequest, _ route: Route?, _ trace: ExchangeTrace,
        _ namespace: Namespace?, _ name: NamespaceName, outcome: OutcomeSlot? = nil
    ) -> HTTPResponse {
        complete(&answer, request, route, trace, namespace, name, outcome)
        return answer
    }

    /// Completes the answer in place, since a copy would have to retain each of its parts.
    private func complete(
        _ response: inout HTTPResponse, _ request: HTTPRequest, _ route: Route?, _ trace: ExchangeTrace,
        _ namespace: Namespace?, _ name: NamespaceName, _ outcome: OutcomeSlot?
    ) {
        if case .clients = trace.audience {
            ServiceHeaders.add(
                to: &response, origin: request.fields[.origin], manners: trace.manners)
        }
        if let world = namespace?.world, !world.followsRealTime {
            response.fields.set(.date, CivilTime.httpDate(world.clock.now()))
        }
        trace.rule?.changeFields(of: &response)
        if let node { response.fields.append(Self.nodeField, node) }
        count(outcome, route, trace, status: response.status.code)
        guard response.delivery.isImmediate else {
            let trace = announced(trace, request, route, namespace)
            if let ticket = trace.ticket { Self.name(ticket.id, &response) }
            response.receipt = receipt(for: response, request, route, trace, namespace?.journal, name, outcome)
            return
        }
        if let ticket = trace.ticket { Self.name(ticket.id, &response) }
        let elapsed = trace.elapsed
        record(response.status, request, route, trace, name, outcome, elapsed)
        // The journal comes last, since it takes the outcome out of its slot.
        if let journal = namespace?.journal, let time = trace.time {
            if let ticket = trace.ticket {
                journal.complete(ticket, response, Self.circumstances(trace, outcome, nanoseconds: elapsed))
            } else {
                journal.record(
                    request, receivedTarget: trace.received?.target, route?.operation, at: time, &response,
                    nanoseconds: elapsed, outcome, trace.checks, name: Self.name)
            }
        }
    }

    /// Adds the field by which the client finds its exchange.
    private static func name(_ id: ExchangeID, _ response: inout HTTPResponse) {
        response.fields.append(exchangeField, room: ExchangeID.longest) { id.write(to: $0) }
    }

    /// Returns the receipt for an answer with a delay or a fault. The receipt records the exchange when the answer is
    /// delivered, or when its connection ends before that.
    @inline(never)
    private func receipt(
        for response: HTTPResponse, _ request: HTTPRequest, _ route: Route?, _ trace: ExchangeTrace,
        _ journal: Journal?, _ name: NamespaceName, _ outcome: OutcomeSlot?
    ) -> DeliveryReceipt {
        let complete = trace.ticket.flatMap { journal?.completion(of: $0) }
        let circumstances = Self.circumstances(trace, outcome, nanoseconds: nil)
        return DeliveryReceipt(contentLength: response.body.count) { delivery in
            let elapsed = trace.elapsed
            record(response.status, request, route, trace, name, outcome, elapsed)
            complete?(response, circumstances.delivered(delivery, nanoseconds: elapsed))
        }
    }

    /// Counts and logs a request that reached no namespace, and returns its answer.
    ///
    /// - Parameter namespace: the name of the request's namespace; `nil` if it isn't known yet.
    func logged(
        _ response: consuming HTTPResponse, _ request: HTTPRequest, _ route: Route?, _ trace: ExchangeTrace,
        _ namespace: NamespaceName?
    ) -> HTTPResponse {
        count(nil, route, trace, status: response.status.code)
        record(response.status, request, route, trace, namespace, nil, trace.elapsed)
        return response
    }

    /// Counts a request that is a step of a counted flow, as soon as its outcome is known.
    private func count(_ outcome: OutcomeSlot?, _ route: Route?, _ trace: ExchangeTrace, status: Int) {
        guard let operation = route?.operation, let step = CountedStep(operation) else { return }
        counts.flows.count(step, outcome?.value, status: status, isAnsweredByRule: trace.isAnsweredByRule)
    }

    /// Counts and logs a request: when its answer has been delivered if it has a delay or a fault, else when the answer
    /// is complete.
    ///
    /// - Parameter elapsed: the time since the request's arrival, in nanoseconds.
    private func record(
        _ status: HTTPStatus, _ request: HTTPRequest, _ route: Route?, _ trace: ExchangeTrace,
        _ namespace: NamespaceName?, _ outcome: OutcomeSlot?, _ elapsed: UInt64
    ) {
        counts.requests.count(route?.number, status: status.code, nanoseconds: elapsed, isRuled: trace.isFaulted)
        guard let log, !isQuiet(route, status) else { return }
        log.write(
            RequestLog.Entry(
                time: realClock.now(), namespace: namespace?.rawValue ?? "-", method: request.method.rawValue,
                path: request.path, operation: route?.operation, status: status.code,
                microseconds: Int(elapsed / 1_000), peer: request.connection.peerAddress,
                outcome: outcome?.value, isFaulted: trace.isFaulted, exchange: trace.ticket?.id,
                traceparent: TraceParent.of(request)))
    }

    private static func circumstances(
        _ trace: ExchangeTrace, _ outcome: OutcomeSlot?, nanoseconds: UInt64?
    ) -> JournalCircumstances {
        JournalCircumstances(
            nanoseconds: nanoseconds, isFaulted: trace.isFaulted, rules: trace.rule.map { [$0.id] } ?? [],
            outcome: outcome.map { .slot($0) }, checks: trace.checks)
    }

    /// Whether the request is a routine one that succeeded, which isn't logged.
    private func isQuiet(_ route: Route?, _ status: HTTPStatus) -> Bool {
        route?.isRoutine == true && status.code < 400
    }
}
