import PassCore
import PassDomain
import PassEndpointKit
import PassHTTP
import PassInstruments

/// `GET /_sim/events`: the arrivals and answers of exchanges as server-sent events (WHATWG HTML, section 9.2).
///
/// The filters are those of `GET /_sim/exchanges`, except `flow`. Events are `arrival` and `completion`; their data is
/// the summary of the exchange. A client that comes back with `Last-Event-ID` gets everything since then that the
/// journal still holds. An event `dropped` says how many the client missed because it read too slowly.
///
/// - `secrets`: `shown` or `masked`.
///
/// The answers:
///
/// - 200: `text/event-stream`. 400: a problem document. 409: a problem document; the journal is off.
struct FollowEvents: Endpoint {
    let route = Route(.followEvents, [.get], "/_sim/events", on: .worker, carriesSecrets: true)
    let failures: any FailureTable = AdminFailureTable()
    let control: JournalControl

    func respond(to exchange: Exchange) throws -> HTTPResponse {
        guard let events = try subscribe(exchange, wake: {}) else { return JournalControl.off }
        defer { events.cancel() }
        // The client comes back after this time, and names the last event that it got.
        return HTTPResponse(
            .ok, fields: [.contentType: "text/event-stream", .cacheControl: "no-store"],
            body: Array("retry: 1000\n".utf8) + events.take())
    }

    /// Begins to collect events for a client.
    ///
    /// - Parameter wake: called when there is something to `take()`.
    /// - Returns: `nil` if the journal is off.
    func subscribe(_ exchange: Exchange, wake: @escaping @Sendable () -> Void) throws -> EventSubscription? {
        let query = try ExchangeQuery(
            exchange.parameters, others: [JournalControl.secretsName],
            names: ExchangeQuery.names.filter { $0 != "flow" })
        guard let reader = control.reader(exchange) else { return nil }
        let display = try control.display(exchange)
        let last = exchange.header("Last-Event-ID").flatMap { ExchangeID($0) }
        return EventSubscription(
            reader, query, after: last,
            mask: { [control] entry in display == .shown ? nil : control.mask(of: [entry]) }, wake: wake)
    }
}
