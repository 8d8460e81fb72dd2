import PassCore
import PassDomain
import PassEndpointKit
import PassHTTP
import PassInstruments

/// `GET /_sim/exchanges`: the exchanges that the namespace has recorded, oldest first.
///
/// Each parameter is optional, and an exchange must meet every filter. In a pattern, `*` stands for any text.
///
/// - `operation`, `family` (`legacy`, `v1`, `v2`, `dcr`, `sso`, `mvpd`), `requestor`, `mvpd`, `device`, `resource`,
///   `subscriber`, `path`, `outcome` (as in the log, or `none`), `flow`: patterns. `method`: a method. `status`: `200`
///   or `4xx`. `faulted`: `true`, `false`, or the ID of a rule. `state`: `inFlight` or `complete`. `since`, `until`:
///   World times, as RFC 3339 text or milliseconds since 1970. `q`: a text in the URL or a body. `imported`: `true` or
///   `false`.
/// - `after`: the ID of the exchange after which the list begins. `limit`: 1 to 1000, 100 if it isn't given. `secrets`:
///   `shown` or `masked`.
///
/// The answers:
///
/// - 200: `{"exchanges": […], "evicted": 0, "clockChanges": […], "next": ID}`. `evicted` counts the exchanges that the
///   journal removed to make room. `clockChanges` is there if the clock was moved between the exchanges of the page, or
///   after them: `{"before": ID, "from": "…Z", "to": "…Z"}`, where `before` is the first ID that an exchange after the
///   change can have. `next` is there if there are more exchanges; it is the value of `after` for the next page. With
///   several nodes, the list has the exchanges of all of them, `evicted` and `clockChanges` are those of the node that
///   answers, and `unanswered` names the nodes that didn't answer.
/// - 400: a problem document. 409: a problem document; the journal is off.
struct ListExchanges: Endpoint {
    let route = Route(.listExchanges, [.get], "/_sim/exchanges", on: .queue, carriesSecrets: true)
    let failures: any FailureTable = AdminFailureTable()
    let control: JournalControl

    /// The names of the parameters that aren't filters.
    static let others = ["after", "limit", JournalControl.secretsName]

    func respond(to exchange: Exchange) throws -> HTTPResponse {
        let query = try ExchangeQuery(exchange.parameters, others: Self.others)
        let limit = try JournalControl.limit(exchange)
        guard let reader = control.reader(exchange) else { return JournalControl.off }
        let after = try JournalControl.after(exchange, reader)
        let mask = try control.mask(exchange, reader)
        let view = reader.view()
        let places = view.places(after: after)
        var page: [ReadExchange] = []
        view.visit(places) { known in
            if query.matches(known) { page.append(known) }
            return page.count <= limit
        }
        return JournalControl.json(
            JSONWriter.object { answer in
                answer.memberArray("exchanges") { array in
                    for known in page.prefix(limit) { array.elementObject { known.write(to: &$0, mask: mask) } }
                }
                answer.member("evicted", reader.journal.evicted)
                let begin = after == nil ? 0 : view.ownNumber(before: places.lowerBound)
                let end = page.count > limit ? view.ownNumber(from: page[limit]) : .max
                let turns = reader.journal.clockTurns.filter { turn in
                    turn.movedMilliseconds != 0 && turn.position.number < end
                        && turn.position.number >= begin
                }
                if !turns.isEmpty {
                    answer.memberArray("clockChanges") { array in
                        for turn in turns { array.elementObject { turn.write(to: &$0) } }
                    }
                }
                if page.count > limit { answer.member("next", page[limit - 1].entry.id.description) }
                reader.writeUnanswered(to: &answer)
            })
    }
}

extension ClockTurn {
    /// Writes the members of a change of the clock.
    func write(to writer: inout JSONWriter) {
        writer.member("before", ExchangeID(run: position.run, number: position.number + 1).description)
        writer.member("from", CivilTime.isoDateWithMilliseconds(before.time))
        writer.member("to", CivilTime.isoDateWithMilliseconds(after.time))
    }
}
