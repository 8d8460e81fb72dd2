import PassHarness

/// One exchange of the journal in full, for a terminal.
enum ExchangeText {
    static func text(_ exchange: JournalExchange) -> String {
        var text = TextTable.text(exchange.record.members)
        if let request = exchange.request { text += "\n\(exchange.method) \(exchange.path)\n" + message(request) }
        if let response = exchange.response {
            text += "\n\(exchange.status.map { String($0) } ?? "")\n" + message(response)
        }
        return text
    }

    private static func message(_ message: JournalMessage) -> String {
        let fields = message.fields.map { "\(ShownText.line($0.name)): \(ShownText.line($0.value))\n" }.joined()
        let rest = message.isBodyCut ? "… (cut)\n" : ""
        guard let text = message.text else { return fields + "(\(message.body.count) bytes that aren't text)\n" + rest }
        if text.isEmpty { return fields + rest }
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { ShownText.line(String($0)) }
        return fields + "\n" + lines.joined(separator: "\n") + "\n" + rest
    }
}

/// The reasons for one answer, for a terminal: the sentence, the answer, and the checks in their order.
extension ExchangeText {
    static func text(_ explanation: ExchangeExplanation) -> String {
        let answer: [String?] = [
            explanation.operationName ?? "No operation", String(explanation.status), explanation.outcome,
            explanation.reason, explanation.rule.map { "rule \($0)" },
        ]
        let rows = explanation.checks.map { check in
            [check.name, result(check), check.values.sorted { $0.key < $1.key }.map(shown).joined(separator: " ")]
        }
        return ShownText.line(explanation.sentence) + "\n\n"
            + ShownText.line(answer.compactMap { $0 }.joined(separator: " ")) + "\n\n"
            + TextTable.text(["CHECK", "RESULT", "VALUES"], rows, empty: "No check ran.")
    }

    private static func result(_ check: ExplainedCheck) -> String {
        (check.hasPassed ? "passed" : "failed") + (check.hasDecided ? ", decided" : "")
    }

    private static func shown(_ value: (key: String, value: String)) -> String {
        let text = value.value.count > longestText ? value.value.prefix(longestText - 1) + "…" : value.value
        return "\(value.key)=\(text)"
    }

    /// The maximum length of a value's text, in characters.
    private static let longestText = 40
}
