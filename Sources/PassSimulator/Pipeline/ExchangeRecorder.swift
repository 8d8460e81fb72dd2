import Dispatch
import PassCore
import PassDomain
import PassEndpointKit
import PassHTTP
import PassInstruments

/// The stage that completes every answer, counts it, and writes its exchange into the journal and the log.
struct ExchangeRecorder: Sendable {
    /// The field by which a client finds its exchange in the journal.
    private static let exchangeField: HTTPFieldName = "X-Pass-Simulator-Exchange"

    let log: RequestLog?
    let realClock: any WallClock
    let counts: ServerCounts

    /// Returns the facts about a request that has just arrived.
    func trace() -> ExchangeTrace { ExchangeTrace(started: DispatchTime.now().uptimeNanoseconds) }

    /// Returns a place for the outcome of an exchange if anything shows it.
    func outcomeSlot(_ trace: ExchangeTrace, _ route: Route) -> OutcomeSlot? {
        log == nil && trace.ticket == nil && CountedStep(route.operation) == nil ? nil : OutcomeSlot()
    }

    /// Records the arrival of a request in the namespace's journal, if it has one.
    ///
    /// Calls that control the simulator aren't recorded, since the journal shows what the service's clients do. A
    /// programmer's server that has a media token verified is such a client.
    func begin(_ request: HTTPRequest, _ route: Route?, _ trace: inout ExchangeTrace, _ namespace: Namespace) {
        guard let journal = namespace.journal, trace.audience != .operators || route?.operation == .verifyMediaToken
        else { return }
        trace.checks = CheckLog()
        trace.ticket = journal.begin(request, route?.operation, at: namespace.world.clock.now())
    }

    /// Adds the headers that every answer gets, then records, counts and logs the exchange.
    ///
    /// - Parameters:
    ///   - route: the request's route; `nil` if none was found.
    ///   - namespace: the request's namespace; `nil` if it doesn't exist.
    ///   - outcome: the result for the log, where the status of the answer doesn't say it.
    func finish(
        _ answer: consuming HTTPResponse, _ request: HTTPRequest, _ route: Route?, _ trace: ExchangeTrace,
        _ namespace: Namespace?, _ name: NamespaceName, outcome: Outcome? = nil
    ) -> HTTPResponse {
        var response = consume answer
        if case .clients = trace.audience {
            ServiceHeaders.add(
                to: &response, origin: request.fields[.origin], manners: trace.manners)
        }
        if let world = namespace?.world, !world.followsRealTime {
            response.fields.set(.date, CivilTime.httpDate(world.clock.now()))
        }
        let elapsed = trace.elapsed
        if let journal = namespace?.journal, let ticket = trace.ticket {
            response.fields.append(Self.exchangeField, ticket.id.description)
            let words = outcome.map { outcome in { @Sendable in OutcomeWords(outcome).recorded } }
            journal.complete(
                ticket,
                JournalAnswer(
                    response, nanoseconds: elapsed &+ Self.delay(of: response), isFaulted: trace.isFaulted,
                    rules: trace.rule.map { [$0] } ?? [], outcome: words, checks: trace.checks))
        }
        return counted(consume response, request, route, trace, name, outcome, elapsed)
    }

    /// Counts and logs a request that reached no namespace, and returns its answer.
    ///
    /// - Parameter namespace: the name of the request's namespace; `nil` as long as it is unknown.
    func logged(
        _ response: consuming HTTPResponse, _ request: HTTPRequest, _ route: Route?, _ trace: ExchangeTrace,
        _ namespace: NamespaceName?
    ) -> HTTPResponse {
        counted(consume response, request, route, trace, namespace, nil, trace.elapsed)
    }

    /// - Parameter elapsed: the time from the request's arrival to its answer, in nanoseconds.
    private func counted(
        _ response: consuming HTTPResponse, _ request: HTTPRequest, _ route: Route?, _ trace: ExchangeTrace,
        _ namespace: NamespaceName?, _ outcome: Outcome?, _ elapsed: UInt64
    ) -> HTTPResponse {
        let status = response.status.code
        counts.requests.count(
            route?.number, status: status, nanoseconds: elapsed &+ Self.delay(of: response), isRuled: trace.isFaulted)
        if let operation = route?.operation, let step = CountedStep(operation) {
            counts.flows.count(step, outcome, status: status, isAnsweredByRule: trace.isAnsweredByRule)
        }
        guard let log, !isQuiet(route, response) else { return response }
        log.write(
            RequestLog.Entry(
                time: realClock.now(), namespace: namespace?.rawValue ?? "-", method: request.method.rawValue,
                path: request.path, operation: route?.operation, status: status,
                microseconds: Int(elapsed / 1_000), peer: request.connection.peerAddress,
                outcome: outcome, isFaulted: trace.isFaulted, exchange: trace.ticket?.id,
                traceparent: TraceParent.of(request)))
        return response
    }

    /// The time for which the connection holds the answer back, in nanoseconds.
    private static func delay(of response: borrowing HTTPResponse) -> UInt64 {
        UInt64(max(0, response.delivery.delayMilliseconds)) * 1_000_000
    }

    /// Whether the request is a successful probe, which is neither recorded nor logged.
    private func isQuiet(_ route: Route?, _ response: borrowing HTTPResponse) -> Bool {
        route?.isProbe == true && response.status == .ok
    }
}
