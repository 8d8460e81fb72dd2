/// A sequence diagram as lines of text, for terminals and reports.
///
/// ```
/// TEST_REQUESTOR · Adobe · denied
///
///    0.0 s  SDK -> Service  POST authorizeDevice · authN token · deny:news
///    0.0 s  SDK <- Service  200  REFUSED noAuthZ: Your package does not include this channel.
/// ```
struct DiagramText {
    let text: String

    init(_ diagram: SequenceDiagram) {
        var lines = [diagram.title, ""]
        let names = diagram.participants.map(\.name.count).max() ?? 0
        for step in diagram.steps {
            switch step {
            case .clock(let words): lines.append("           \(words)")
            case .omission(let count): lines.append("           … \(count) exchanges are left out …")
            case .message(let message):
                let time = diagram.sinceBegin(message.time)
                let left = message.isAnswer ? message.to : message.from
                let right = message.isAnswer ? message.from : message.to
                let arrow = message.isAnswer ? (message.isBroken ? "<x" : "<-") : "->"
                let parties =
                    Self.padded(diagram.name(of: left), names) + " \(arrow) "
                    + Self.padded(diagram.name(of: right), names)
                lines.append(Self.padded(time, 8, right: true) + "  " + parties + "  " + Self.line(message))
            }
        }
        text = lines.map(ShownText.line).joined(separator: "\n") + "\n"
    }

    private static func line(_ message: SequenceDiagram.Message) -> String {
        var line = message.words
        if message.count > 1 { line += "  ×\(message.count)" }
        if message.isRefused { line += "  REFUSED" + (message.reason.isEmpty ? "" : " " + message.reason) }
        if !message.fault.isEmpty { line += "  [\(message.fault)]" }
        return line
    }

    private static func padded(_ text: String, _ width: Int, right: Bool = false) -> String {
        let space = String(repeating: " ", count: max(0, width - text.count))
        return right ? space + text : text + space
    }
}
