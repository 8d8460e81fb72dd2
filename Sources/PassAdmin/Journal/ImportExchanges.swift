import PassCore
import PassDomain
import PassEndpointKit
import PassHTTP
import PassInstruments

/// `POST /_sim/exchanges/import`: adds the exchanges of a file to the journal, so that they can be inspected.
///
/// Each exchange gets a new ID and is marked `imported`, with its former ID as `importedID`. Waits and verifications
/// ignore imported exchanges unless they ask for them.
///
/// - Body: JSON lines as `GET /_sim/exchanges.jsonl` writes them, or HAR 1.2 from any program; at most 100,000
///   exchanges and 64 MiB, within `limits.bodyBytes`.
///
/// The answers:
///
/// - 200: `{"imported": 3}`. To make room, the journal may have evicted older exchanges, or the first ones of the file.
/// - 400: a problem document; nothing was imported. 409: a problem document; the journal is off.
struct ImportExchanges: Endpoint {
    let route = Route(
        .importExchanges, [.post], "/_sim/exchanges/import", on: .queue, carriesSecrets: true, readsParameters: false,
        content: .file)
    let failures: any FailureTable = AdminFailureTable()
    let control: JournalControl

    func respond(to exchange: Exchange) throws -> HTTPResponse {
        try ControlParameters.refuse(exchange)
        guard let reader = control.ownReader(exchange) else { return JournalControl.off }
        let entries = try ExchangeFileReader.read(exchange.request.body)
        for entry in entries { reader.journal.record(entry) }
        // The exchanges are indexed now, so that the first list after several imports needn't index all of them.
        _ = reader.view()
        return JournalControl.json(JSONWriter.object { $0.member("imported", entries.count) })
    }
}
