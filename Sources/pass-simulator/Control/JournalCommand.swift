import PassHarness
import PassSimulator

/// `journal`: shows the exchanges of a namespace, waits for some, and saves them to a file.
struct JournalCommand: Command {
    static let manual = Manual(
        name: "journal", synopsis: "[list|show ID|await|clear|export FILE|import FILE] [--follow] [options]",
        summary: "Shows what clients have sent to a simulator, and what it answered.",
        text: """
            The options with conditions apply to list, await, export and --follow. `await` waits for the first matching request. A \
            FILE named *.har is in HAR 1.2, which browsers open; any other has a line of JSON for each exchange.
            """,
        options: [
            .init("--follow", "Lists the exchanges and then each new one, until Ctrl-C."),
            .init("--last", value: "N", "With list: how many exchanges, the last ones. The default is 100."),
            .init("--timeout", value: "SECONDS", "With await: how long to wait, up to 60. The default is 30."),
            .init("--secrets", value: "FORM", "Tokens and passwords as they are (shown) or as pseudonyms (masked)."),
        ] + ExchangeFilter.options + ControlTarget.options, operands: 2)

    private let target: ControlTarget
    private let words: ControlWords
    private let query: ExchangeQuery
    private let last: Int
    private let timeoutSeconds: Int
    private let secrets: JournalSecrets?
    private let follows: Bool
    private let file: [UInt8]

    init(_ arguments: Arguments) throws {
        words = try ControlWords(
            arguments.operands, of: Self.manual, default: "list",
            verbs: [
                "list": [], "show": ["ID"], "await": [], "clear": [], "export": ["FILE"], "import": ["FILE"],
            ])
        query = ExchangeFilter.query(arguments)
        last = try Self.number("--last", arguments, 1...100_000) ?? 100
        secrets = try arguments["--secrets"].map { text throws(CommandFailure) in
            guard let secrets = JournalSecrets(rawValue: text) else {
                throw CommandFailure(.badUsage, "--secrets must be shown or masked.")
            }
            return secrets
        }
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
        if words.verb == "export" {
            let form: JournalFile = words.operands[0].hasSuffix(".har") ? .har : .jsonLines
            let bytes = try await target.ask { try await $0.exportExchanges(form, query, secrets: secrets) }
            try ControlInput.write(bytes, to: words.operands[0])
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
                return "\(try await control.importExchanges(file)) exchanges\n"
            default:
                let (exchanges, evicted) = try await control.allExchanges(query, secrets: secrets)
                if evicted > 0 { Terminal.complain("The journal has lost its oldest \(evicted) exchanges.") }
                return ExchangeLine.table(exchanges.suffix(last))
            }
        }
    }

    /// Lists the exchanges when they are complete, until the process is stopped.
    private func follow() async throws -> ExitStatus {
        var followed = FollowedExchanges()
        while true {
            let page = try await target.ask { control in
                try await control.exchanges(query, after: followed.last, limit: 1_000, secrets: secrets)
            }
            for exchange in followed.take(page.exchanges) {
                try Terminal.print(
                    target.wantsJSON ? ShownText.json(exchange.record.json) + "\n" : ExchangeLine.text(exchange))
            }
            target.forgetAnswers()
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
