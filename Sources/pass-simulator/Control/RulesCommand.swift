import PassHarness
import PassSimulator

/// `rules`: lists, adds and removes the rules of a namespace.
struct RulesCommand: Command {
    static let manual = Manual(
        name: "rules", synopsis: "[list|add JSON|@FILE|-|remove ID...|clear] [options]",
        summary: "Lists, adds and removes rules, which make some requests fail or change their answers.",
        text: """
            Example: rules add '{match: {operation: "AuthorizeDevice", resource: "news*"}, action: {failure: "denied"}}'. A \
            file has one rule, a list of rules, or the setting `rules`.
            """,
        options: ControlTarget.options, operands: 100)

    private let target: ControlTarget
    private let words: ControlWords
    private let rules: String

    init(_ arguments: Arguments) throws {
        words = try ControlWords(
            arguments.operands, of: Self.manual, default: "list",
            verbs: ["list": [], "add": ["JSON|@FILE|-"], "remove": ["ID…"], "clear": []])
        rules = words.verb == "add" ? try ControlInput.read(words.operands[0]) : ""
        target = try ControlTarget(arguments)
    }

    func run() async throws -> ExitStatus {
        try await target.show { control in
            switch words.verb {
            case "add":
                let added = try await control.addRules(rules)
                for warning in added.flatMap(\.warnings) { Terminal.complain(ShownText.line(warning)) }
                return Self.text(added)
            case "remove":
                for id in words.operands { try await control.removeRule(id) }
                return ""
            case "clear":
                try await control.removeAllRules()
                return ""
            default: return Self.text(try await control.rules())
            }
        }
    }

    private static func text(_ rules: [InstalledRule]) -> String {
        TextTable.text(
            ["ID", "HITS", "TIMES", "MATCH", "ACTION"],
            rules.map { [$0.id, String($0.hits), $0.times.map { String($0) } ?? "-", $0.match, $0.action] },
            empty: "There are no rules.")
    }
}
