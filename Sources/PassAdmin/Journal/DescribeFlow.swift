import PassCore
import PassDomain
import PassEndpointKit
import PassHTTP
import PassInstruments

/// `GET /_sim/flows/{flow}`: one flow with its exchanges in their order. `latest` is the flow with the last exchange.
///
/// - `secrets`: `shown` or `masked`.
///
/// The answers:
///
/// - 200: the flow as in `GET /_sim/flows`, and `exchanges`: summaries with `from` and `to`, which are `app`, `browser`,
///   `programmer`, `service` or `MVPD`.
/// - 400: a problem document. 404: a problem document; there is no such flow. 409: a problem document; the journal is
///   off.
struct DescribeFlow: Endpoint {
    let route = Route(.describeFlow, [.get], "/_sim/flows/{flow}", on: .queue, carriesSecrets: true)
    let failures: any FailureTable = AdminFailureTable()
    let control: JournalControl

    func respond(to exchange: Exchange) throws -> HTTPResponse {
        _ = try ExchangeQuery(exchange.parameters, others: [JournalControl.secretsName], names: [])
        let id = try exchange.capture("flow")
        guard let reader = control.reader(exchange) else { return JournalControl.off }
        guard let flow = reader.view().flow(of: id), flow.id.hasSameBytes(as: id) || id.hasSameBytes(as: Flow.latest)
        else {
            return Self.unknown
        }
        let mask = try control.mask(exchange, reader)
        return JournalControl.json(
            JSONWriter.object { answer in
                flow.summary.write(to: &answer, mask: mask)
                answer.memberArray("exchanges") { array in
                    for known in flow.exchanges {
                        array.elementObject { element in
                            known.write(to: &element, mask: mask)
                            let participants = Participants(known.entry.operation)
                            element.member("from", participants.client)
                            element.member("to", participants.server)
                        }
                    }
                }
            })
    }

    static let unknown = Problem.response(
        .notFound, "Unknown flow", "The journal holds no flow with this ID.")
}
