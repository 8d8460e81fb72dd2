import PassHarness
import PassSimulator

/// `namespace`: lists, creates, resets and removes the namespaces of a simulator.
struct NamespaceCommand: Command {
    static let manual = Manual(
        name: "namespace", synopsis: "[list|show NAME|create NAME|reset [NAME]|remove NAME...] [options]",
        summary: "Lists, creates, resets and removes namespaces, which are separate services in one simulator.",
        text: """
            `create` replaces the state of a namespace that exists. `reset` gives NAME, or the namespace of --namespace, \
            its start-up state: without sessions, rules and recorded exchanges, but with the keys that it had. Removing \
            `default` empties it.
            """,
        options: [
            .init("--copy-of", value: "NAME", "With create: the namespace to copy, without its journal."),
            .init(
                "--settings", value: "FILE", "With create: settings as in a configuration file; - is standard input."),
            .init(
                "--own-keys",
                "With create: signs with keys of its own, so that its tokens are valid in no other namespace. A copy "
                    + "has the keys of the namespace that it copies unless this is given."),
            .init("--idle", value: "SECONDS", "With create: the time without requests after which it is removed."),
        ] + ControlTarget.options, operands: 100)

    private let target: ControlTarget
    private let words: ControlWords
    private let start: NamespaceStart
    private let idleSeconds: Int?
    private let keys: NamespaceKeys?

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
        keys = arguments.has("--own-keys") ? .own : nil
        if words.verb != "create", start != .startUp || idleSeconds != nil || keys != nil {
            throw CommandFailure(.badUsage, "--copy-of, --settings, --own-keys and --idle belong to create.")
        }
        target = try ControlTarget(arguments)
    }

    func run() async throws -> ExitStatus {
        try await target.show { control in
            let names = words.operands
            switch words.verb {
            case "show": return Self.text([try await control.describeNamespace(names[0])])
            case "create":
                return Self.text([
                    try await control.createNamespace(names[0], start, idleSeconds: idleSeconds, keys: keys)
                ])
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
            ["NAME", "TIME", "RECORDS", "RULES", "EXCHANGES", "KEYS"],
            namespaces.map {
                [$0.name, $0.now, String($0.records), String($0.rules), String($0.exchanges), $0.keys.rawValue]
            },
            empty: "There are no namespaces.")
    }
}
