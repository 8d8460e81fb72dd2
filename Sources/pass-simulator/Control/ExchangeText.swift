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
