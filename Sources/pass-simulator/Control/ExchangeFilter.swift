import PassHarness
import PassSimulator

/// The options of the command line that choose exchanges of the journal.
enum ExchangeFilter {
    static let options: [Arguments.Option] = [
        .init("--operation", value: "NAME", "Only this operation, e.g. AuthorizeDevice; * stands for any text."),
        .init("--resource", value: "ID", "Only requests about this resource."),
        .init("--requestor", value: "ID", "Only requests about this requestor."),
        .init("--mvpd", value: "ID", "Only requests about this MVPD."),
        .init("--device", value: "ID", "Only requests of this device."),
        .init("--user", value: "NAME", "Only requests of this subscriber."),
        .init("--path", value: "PATH", "Only requests to this path."),
        .init("--status", value: "CODE", "Only answers with this status, e.g. 404 or 4xx."),
        .init("--outcome", value: "WORD", "Only answers with this outcome, e.g. denied or refused."),
        .init("--flow", value: "ID", "Only exchanges of this flow."),
        .init("--since", value: "TIME", "Only exchanges from this time on."),
        .init("--contains", value: "TEXT", "Only exchanges whose URL or content has this text."),
    ]

    /// Returns the query that the options mean.
    static func query(_ arguments: Arguments) -> ExchangeQuery {
        var query = ExchangeQuery(resource: arguments["--resource"])
        // The simulator refuses an unknown operation and names the nearest one.
        query.others = [("operation", arguments["--operation"])].compactMap { name, value in value.map { (name, $0) } }
        query.requestor = arguments["--requestor"]
        query.mvpd = arguments["--mvpd"]
        query.device = arguments["--device"]
        query.subscriber = arguments["--user"]
        query.path = arguments["--path"]
        query.status = arguments["--status"]
        query.outcome = arguments["--outcome"]
        query.flow = arguments["--flow"]
        query.since = arguments["--since"]
        query.text = arguments["--contains"]
        return query
    }
}
