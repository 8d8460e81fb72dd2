import Dispatch
import PassCore
import PassDomain
import PassEndpointKit
import PassHTTP
import PassInstruments

/// `GET /_sim/exchanges/await`: waits until an exchange matches the filters, or until a time limit.
///
/// The filters are those of `GET /_sim/exchanges`, except `flow`. Exchanges that the journal already holds count as
/// well, unless `since` excludes them. An exchange in flight, such as one whose answer a rule holds back, counts only
/// with `state=inFlight`, and an imported one only with `imported=true`. At most 1000 requests can wait at once. A wait
/// also ends when its client disconnects.
///
/// - `timeoutSeconds`: the longest time to wait, in real time, 0 to 60; 10 if it isn't given. `secrets`: `shown` or
///   `masked`.
///
/// The answers:
///
/// - 200: the first exchange that matches, as a summary.
/// - 400: a problem document. 408: a problem document; none matched in time. `nearest` has up to three exchanges that
///   miss the fewest filters, each with `misses`. 409: a problem document; the journal is off. 410: a problem document;
///   the namespace was removed while the request waited. 503: a problem document; too many requests wait.
struct AwaitExchange: Endpoint {
    let route = Route(
        .awaitExchange, [.get], "/_sim/exchanges/await", on: .loop, asksStores: false, carriesSecrets: true)
    let failures: any FailureTable = AdminFailureTable()
    let control: JournalControl

    /// The names of the filters, without `flow`: an exchange that has just been recorded has no flow yet.
    static let filters = ExchangeQuery.names.filter { $0 != "flow" }
    /// The names of the other parameters.
    static let others = ["timeoutSeconds", JournalControl.secretsName]

    /// Refuses the request: the server calls this function only for a request that is too long for the event loop.
    func respond(to exchange: Exchange) throws -> HTTPResponse { throw JournalControl.tooLong }

    func respondOnLoop(to exchange: Exchange) throws -> LoopAnswer {
        let query = try Self.query(exchange)
        let seconds = try JournalControl.number("timeoutSeconds", exchange, in: 0...60, default: 10)
        guard let reader = control.ownReader(exchange) else { return .ready(JournalControl.off) }
        // Reads `secrets` now, so that a wrong value is refused at once rather than after the wait.
        _ = try control.display(exchange)
        // The journal may already hold many exchanges, so another queue searches them, not the event loop.
        return .later { [control] reply in
            control.queue.async { begin(query, seconds, reader, exchange, control, reply) }
        }
    }

    private func begin(
        _ query: ExchangeQuery, _ seconds: Double, _ reader: ExchangeReader, _ exchange: Exchange,
        _ control: JournalControl, _ reply: HTTPReply
    ) {
        let peers = control.peers(for: exchange)
        let everywhere = PeerWait(reply, in: peers == nil ? 1 : 2)
        let timeout = { @Sendable [control] in
            Self.timeout(query, reader, (try? control.mask(exchange, reader)) ?? nil, seconds)
        }
        let wait = control.waits.wait(
            on: reader.journal, milliseconds: Int(seconds * 1_000),
            for: { query.matches(reader.read($0)) },
            then: { [control] end in
                switch end {
                case .found(let entry):
                    let mask = (try? control.mask(exchange, reader)) ?? nil
                    everywhere.succeed(
                        JournalControl.json(JSONWriter.object { reader.read(entry).write(to: &$0, mask: mask) }))
                case .timeIsUp: everywhere.end(timeout)
                case .journalEnded: everywhere.finish(Self.removed(reader.namespace))
                }
            })
        guard let wait else { return reply.send(Self.full) }
        if let peers {
            let others = exchange.parameters.pairs.filter { !$0.name.hasSameBytes(as: "timeoutSeconds") }
            guard everywhere.ask(peers, others, of: reader.namespace, seconds: seconds, timeout) else {
                wait.cancel()
                return reply.send(Self.full)
            }
        }
        reply.whenInterrupted { _ in
            wait.cancel()
            everywhere.cancel()
        }
    }

    private static func query(_ exchange: Exchange) throws(EntitlementFailure) -> ExchangeQuery {
        var query = try ExchangeQuery(exchange.parameters, others: Self.others, names: Self.filters)
        if !query.has("state") { query.add("state", "complete", .state(isInFlight: false)) }
        if !query.has("imported") { query.add("imported", "false", .imported(false)) }
        return query
    }

    private static func timeout(
        _ query: ExchangeQuery, _ reader: ExchangeReader, _ mask: SecretMask?, _ seconds: Double
    ) -> HTTPResponse {
        let body = JSONWriter.object { problem in
            problem.member("type", "about:blank")
            problem.member("title", "No matching exchange")
            problem.member("status", HTTPStatus.requestTimeout.code)
            problem.member("detail", "No exchange matched within \(seconds) seconds: \(query.sentence).")
            NearMisses(query, in: reader.view()).write(to: &problem, mask: mask)
        }
        return HTTPResponse(.requestTimeout, type: "application/problem+json", body)
    }

    private static func removed(_ namespace: NamespaceName) -> HTTPResponse {
        Problem.response(
            .gone, "Namespace removed",
            "The namespace \(namespace) was removed while the request waited for an exchange.")
    }

    private static let full = Problem.response(
        .serviceUnavailable, "Too many waits", "The maximum number of requests already wait for exchanges.")
}
