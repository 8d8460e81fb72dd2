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

    /// The options of `verify`, in addition to those with conditions.
    static let expectations: [Arguments.Option] = [
        .init("--exactly", value: "N", "With verify: exactly this many requests match."),
        .init("--at-least", value: "N", "With verify: at least this many requests match. The default is 1."),
        .init("--at-most", value: "N", "With verify: at most this many requests match."),
        .init("--never", "With verify: no request matches."),
        .init(
            "--in-order",
            "With verify: requests meet the MATCHes, each an operation or a JSON object, in this order."),
    ]

    /// Returns the expectation that the options and the words after `verify` describe.
    ///
    /// - Throws: `CommandFailure` for options that can't be combined, and for words that can't be read.
    static func expectation(_ arguments: Arguments, _ matches: [String]) throws(CommandFailure) -> ExchangeExpectation {
        let counts = ["--exactly", "--at-least", "--at-most"].filter { arguments[$0] != nil }
        let forms = (counts.isEmpty ? [] : [counts[0]]) + ["--never", "--in-order"].filter(arguments.has)
        guard forms.count < 2, !counts.contains("--exactly") || counts.count == 1 else {
            let names = (counts + forms.filter { !counts.contains($0) }).joined(separator: " and ")
            throw CommandFailure(.badUsage, "\(names) can't be combined.")
        }
        let query = query(arguments)
        if arguments.has("--in-order") {
            if matches.isEmpty {
                throw CommandFailure(.badUsage, "--in-order needs operations or objects after verify.")
            }
            var queries: [ExchangeQuery] = []
            for match in matches { queries.append(try Self.query(match, and: query)) }
            return .inOrder(queries)
        }
        if !matches.isEmpty {
            throw CommandFailure(
                .badUsage,
                "verify takes arguments only with --in-order; otherwise use options such as --operation.")
        }
        if arguments.has("--never") { return .never(query) }
        if let exactly = try number("--exactly", arguments) { return .exactly(exactly, query) }
        let most = try number("--at-most", arguments)
        guard let least = try number("--at-least", arguments) else {
            return most.map { .atMost($0, query) } ?? .atLeast(1, query)
        }
        return .atLeast(least, atMost: most, query)
    }

    private static func number(_ option: String, _ arguments: Arguments) throws(CommandFailure) -> Int? {
        guard let text = arguments[option] else { return nil }
        guard let number = Int(text), (0...1_000_000).contains(number) else {
            throw CommandFailure(.badUsage, "\(option) must be a number from 0 to 1000000.")
        }
        return number
    }

    /// Returns a query with the conditions of the options and those of one word: an operation's name or a JSON object.
    private static func query(_ match: String, and common: ExchangeQuery) throws(CommandFailure) -> ExchangeQuery {
        var query = common
        guard match.hasPrefix("{") else {
            query.others.append(("operation", match))
            return query
        }
        do {
            query.others += try ExchangeQuery(match: match).others
        } catch {
            throw CommandFailure(.badUsage, ShownText.line(error.detail))
        }
        return query
    }

    /// Returns the form of secrets that the option `--secrets` names; `nil` without it.
    static func secrets(_ arguments: Arguments) throws(CommandFailure) -> JournalSecrets? {
        guard let text = arguments["--secrets"] else { return nil }
        guard let secrets = JournalSecrets(rawValue: text) else {
            throw CommandFailure(.badUsage, "--secrets must be shown or masked.")
        }
        return secrets
    }

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
