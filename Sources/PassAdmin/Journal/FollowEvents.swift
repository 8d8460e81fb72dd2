import Dispatch
import PassCore
import PassDomain
import PassEndpointKit
import PassHTTP
import PassInstruments

/// `GET /_sim/events`: the arrivals and answers of exchanges as server-sent events (WHATWG HTML, section 9.2).
///
/// The filters are those of `GET /_sim/exchanges`, except `flow`. Events are `arrival` and `completion`; their data is
/// the summary of the exchange. A client that reconnects with `Last-Event-ID` first gets the later events that the
/// journal still holds. An event `dropped` says how many the client missed because it read too slowly.
///
/// - `secrets`: `shown` or `masked`.
///
/// The answers:
///
/// - 200: `text/event-stream`; the stream ends when the client disconnects, the namespace is removed or the simulator
///   stops.
/// - 400: a problem document. 409: a problem document; the journal is off. 503: a problem document; 100 clients follow
///   the namespace already.
struct FollowEvents: Endpoint {
    let route = Route(.followEvents, [.get], "/_sim/events", on: .loop, asksStores: false, carriesSecrets: true)
    let failures: any FailureTable = AdminFailureTable()
    let control: JournalControl

    /// The names of the filters, without `flow`: an event is sent before the flow of its exchange is known.
    static let filters = ExchangeQuery.names.filter { $0 != "flow" }

    /// Refuses the request: the server calls this function only for a request that is too long for the event loop.
    func respond(to exchange: Exchange) throws -> HTTPResponse { throw JournalControl.tooLong }

    func respondOnLoop(to exchange: Exchange) throws -> LoopAnswer {
        let query = try ExchangeQuery(
            exchange.parameters, others: [JournalControl.secretsName], names: Self.filters)
        guard let reader = control.ownReader(exchange) else { return .ready(JournalControl.off) }
        let display = try control.display(exchange)
        let last = exchange.header("Last-Event-ID").flatMap { ExchangeID($0) }
        let namespace = exchange.world.name
        guard control.followers.admit(to: namespace) else { return .ready(Self.full) }
        // A client that loses the connection reconnects after `retry` milliseconds, and names the last event that it
        // received.
        let head = HTTPResponse(
            .ok, fields: [.contentType: "text/event-stream", .cacheControl: "no-store"],
            body: Array("retry: 1000\n".utf8))
        return .stream(head) { [control] stream in
            let sender = EventSender(stream) { control.followers.leave(namespace) }
            control.queue.async {
                let mask = display == .shown ? nil : control.runningMask(of: reader.journal)
                sender.begin(
                    EventSubscription(
                        reader, query, after: last, mask: { mask?.mask(with: $0) }, wake: { sender.sendMore() },
                        ended: { sender.end() }))
            }
        }
    }

    private static let full = Problem.response(
        .serviceUnavailable, "Too many followers",
        "The maximum number of clients already follow the events of this namespace.")
}
