import PassCore
import PassDomain
import PassEndpointKit
import PassHTTP
import PassInstruments

/// `GET /_sim/flows`: the flows in the namespace's journal, oldest first.
///
/// A flow is one login through the MVPD and back, with the exchanges that follow from it. A flow can begin on one
/// device and end on another.
///
/// - `after`: the ID of the flow after which the list begins. `limit`: 1 to 1000, 100 if it isn't given. `secrets`:
///   `shown` or `masked`.
///
/// The answers:
///
/// - 200: `{"flows": […], "next": ID}`. A flow has `id`, `outcome` (`pending`, `loggedIn`, `failed`, `permitted`,
///   `denied`, `loggedOut`), `began`, `lastTime`, `requestors`, `mvpds`, `devices`, `subscribers`, `resources` and
///   `exchangeCount`. Its ID is that of its first exchange in the journal. With several nodes, a flow has the exchanges
///   of all of them, and `unanswered` names the nodes that didn't answer.
/// - 400: a problem document. 409: a problem document; the journal is off.
struct ListFlows: Endpoint {
    let route = Route(.listFlows, [.get], "/_sim/flows", on: .queue, carriesSecrets: true)
    let failures: any FailureTable = AdminFailureTable()
    let control: JournalControl

    static let parameters = ["after", "limit", JournalControl.secretsName]

    func respond(to exchange: Exchange) throws -> HTTPResponse {
        _ = try ExchangeQuery(exchange.parameters, others: Self.parameters, names: [])
        let limit = try JournalControl.limit(exchange)
        guard let reader = control.reader(exchange) else { return JournalControl.off }
        let after = try JournalControl.after(exchange, reader)
        let mask = try control.mask(exchange, reader)
        let flows = reader.view().flows(after: after, atMost: limit + 1)
        return JournalControl.json(
            JSONWriter.object { answer in
                answer.memberArray("flows") { array in
                    for flow in flows.prefix(limit) { array.elementObject { flow.write(to: &$0, mask: mask) } }
                }
                if flows.count > limit { answer.member("next", flows[limit - 1].id) }
                reader.writeUnanswered(to: &answer)
            })
    }
}
