import PassCore
import PassDomain
import PassEndpointKit
import PassHTTP
import PassInstruments

/// `GET /_sim/exchanges/{exchange}`: everything about one exchange.
///
/// - `secrets`: `shown` or `masked`.
///
/// The answers:
///
/// - 200: the members of a summary, `request` and `response` with header fields and bodies (`text`, or `base64` for
///   other bytes), and `decoded`: parameters, cookies, device information, tokens with their claims and whether they
///   are valid, and SAML messages as XML. `response` is absent while the request is in flight.
/// - 400: a problem document. 404: a problem document; the journal holds no such exchange. 409: a problem document; the
///   journal is off.
struct DescribeExchange: Endpoint {
    let route = Route(.describeExchange, [.get], "/_sim/exchanges/{exchange}", on: .queue, carriesSecrets: true)
    let failures: any FailureTable = AdminFailureTable()
    let control: JournalControl

    func respond(to exchange: Exchange) throws -> HTTPResponse {
        _ = try ExchangeQuery(exchange.parameters, others: [JournalControl.secretsName], names: [])
        let name = try exchange.capture("exchange")
        guard let reader = control.reader(exchange) else { return JournalControl.off }
        guard let id = reader.id(name), let known = reader.view().exchange(id) else {
            return Self.unknown(reader.unanswered)
        }
        let mask = try control.mask(exchange, reader)
        let record = ExchangeRecord(known, mask: mask)
        return JournalControl.json(
            JSONWriter.object { answer in
                ExchangeLine.write(record, mask: mask, to: &answer)
                if let decoded = known.entry.answer?.circumstances.notes?.decoded {
                    return answer.members(Array("\"decoded\":".utf8) + decoded)
                }
                answer.memberObject("decoded") {
                    DecodedContent(
                        record: record, inspector: control.keys.inspector(of: exchange.world), now: known.entry.time
                    ).write(to: &$0)
                }
            })
    }

    static let unknown = unknown([])

    /// Returns the answer for an exchange that no journal holds.
    ///
    /// - Parameter unanswered: the names of the nodes that didn't answer.
    static func unknown(_ unanswered: [String]) -> HTTPResponse {
        let others =
            unanswered.isEmpty ? "" : " These nodes didn't answer: \(unanswered.joined(separator: ", "))."
        return Problem.response(
            .notFound, "Unknown exchange", "The journal holds no exchange with this ID." + others)
    }
}
