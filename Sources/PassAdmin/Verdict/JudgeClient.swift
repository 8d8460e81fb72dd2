import PassCore
import PassDomain
import PassEndpointKit
import PassHTTP
import PassInstruments

/// `GET /_sim/verdict`: whether the client in the journal obeys the rules that the vendor publishes.
///
/// - `except`: the IDs of rules that aren't judged, separated by commas.
/// - `format`: `json`, `text`, `junit` or `sarif`. Without it, `Accept` decides: `application/json`, `text/plain`,
///   `application/xml` or `application/sarif+json`.
/// - `screen`: `primary` or `secondary`, the screen that the client is. Rules that need it aren't judged without it.
/// - `since`, `until`: only exchanges from and until these times. `imported`: `true` for exchanges from files instead
///   of recorded ones.
///
/// The answers:
///
/// - 200: `{"outcome": …, "rules": [{"rule": "R-01", "outcome": "passed", …}]}`, or the verdict in another form.
/// - 400: a problem document, also for the ID of an unknown rule. 409: a problem document; the journal is off.
struct JudgeClient: Endpoint {
    let route = Route(.judgeClient, [.get], "/_sim/verdict", on: .queue, carriesSecrets: true)
    let failures: any FailureTable = AdminFailureTable()
    let control: JournalControl

    static let parameters = ["except", "format", "screen"]
    static let filters = ["since", "until", "imported"]

    func respond(to exchange: Exchange) throws -> HTTPResponse {
        let query = try ExchangeQuery(exchange.parameters, others: Self.parameters, names: Self.filters)
        let format = try format(exchange)
        let except = try except(exchange)
        let screen = try screen(exchange)
        guard let reader = control.reader(exchange) else { return JournalControl.off }
        let judgesImported = try exchange.parameters.optional("imported") == "true"
        let view = reader.view()
        let turns = reader.journal.clockTurns
        var calls = CallReader(turns: turns)
        view.visit(view.places) { exchange in
            if (exchange.entry.importedID != nil) == judgesImported, query.matches(exchange) { calls.read(exchange) }
            return true
        }
        let catalog = exchange.world.catalog
        let history = ClientHistory(
            calls.calls, turns: turns, clock: ClockTurn.Reading(exchange.world.clock),
            limits: ClientHistory.Limits(
                preauthorization: { catalog.mvpd(MVPDID(rawValue: $0))?.preauthorizationLimit ?? 5 },
                authorization: { catalog.mvpd(MVPDID(rawValue: $0))?.authorizationLimit ?? 1 }),
            isWhole: reader.isWhole && exchange.parameters.all("since").isEmpty, screen: screen)
        let verdict = ClientVerdict(history, except: except)
        return HTTPResponse(
            .ok, fields: [.contentType: format.contentType, .cacheControl: "no-store", .vary: "Accept"],
            body: format.bytes(of: verdict))
    }

    private func format(_ exchange: Exchange) throws -> VerdictFormat {
        guard let text = try exchange.parameters.optional("format") else {
            return VerdictFormat.preferred(exchange.request.fields.values(.accept))
        }
        guard let format = VerdictFormat(rawValue: text) else {
            throw EntitlementFailure.malformedParameter("format", reason: "isn't one of json, text, junit, sarif")
        }
        return format
    }

    private func screen(_ exchange: Exchange) throws -> ClientHistory.Screen? {
        guard let text = try exchange.parameters.optional("screen") else { return nil }
        guard let screen = ClientHistory.Screen(rawValue: text) else {
            throw EntitlementFailure.malformedParameter("screen", reason: "isn't one of primary, secondary")
        }
        return screen
    }

    /// Reads the IDs of the rules that aren't judged.
    private func except(_ exchange: Exchange) throws -> [String] {
        guard let text = try exchange.parameters.optional("except") else { return [] }
        let ids = text.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
        for id in ids where !ClientRules.all.contains(where: { $0.id.hasSameBytes(as: id) }) {
            let reason = "names the unknown rule \(ControlContent.shown(id))"
            throw EntitlementFailure.malformedParameter("except", reason: reason)
        }
        return ids
    }
}
