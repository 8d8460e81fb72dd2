import PassHarness
import PassSimulator

/// `snapshot`: saves the whole state of a namespace to a file, and restores it from one.
struct SnapshotCommand: Command {
    static let manual = Manual(
        name: "snapshot", synopsis: "save FILE|restore FILE [options]",
        summary: "Saves the state of a namespace to a file, or restores it, also in another simulator.",
        text: """
            FILE may be - for standard output or input. It has tokens and secrets of clients, so a new file can be read \
            by its owner alone. A simulator with other keys refuses it, since tokens that it never signed don't count.
            """,
        options: ControlTarget.options + [
            .init("--any-keys", "With `restore`: restores the state although the keys differ.")
        ], operands: 2)

    /// The largest file that `restore` reads.
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
            return try await target.show { control in
                let others = try await control.restoreSnapshot(snapshot, anyKeys: takesAnyKeys)
                return others.isEmpty
                    ? "" : "Tokens by these keys don't count here: \(others.joined(separator: ", ")).\n"
            }
        }
        try ControlInput.write(try await target.ask { try await $0.snapshot() }, to: file, isSecret: true)
        return .success
    }
}
