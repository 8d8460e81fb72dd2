import PassHarness

/// Exchanges of the journal as text, one line for each.
enum ExchangeLine {
    private static let titles = ["TIME", "ID", "STATUS", "OPERATION", "OUTCOME"]

    /// Returns the exchanges as a table.
    static func table(_ exchanges: [JournalExchange]) -> String {
        TextTable.text(titles, exchanges.map(columns), empty: "There are no exchanges.")
    }

    /// Returns the sentence of a verification, and a table of the exchanges that nearly match.
    static func text(_ verdict: ExchangeVerdict) -> String {
        let sentence = ShownText.line(verdict.message) + "\n"
        guard !verdict.isVerified, !verdict.nearest.isEmpty else { return sentence }
        return sentence + "\nThe nearest exchanges, with the conditions that they miss:\n\n"
            + TextTable.text(
                ["MISSES"] + titles,
                verdict.nearest.map { [$0.misses.joined(separator: ",")] + columns($0.exchange) }, empty: "")
    }

    /// Returns a line of a table whose next lines aren't known yet.
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
        // The day is in the JSON; a list is usually about the last minutes.
        let time = exchange.time.split(separator: "T").last.map { String($0.dropLast()) } ?? exchange.time
        let subject = exchange.operationName ?? "\(exchange.method) \(exchange.path)"
        let about = exchange.resources.isEmpty ? "" : " " + exchange.resources.joined(separator: ",")
        let outcome = [exchange.outcome, exchange.reason].compactMap(\.self) + exchange.rules.map { "rule=\($0)" }
        return [
            time, exchange.id, exchange.status.map { String($0) } ?? "…", subject + about,
            outcome.joined(separator: " "),
        ]
    }
}
