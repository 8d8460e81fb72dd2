import PassHarness
import PassSimulator

/// `namespace`: lists, creates, resets and removes the namespaces of a simulator.
struct NamespaceCommand: Command {
    static let manual = Manual(
        name: "namespace", synopsis: "[list|show NAME|create NAME|reset [NAME]|remove NAME...] [options]",
        summary: "Lists, creates, resets and removes namespaces, which are separate services in one simulator.",
        text: """
            `create` gives an existing namespace a new state. `reset` gives the namespace, or that of --namespace, its \
            start-up state: without sessions, rules and recorded exchanges. Removing `default` empties it.
            """,
        options: [
            .init("--copy-of", value: "NAME", "With create: the namespace whose settings, clock and records it gets."),
            .init(
                "--settings", value: "FILE", "With create: settings as in a configuration file; - is standard input."),
            .init("--idle", value: "SECONDS", "With create: the time without requests after which it is removed."),
        ] + ControlTarget.options, operands: 100)

    private let target: ControlTarget
    private let words: ControlWords
    private let start: NamespaceStart
    private let idleSeconds: Int?

    init(_ arguments: Arguments) throws {
        words = try ControlWords(
            arguments.operands, of: Self.manual, default: "list",
            verbs: ["list": [], "show": ["NAME"], "create": ["NAME"], "reset": ["[NAME]"], "remove": ["NAME…"]])
        let settings = try arguments["--settings"].map {
            String(decoding: try ControlInput.readFile($0), as: UTF8.self)
        }
        switch (arguments["--copy-of"], settings) {
        case (nil, nil): start = .startUp
        case (let source?, nil): start = .copy(of: source)
        case (nil, let settings?): start = .configuration(settings)
        case (_?, _?):
            throw CommandFailure(.badUsage, "Use either --copy-of or --settings: a copy has the settings too.")
        }
        idleSeconds = try arguments["--idle"].map { text in
            guard let seconds = Int(text) else {
                throw CommandFailure(.badUsage, "--idle must be a number of seconds.")
            }
            return seconds
        }
        if words.verb != "create", start != .startUp || idleSeconds != nil {
            throw CommandFailure(.badUsage, "--copy-of, --settings and --idle belong to create.")
        }
        target = try ControlTarget(arguments)
    }

    func run() async throws -> ExitStatus {
        try await target.show { control in
            let names = words.operands
            switch words.verb {
            case "show": return Self.text([try await control.describeNamespace(names[0])])
            case "create":
                return Self.text([try await control.createNamespace(names[0], start, idleSeconds: idleSeconds)])
            case "reset":
                try await (names.first.map { control.inNamespace($0) } ?? control).reset()
                return ""
            case "remove":
                for name in names { try await control.removeNamespace(name) }
                return ""
            default: return Self.text(try await control.namespaces())
            }
        }
    }

    private static func text(_ namespaces: [NamespaceDescription]) -> String {
        TextTable.text(
            ["NAME", "TIME", "RECORDS", "RULES", "EXCHANGES"],
            namespaces.map { [$0.name, $0.now, String($0.records), String($0.rules), String($0.exchanges)] },
            empty: "There are no namespaces.")
    }
}
