/// A sequence diagram in the language of Mermaid, which wikis and code review tools draw.
struct DiagramMermaid {
    let text: String

    init(_ diagram: SequenceDiagram) {
        var lines = ["sequenceDiagram", "    accTitle: \(Self.escaped(diagram.title))"]
        for participant in diagram.participants {
            lines.append("    participant \(Self.id(participant.role)) as \(Self.escaped(participant.name))")
        }
        let ends = [diagram.participants.first, diagram.participants.last].compactMap { $0.map { Self.id($0.role) } }
        let whole = Set(ends).count > 1 ? ends.joined(separator: ",") : ends.first ?? ""
        for step in diagram.steps {
            switch step {
            case .clock(let words): lines.append("    Note over \(whole): \(Self.escaped(words))")
            case .omission(let count): lines.append("    Note over \(whole): \(count) exchanges are left out")
            case .message(let message): lines += Self.lines(message)
            }
        }
        text = lines.joined(separator: "\n") + "\n"
    }

    private static func lines(_ message: SequenceDiagram.Message) -> [String] {
        let arrow = message.isBroken ? "--x" : message.isAnswer ? "-->>" : "->>"
        var words = escaped(message.words)
        if message.count > 1 { words += " (×\(message.count))" }
        if message.isRefused, !message.reason.isEmpty { words += "<br/>" + escaped(message.reason) }
        let line = "    \(id(message.from))\(arrow)\(id(message.to)): \(words)"
        let fault =
            message.fault.isEmpty
            ? [] : ["    Note over \(id(message.from)),\(id(message.to)): ⚡ \(escaped(message.fault))"]
        guard message.isRefused else { return [line] + fault }
        return ["    rect rgba(220, 38, 38, 0.15)", "    " + line] + fault.map { "    " + $0 } + ["    end"]
    }

    private static func id(_ role: SequenceDiagram.Role) -> String { "\(role)" }

    /// Returns a text without line breaks, with character codes for the characters that have a meaning in Mermaid.
    private static func escaped(_ text: String) -> String {
        var escaped = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "#", ";", "<", ">", "&", "\"", "%", "{", "}": escaped += "#\(scalar.value);"
            case _ where scalar.properties.generalCategory == .control: escaped += " "
            default: escaped.unicodeScalars.append(scalar)
            }
        }
        return escaped
    }
}
