import PassCore
import PassDomain
import PassEndpointKit
import PassHTTP
import PassInstruments

/// `GET /_sim/exchanges/{exchange}/explanation`: the checks that led to an answer.
///
/// - `secrets`: `shown` or `masked`.
///
/// The answers:
///
/// - 200: `{"exchange": ID, "operation": …, "status": …, "outcome": …, "reason": …, "rule": …, "sentence": …, "checks":
///   […]}`. The checks are in the order in which they ran, each as `{"check": "token expiry", "passed": false,
///   "decided": true, "values": {"of": "authN token", "expires": "…Z", "now": "…Z"}, "sentence": …}`. Times are the
///   World's. `outcome` and `reason` are absent for an ordinary answer, and `rule` is absent if no rule took effect.
///   The list has at most 64 checks: the first ones and the last one. `leftOut` counts the others.
/// - 400: a problem document. 404: a problem document; the journal holds no such exchange, or it was imported from a
///   file without explanations (only capsules have them). 409: a problem document; the journal is off, or the request
///   is in flight.
struct ExplainExchange: Endpoint {
    let route = Route(
        .explainExchange, [.get], "/_sim/exchanges/{exchange}/explanation", on: .queue, carriesSecrets: true)
    let failures: any FailureTable = AdminFailureTable()
    let control: JournalControl

    func respond(to exchange: Exchange) throws -> HTTPResponse {
        _ = try ExchangeQuery(exchange.parameters, others: [JournalControl.secretsName], names: [])
        let name = try exchange.capture("exchange")
        guard let reader = control.ownReader(exchange) else { return JournalControl.off }
        guard let id = reader.id(name) else { return DescribeExchange.unknown }
        guard let entry = reader.journal.entry(id) else {
            return ask(id, exchange) ?? DescribeExchange.unknown
        }
        if entry.importedID != nil { return Self.noted(entry) ?? Self.imported }
        guard let answer = entry.answer else { return Self.inFlight }
        let mask = try control.mask(exchange, reader)
        let view = reader.view()
        let explanation = Explanation(
            reader.read(entry), answer, loginDevice: view.loginDevice(for: id),
            loggedOut: view.loggedOut(before: id), mask: mask)
        return JournalControl.json(JSONWriter.object { explanation.write(to: &$0, mask: mask) })
    }

    /// Asks the other nodes for the explanation, which only the node that recorded the exchange can give; `nil` if
    /// there are no other nodes.
    private func ask(_ id: ExchangeID, _ exchange: Exchange) -> HTTPResponse? {
        guard let peers = control.peers(for: exchange) else { return nil }
        let query = FormFields.encode(exchange.parameters.pairs)
        let target = "/_sim/exchanges/\(id)/explanation" + (query.isEmpty ? "" : "?" + query)
        let answers = peers.ask(.get, target, of: exchange.world.name, within: PeerJournals.milliseconds)
        guard let found = answers.compactMap(\.response).first(where: { $0.status != .notFound }) else {
            return DescribeExchange.unknown(answers.filter { $0.response == nil }.map(\.node))
        }
        return found.status == .ok
            ? JournalControl.json(found.body)
            : HTTPResponse(
                found.status, type: "application/problem+json", found.body)
    }

    /// Returns the explanation in the file from which the exchange was imported; `nil` if the file has none.
    private static func noted(_ entry: JournalEntry) -> HTTPResponse? {
        guard let text = entry.answer?.circumstances.notes?.explanation,
            var members = (try? JSONValue.parse(text))?.objectValue
        else { return nil }
        members["exchange"] = .string(entry.id.description)
        return JournalControl.json(JSONWriter.bytes(of: .object(members)))
    }

    private static let imported = Problem.response(
        .notFound, "No explanation", "The exchange was imported from a file that has no explanations.")
    private static let inFlight = Problem.response(
        .conflict, "In flight", "The request has no answer yet that could be explained.")
}
