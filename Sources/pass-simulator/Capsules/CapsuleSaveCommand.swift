import PassCore
import PassHarness
import PassSimulator

/// `capsule save`: saves a namespace as one file for a colleague.
struct CapsuleSaveCommand: Command {
    static let manual = Manual(
        name: "capsule save", synopsis: "FILE [options]",
        summary:
            "Saves what happened in a namespace to one file, which `capsule open` shows and `capsule replay` plays.",
        text: """
            The file has the journal with its explanations, the clock, the rules, the settings and the records. A pseudonym \
            stands for each token, code, password, cookie and device ID. FILE may be - for standard output.
            """,
        options: ControlTarget.options + [
            .init("--title", value: "TEXT", "A text for the reader."),
            .init("--secrets", value: "FORM", "shown keeps the secrets. The default is masked."),
        ], operands: 1)

    private let target: ControlTarget
    private let file: String
    private let title: String?
    private let secrets: JournalSecrets

    init(_ arguments: Arguments) throws {
        guard let file = arguments.operands.first else {
            throw CommandFailure(.badUsage, "capsule save needs the name of a file, or - for standard output.")
        }
        self.file = file
        title = arguments["--title"]
        secrets = try ExchangeFilter.secrets(arguments) ?? .masked
        target = try ControlTarget(arguments)
    }

    func run() async throws -> ExitStatus {
        let capsule = try await target.ask { try await $0.capsule(title: title, secrets: secrets) }
        try ControlInput.write(capsule, to: file, isSecret: true)
        if file != "-", !target.wantsJSON { try Terminal.print(Self.sentence(capsule, file)) }
        return .success
    }

    private static func sentence(_ capsule: [UInt8], _ file: String) -> String {
        let json = try? JSONValue.parse(capsule)
        let count = json?["exchanges"]?.arrayValue?.count ?? 0
        let whole =
            json?["complete"] == .bool(true)
            ? "" : " The journal doesn't reach back to the namespace's beginning, so a replay differs."
        return ShownText.line(
            "Saved the namespace \(json?["namespace"]?.stringValue ?? "") to \(file): \(count) exchange\(count == 1 ? "" : "s"), "
                + "\(capsule.count) bytes.\(whole)") + "\n"
    }
}
