import PassHarness

/// Exchanges of the journal as text, one line for each.
enum ExchangeLine {
    private static let titles = ["TIME", "ID", "STATUS", "OPERATION", "OUTCOME"]

    /// Returns the exchanges as a table.
    ///
    /// The title contains the day if it is the same in all lines; otherwise, each line contains its day.
    ///
    /// - Parameter changes: the moves of the clock; those after the first exchange get lines of their own.
    static func table(_ exchanges: [JournalExchange], _ changes: [ClockChange] = []) -> String {
        guard let first = exchanges.first else { return "There are no exchanges.\n" }
        var rest = changes.filter { isOlder(first.id, than: $0.before) }[...]
        let days = Set((exchanges.map(\.time) + rest.map(\.to)).map(day))
        let time = { (text: String) in (days.count > 1 ? day(text) + " " : "") + timeOfDay(text) }
        var rows: [[String]] = []
        for exchange in exchanges {
            while let change = rest.first, !isOlder(exchange.id, than: change.before) {
                rows.append(columns(change, time))
                rest = rest.dropFirst()
            }
            rows.append([time(exchange.time)] + columns(exchange).dropFirst())
        }
        rows += rest.map { columns($0, time) }
        let title = days.count == 1 ? "TIME ON \(day(first.time))" : "TIME"
        return TextTable.text([title] + titles.dropFirst(), rows, empty: "")
    }

    /// Whether an exchange has a smaller number than another one, by their IDs.
    private static func isOlder(_ id: String, than other: String) -> Bool {
        (id.utf8.count, id) < (other.utf8.count, other)
    }

    private static func day(_ time: String) -> String { String(time.prefix { $0 != "T" }) }

    private static func timeOfDay(_ time: String) -> String {
        time.split(separator: "T").last.map { String($0.dropLast()) } ?? time
    }

    private static func columns(_ change: ClockChange, _ time: (String) -> String) -> [String] {
        let isBack = change.to < change.from
        return [time(change.to), "", "", "the clock moved \(isBack ? "back" : "forwards") from \(change.from)", ""]
    }

    /// Returns the message of a verification and, if it failed, a table of the exchanges that nearly match.
    static func text(_ verdict: ExchangeVerdict) -> String {
        let sentence = ShownText.line(verdict.message) + "\n"
        guard !verdict.isVerified, !verdict.nearest.isEmpty else { return sentence }
        return sentence + "\nThe nearest exchanges, with the conditions that they miss:\n\n"
            + TextTable.text(
                ["MISSES"] + titles,
                verdict.nearest.map { [$0.misses.joined(separator: ",")] + columns($0.exchange) }, empty: "")
    }

    /// Returns an exchange as a line of a table with fixed column widths, for a table whose next lines aren't known
    /// yet.
    static func text(_ exchange: JournalExchange) -> String {
        let widths = [12, 12, 6, 36, 0]
        var line = ""
        for (text, width) in zip(columns(exchange), widths) {
            let text = ShownText.line(text)
            line += text + String(repeating: " ", count: max(0, width - text.count)) + "  "
        }
        while line.hasSuffix(" ") { line.removeLast() }
        return line + "\n"
    }

    private static func columns(_ exchange: JournalExchange) -> [String] {
        let subject = exchange.operationName ?? "\(exchange.method) \(exchange.path)"
        let about = exchange.resources.isEmpty ? "" : " " + exchange.resources.joined(separator: ",")
        let outcome = [exchange.outcome, exchange.reason].compactMap(\.self) + exchange.rules.map { "rule=\($0)" }
        return [
            timeOfDay(exchange.time), exchange.id, exchange.status.map { String($0) } ?? "…", subject + about,
            outcome.joined(separator: " "),
        ]
    }
}
