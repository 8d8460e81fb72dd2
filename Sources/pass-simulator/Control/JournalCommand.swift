import PassHarness
import PassSimulator

/// `journal`: shows the exchanges of a namespace, waits for some, and saves them to a file.
struct JournalCommand: Command {
    static let manual = Manual(
        name: "journal",
        synopsis:
            "[list|show ID|diagram [FLOW]|await|verify [MATCH...]|clear|export FILE|import FILE] [--follow] [options]",
        summary: "Shows what clients have sent to a simulator, and what it answered.",
        text: """
            The options that select exchanges apply to list, await, verify, export and --follow. `await` waits for the \
            first matching request. `diagram` draws a flow, named by one of its exchanges; without a name, the flow of the \
            last request. `verify` exits with 1 if the requests so far aren't as expected, and shows the nearest ones. A \
            FILE named *.har has the format HAR 1.2, which browsers can open; any other has one line of JSON for each \
            exchange.
            """,
        options: [
            .init("--follow", "Lists the last exchanges and then each new one, until Ctrl-C."),
            .init(
                "--last", value: "N",
                "With list, --follow and export: shows only the last N exchanges. The default is 100, or all with "
                    + "export."),
            .init("--svg", "With diagram: an SVG image instead of text."),
            .init("--mermaid", "With diagram: Mermaid source instead of text."),
            .init("--timeout", value: "SECONDS", "With await: how long to wait, up to 60. The default is 30."),
            .init(
                "--secrets", value: "FORM",
                "Tokens and passwords as they are (shown) or as pseudonyms (masked). The default is the simulator's setting journal.secrets."
            ),
        ] + ExchangeFilter.expectations + ExchangeFilter.options + ControlTarget.options, operands: 101)

    private let target: ControlTarget
    private let words: ControlWords
    private let query: ExchangeQuery
    private let last: Int?
    private let expectation: ExchangeExpectation?
    private let timeoutSeconds: Int
    private let secrets: JournalSecrets?
    private let form: DiagramForm
    private let follows: Bool
    private let file: [UInt8]

    init(_ arguments: Arguments) throws {
        words = try ControlWords(
            arguments.operands, of: Self.manual, default: "list",
            verbs: [
                "list": [], "show": ["ID"], "diagram": ["[FLOW]"], "await": [], "clear": [], "export": ["FILE"],
                "import": ["FILE"],
                "verify": ["[MATCH]…"],
            ])
        query = ExchangeFilter.query(arguments)
        last = try Self.number("--last", arguments, 1...1_000_000)
        if last != nil, !["list", "export"].contains(words.verb) {
            throw CommandFailure(.badUsage, "--last belongs to list, --follow and export.")
        }
        if words.verb == "verify" {
            expectation = try ExchangeFilter.expectation(arguments, words.operands)
        } else {
            expectation = nil
            let own = ExchangeFilter.expectations.map(\.name).first(where: arguments.has)
            if let own { throw CommandFailure(.badUsage, "\(own) belongs to verify.") }
        }
        secrets = try ExchangeFilter.secrets(arguments)
        form = try Self.form(arguments, words.verb)
        timeoutSeconds = try Self.number("--timeout", arguments, 1...60) ?? 30
        follows = arguments.has("--follow")
        if follows, words.verb != "list" {
            throw CommandFailure(.badUsage, "--follow belongs to list, as in: pass-simulator journal --follow.")
        }
        file = words.verb == "import" ? try ControlInput.readFile(words.operands[0], atMost: 64 << 20) : []
        target = try ControlTarget(arguments, waitSeconds: words.verb == "await" ? timeoutSeconds : 0)
    }

