import PassHarness
import PassSimulator

/// `state`: lists, changes and removes the records of a namespace.
struct StateCommand: Command {
    static let manual = Manual(
        name: "state", synopsis: "[KIND [list|show ID|change ID JSON|remove ID...]] [options]",
        summary: "Lists, changes and removes requestors, MVPDs, subscribers, sessions, codes and so on.",
        text: """
            Without KIND the command lists the kinds. JSON is the members to change, @FILE, or - for standard input; as \
            in: state subscribers change user '{entitlement: "nothing"}'.
            """,
        options: [
            .init(
                "--where", value: "NAME=VALUE", isRepeatable: true,
                "With list: only records with this value, e.g. user=child.")
        ] + ControlTarget.options, operands: 100)

    private let target: ControlTarget
    private let kind: String?
    private let words: ControlWords
    private let change: String
    private let conditions: [(name: String, value: String)]

    init(_ arguments: Arguments) throws {
        kind = arguments.operands.first
        words = try ControlWords(
            arguments.operands.dropFirst(), of: Self.manual, default: "list",
            verbs: ["list": [], "show": ["ID"], "change": ["ID", "JSON"], "remove": ["ID…"]])
        change = words.verb == "change" ? try ControlInput.read(words.operands[1]) : ""
        conditions = try (arguments.values["--where"] ?? []).map { text in
            let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard parts.count == 2, !parts[0].isEmpty else {
                throw CommandFailure(.badUsage, "--where must be NAME=VALUE, as in --where user=child.")
            }
            return (String(parts[0]), String(parts[1]))
        }
        if words.verb != "list" || kind == nil, !conditions.isEmpty {
            throw CommandFailure(.badUsage, "--where belongs to list, as in: pass-simulator state sessions list.")
        }
        target = try ControlTarget(arguments)
    }

    func run() async throws -> ExitStatus {
        try await target.show { control in
            guard let kind else {
                return TextTable.text(
                    ["KIND", "RECORDS"], try await control.stateKinds().map { [$0.name, String($0.count)] },
                    empty: "There are no kinds.")
            }
            switch words.verb {
            case "show": return TextTable.text(try await control.describeState(kind, words.operands[0]).members)
            case "change": return TextTable.text(try await control.changeState(kind, words.operands[0], change).members)
            case "remove":
                for id in words.operands { try await control.removeState(kind, id) }
                return ""
            default:
                return RecordTable.text(
                    try await control.state(kind, where: conditions), empty: "There are no \(kind).")
            }
        }
    }
}
