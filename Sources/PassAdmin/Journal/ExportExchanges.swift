import PassCore
import PassDomain
import PassEndpointKit
import PassHTTP
import PassInstruments

/// `GET /_sim/exchanges.har` and `GET /_sim/exchanges.jsonl`: the namespace's exchanges as a file.
///
/// The filters are those of `GET /_sim/exchanges`. A HAR file holds only exchanges that have an answer.
///
/// - `last`: the maximum number of exchanges, 1 to 1000000; the file has the last ones that meet the filters. Without
///   this parameter, it has all of them.
/// - `secrets`: `shown` or `masked`. A masked file has a pseudonym in place of each token, code, password, cookie,
///   credential and device ID, in URLs, header fields and bodies. A secret has the same pseudonym everywhere, until the
///   simulator stops.
///
/// The answers:
///
/// - 200: HAR 1.2, or one JSON object for each exchange on a line of its own, with `version` and the members of
///   `GET /_sim/exchanges/{exchange}` except `decoded`.
/// - 400: a problem document. 409: a problem document; the journal is off, or the file is longer than what
///   `limits.bufferedBytes` lets the server send.
struct ExportExchanges: Endpoint {
    let route = Route(
        .exportExchanges, [.get], "/_sim/exchanges.har", "/_sim/exchanges.jsonl", on: .queue, carriesSecrets: true)
    let failures: any FailureTable = AdminFailureTable()
    let control: JournalControl

    static let lastName = "last"

    func respond(to exchange: Exchange) throws -> HTTPResponse {
        let query = try ExchangeQuery(exchange.parameters, others: [JournalControl.secretsName, Self.lastName])
        guard let reader = control.reader(exchange) else { return JournalControl.off }
        let last = try JournalControl.wholeNumber(Self.lastName, exchange, in: 1...1_000_000)
        let mask = try control.mask(exchange, reader)
        let view = reader.view()
        let visit = { (body: (ExchangeRecord) -> Void) in
            if let last {
                for found in view.last(last, where: query.matches) { body(ExchangeRecord(found, mask: mask)) }
            } else {
                view.visit(view.places) { exchange in
                    if query.matches(exchange) { body(ExchangeRecord(exchange, mask: mask)) }
                    return true
                }
            }
        }
        let isHAR = exchange.request.path.split(separator: "/").last?.hasSuffix(".har") == true
        var file: [UInt8] = []
        if isHAR {
            file = HARFile.bytes(visit, mask: mask)
        } else {
            visit { ExchangeLine.append($0, mask: mask, to: &file) }
        }
        guard file.count <= control.longestFile else { return tooLong(file.count) }
        return HTTPResponse(
            .ok,
            fields: [
                .contentType: isHAR ? "application/json" : "application/x-ndjson", .cacheControl: "no-store",
                "Content-Disposition": "attachment; filename=\"exchanges.\(isHAR ? "har" : "jsonl")\"",
            ], body: file)
    }

    private func tooLong(_ bytes: Int) -> HTTPResponse {
        Problem.response(
            .conflict, "File too large",
            "The file has \(bytes) bytes, but the setting limits.bufferedBytes allows only \(control.longestFile). "
                + "Ask for fewer exchanges, for example with \(Self.lastName)=1000, or raise the limit.")
    }
}