    func run() async throws -> ExitStatus {
        if follows { return try await follow() }
        if let expectation {
            return try await target.report { control in
                let verdict = try await control.verifyExchanges(expectation)
                return (ExchangeLine.text(verdict), verdict.isVerified ? .success : .negative)
            }
        }
        if words.verb == "export" {
            let form: JournalFile = words.operands[0].hasSuffix(".har") ? .har : .jsonLines
            let bytes = try await target.ask { try await $0.exportExchanges(form, query, secrets: secrets, last: last) }
            try ControlInput.write(bytes, to: words.operands[0], isSecret: true)
            return .success
        }
        if words.verb == "diagram" {
            let text = try await target.ask { control in
                try await control.diagram(ofFlow: words.operands.first ?? "latest", form, secrets: secrets)
            }
            try Terminal.print(text)
            return .success
        }
        return try await target.show { control in
            switch words.verb {
            case "show": return ExchangeText.text(try await control.exchange(words.operands[0], secrets: secrets))
            case "await":
                return ExchangeLine.table([try await control.awaitExchange(query, timeoutSeconds: timeoutSeconds)])
            case "clear":
                try await control.removeExchanges()
                return ""
            case "import":
                let count = try await control.importExchanges(file)
                return "\(count) exchange\(count == 1 ? "" : "s")\n"
            default:
                return try await list(control)
            }
        }
    }

    private static func form(_ arguments: Arguments, _ verb: String) throws(CommandFailure) -> DiagramForm {
        let forms = [("--svg", DiagramForm.svg), ("--mermaid", .mermaid)].filter { arguments.has($0.0) }
        guard let first = forms.first else { return .text }
        guard forms.count == 1 else { throw CommandFailure(.badUsage, "--svg and --mermaid can't be combined.") }
        guard verb == "diagram" else { throw CommandFailure(.badUsage, "\(first.0) belongs to diagram.") }
        return first.1
    }

    /// Returns the last exchanges as a table, with the moves of the clock between them.
    private func list(_ control: SimulatorControlClient) async throws -> String {
        var exchanges: [JournalExchange] = []
        var changes: [ClockChange] = []
        var page: JournalPage
        repeat {
            page = try await control.exchanges(query, after: exchanges.last?.id, limit: 1_000, secrets: secrets)
            exchanges += page.exchanges
            changes += page.clockChanges
        } while page.next != nil && !page.exchanges.isEmpty
        if page.evicted > 0 {
            let lost = page.evicted == 1 ? "exchange" : "\(page.evicted) exchanges"
            Terminal.complain("The journal has lost its oldest \(lost).")
        }
        return ExchangeLine.table(exchanges.suffix(last ?? Self.usualLast), changes)
    }

    /// The number of exchanges that are listed without `--last`.
    private static let usualLast = 100

    /// Lists each exchange as soon as it is complete, until the process is stopped.
    private func follow() async throws -> ExitStatus {
        var followed = FollowedExchanges()
        /// The last exchanges from before the command, until they are shown; `nil` afterwards.
        var before: [JournalExchange]? = []
        while true {
            let page = try await target.ask { control in
                try await control.exchanges(query, after: followed.last, limit: 1_000, secrets: secrets)
            }
            target.forgetAnswers()
            var new = followed.take(page.exchanges)
            if let earlier = before {
                new = (earlier + new).suffix(last ?? Self.usualLast)
                let hasMore = page.next != nil && followed.last == page.exchanges.last?.id
                before = hasMore ? new : nil
                if hasMore { continue }
            }
            for exchange in new {
                try Terminal.print(
                    target.wantsJSON ? ShownText.json(exchange.record.json) + "\n" : ExchangeLine.text(exchange))
            }
            try await Task.sleep(for: .milliseconds(500))
        }
    }

    private static func number(
        _ option: String, _ arguments: Arguments, _ range: ClosedRange<Int>
    ) throws(CommandFailure) -> Int? {
        guard let text = arguments[option] else { return nil }
        guard let number = Int(text), range.contains(number) else {
            throw CommandFailure(
                .badUsage, "\(option) must be a number from \(range.lowerBound) to \(range.upperBound).")
        }
        return number
    }
}
