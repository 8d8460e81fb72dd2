import PassCore
import PassDomain
import PassEndpointKit
import PassHTTP
import PassInstruments

/// `GET /_sim/flows/{flow}/diagram.svg`, `diagram.mmd` and `diagram.txt`: a flow as a sequence diagram.
///
/// Each arrow of the SVG is a group with the attributes `data-exchange`, the ID of its exchange, and `data-exchanges`,
/// the IDs of all exchanges that were folded into it. The path names the flow by the ID of any of its exchanges;
/// `latest` means the flow with the last exchange.
///
/// - `secrets`: `shown` or `masked`.
///
/// The answers:
///
/// - 200: an image without script, for light and dark backgrounds; Mermaid's `sequenceDiagram`; or plain text.
/// - 400: a problem document. 404: a problem document; there is no such flow. 409: a problem document; the journal is
///   off.
struct DrawFlow: Endpoint {
    let route = Route(
        .drawFlow, [.get], "/_sim/flows/{flow}/diagram.svg", "/_sim/flows/{flow}/diagram.mmd",
        "/_sim/flows/{flow}/diagram.txt", on: .queue, carriesSecrets: true)
    let failures: any FailureTable = AdminFailureTable()
    let control: JournalControl

    func respond(to exchange: Exchange) throws -> HTTPResponse {
        _ = try ExchangeQuery(exchange.parameters, others: [JournalControl.secretsName], names: [])
        let id = try exchange.capture("flow")
        guard let reader = control.reader(exchange) else { return JournalControl.off }
        guard let flow = reader.view().flow(of: id) else { return DescribeFlow.unknown }
        let diagram = SequenceDiagram(
            flow, turns: reader.journal.clockTurns, mask: try control.mask(exchange, reader))
        // A path may end in a slash.
        let name = exchange.request.path.split(separator: "/").last ?? ""
        let (type, text) =
            if name.hasSuffix(".svg") {
                ("image/svg+xml", DiagramSVG(diagram).text)
            } else if name.hasSuffix(".mmd") {
                ("text/vnd.mermaid; charset=utf-8", DiagramMermaid(diagram).text)
            } else {
                ("text/plain; charset=utf-8", DiagramText(diagram).text)
            }
        return HTTPResponse(
            .ok,
            fields: [
                .contentType: type, .cacheControl: "no-store", "X-Content-Type-Options": "nosniff",
                "Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'",
            ], body: Array(text.utf8))
    }
}
