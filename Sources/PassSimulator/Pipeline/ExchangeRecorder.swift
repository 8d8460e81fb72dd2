import Dispatch
import PassCore
import PassDomain
import PassEndpointKit
import PassHTTP
import PassInstruments

/// The stage that completes every answer, and writes its exchange into the journal and the log.
struct ExchangeRecorder: Sendable {
    /// The field by which a client finds its exchange in the journal.
    private static let exchangeField: HTTPFieldName = "X-Pass-Simulator-Exchange"

    let log: RequestLog?
    let realClock: any WallClock

    /// Returns the facts about a request that has just arrived.
    func trace() -> ExchangeTrace {
        log == nil ? ExchangeTrace() : ExchangeTrace(started: DispatchTime.now().uptimeNanoseconds)
    }

    /// Returns a place for the outcome of an exchange if anything shows it.
    func outcomeSlot(_ trace: ExchangeTrace) -> OutcomeSlot? {
        log == nil && trace.ticket == nil ? nil : OutcomeSlot()
    }

    /// Records the arrival of a request in the namespace's journal, if it has one.
    ///
    /// Calls that control the simulator aren't recorded, since the journal shows what the service's clients do. A
    /// programmer's server that has a media token verified is such a client.
    func begin(_ request: HTTPRequest, _ route: Route?, _ trace: inout ExchangeTrace, _ namespace: Namespace) {
        guard let journal = namespace.journal, trace.audience != .operators || route?.operation == .verifyMediaToken
        else { return }
        if trace.started == nil { trace.started = DispatchTime.now().uptimeNanoseconds }
        trace.checks = CheckLog()
        trace.ticket = journal.begin(request, route?.operation, at: namespace.world.clock.now())
    }

    /// Adds the headers that every answer gets, then records and logs the exchange.
    ///
    /// - Parameters:
    ///   - route: the request's route; `nil` if none was found.
    ///   - namespace: the request's namespace; `nil` if it doesn't exist.
    ///   - outcome: the result for the log, where the status of the answer doesn't say it.
    func finish(
        _ answer: consuming HTTPResponse, _ request: HTTPRequest, _ route: Route?, _ trace: ExchangeTrace,
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
                    rules: trace.rule.map { [$0] } ?? [], outcome: words, checks: trace.checks))
        }
        return logged(consume response, request, route, trace, name, outcome: outcome())
    }

    /// Logs a request and returns its answer.
    ///
    /// - Parameter namespace: the name of the request's namespace; `nil` as long as it is unknown.
    func logged(
        _ response: consuming HTTPResponse, _ request: HTTPRequest, _ route: Route?, _ trace: ExchangeTrace,
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
}
