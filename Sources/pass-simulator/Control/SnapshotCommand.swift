import PassCore
import PassHarness
import PassSimulator

/// `snapshot`: saves the whole state of a namespace to a file, and restores it from one.
struct SnapshotCommand: Command {
    static let manual = Manual(
        name: "snapshot", synopsis: "save FILE|restore FILE [options]",
        summary: "Saves the state of a namespace to a file, or restores it, also in another simulator.",
        text: """
            FILE may be - for standard output or input. A snapshot contains tokens and client secrets, so only its owner \
            can read a new file. It contains no private keys. A namespace with other keys refuses it, because the tokens \
            in it would be invalid there.
            """,
        options: ControlTarget.options + [
            .init(
                "--any-keys",
                "With restore: restores the state even if the keys differ. Tokens issued earlier are then refused.")
        ], operands: 2)

    /// The maximum size of a file that `restore` reads, in bytes.
    private static let longestSnapshot = 64 << 20

    private let target: ControlTarget
    private let isSave: Bool
    private let file: String
    private let snapshot: [UInt8]
    private let takesAnyKeys: Bool

    init(_ arguments: Arguments) throws {
        let words = try ControlWords(
            arguments.operands, of: Self.manual, default: nil, verbs: ["save": ["FILE"], "restore": ["FILE"]])
        isSave = words.verb == "save"
        file = words.operands[0]
        snapshot = isSave ? [] : try ControlInput.readFile(file, atMost: Self.longestSnapshot)
        takesAnyKeys = arguments.has("--any-keys")
        if takesAnyKeys, isSave { throw CommandFailure(.badUsage, "--any-keys has no effect on save.") }
        target = try ControlTarget(arguments)
    }

    func run() async throws -> ExitStatus {
        guard isSave else {
            do {
                return try await target.show { control in
                    text(try await control.restoreSnapshot(snapshot, anyKeys: takesAnyKeys))
                }
            } catch let failure as CommandFailure {
                // The simulator's message names the parameter of its HTTP API, not this command's option.
                throw CommandFailure(failure.status, failure.message.replacing("?keys=any", with: "--any-keys"))
            }
        }
        let state = try await target.ask { try await $0.snapshot() }
        try ControlInput.write(state, to: file, isSecret: true)
        if file != "-", !target.wantsJSON { try Terminal.print(Self.text(state, in: file)) }
        return .success
    }

    /// Returns the sentence about a state that was saved.
    private static func text(_ state: [UInt8], in file: String) -> String {
        let snapshot = try? JSONValue.parse(state)
        let records = snapshot?["records"]?.objectValue?.values.reduce(0) { $0 + ($1.arrayValue?.count ?? 0) } ?? 0
        let rules = snapshot?["rules"]?.arrayValue?.count ?? 0
        return ShownText.line(
            "Saved the namespace \(snapshot?["namespace"]?.stringValue ?? "") to \(file): \(counts(records, rules)), "
                + "\(state.count) bytes.") + "\n"
    }

    /// Returns the sentences about a state that was restored.
    private func text(_ restored: RestoredNamespace) -> String {
        let namespace = restored.namespace
        let source = file == "-" ? "standard input" : file
        let sentence =
            "Restored the namespace \(namespace.name) from \(source): \(Self.counts(namespace.records, namespace.rules))."
        let others = restored.otherKeys
        let warning =
            others.isEmpty
            ? "" : "Tokens issued before are refused: other keys signed them (\(others.joined(separator: ", "))).\n"
        return ShownText.line(sentence) + "\n" + warning
    }

    private static func counts(_ records: Int, _ rules: Int) -> String {
        "\(records) record\(records == 1 ? "" : "s"), \(rules) rule\(rules == 1 ? "" : "s")"
    }
}
