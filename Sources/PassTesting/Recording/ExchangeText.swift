import PassCore
import PassSimulator

/// Descriptions of recorded exchanges for people to read.
///
/// The descriptions include secrets, which are only test data.
enum ExchangeText {
    /// Returns a title and one line for each of the last exchanges, the newest last.
    ///
    /// A line is e.g. ` 3. POST /adobe-services/authorizeDevice  200  AuthorizeDevice`.
    static func list(_ exchanges: [RecordedExchange], atMost limit: Int = 20) -> String {
        guard !exchanges.isEmpty else { return "The simulator received no requests." }
        let skipped = max(0, exchanges.count - limit)
        let title =
            skipped == 0
            ? "The simulator received:" : "The simulator received \(exchanges.count) requests. The last ones:"
        let lines = exchanges.enumerated().dropFirst(skipped).map { index, exchange in
            "\(String(repeating: " ", count: index < 9 ? 1 : 0))\(index + 1). \(line(exchange))"
        }
        return ([title] + lines).joined(separator: "\n")
    }

    static func line(_ exchange: RecordedExchange) -> String {
        var line = "\(exchange.method) \(exchange.path)  \(exchange.status)"
        if let operation = exchange.operation { line += "  \(operation)" }
        if exchange.wasFaulted { line += "  (fault)" }
        return line
    }

    /// Returns the exchanges in full.
    static func full(_ exchanges: [RecordedExchange]) -> String {
        guard !exchanges.isEmpty else { return "The simulator received no requests.\n" }
        return exchanges.enumerated().map { index, exchange in full(exchange, number: index + 1) }
            .joined(separator: "\n")
    }

    private static func full(_ exchange: RecordedExchange, number: Int) -> String {
        let time = Timestamp(milliseconds: exchange.timeMillis)
        let millis = CivilTime.padded(Int((exchange.timeMillis % 1000 + 1000) % 1000), 3)
        var title = "\(number). \(CivilTime.isoDate(time).dropLast()).\(millis)Z"
        title += " in \(exchange.namespace)"
        if let operation = exchange.operation { title += ": \(operation)" }
        if exchange.wasFaulted { title += " (changed by a fault)" }
        return """
            === \(title)
            \(exchange.method) \(exchange.target) HTTP/1.1
            \(fields(exchange.requestFields))
            \(body(exchange.requestBody, isCut: exchange.isRequestBodyCut))
            --- \(exchange.status)
            \(fields(exchange.responseFields))
            \(body(exchange.responseBody, isCut: exchange.isResponseBodyCut))

            """
    }

    private static func fields(_ fields: [RecordedExchange.Field]) -> String {
        fields.map { "\($0.name): \($0.value)\n" }.joined()
    }

    private static func body(_ bytes: [UInt8], isCut: Bool) -> String {
        let rest = isCut ? "\n… (cut)" : ""
        if bytes.isEmpty { return "(no body)" + rest }
        // A body may have been cut in the middle of a character. It is shown as text all the same.
        if isCut { return String(decoding: bytes, as: UTF8.self) + rest }
        return String(validating: bytes, as: UTF8.self) ?? "(\(bytes.count) bytes that aren't text)"
    }
}
