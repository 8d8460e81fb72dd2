import PassHarness
import PassSimulator

/// `explain`: says why an exchange got its answer.
struct ExplainCommand: Command {
    static let manual = Manual(
        name: "explain", synopsis: "ID [options]",
        summary: "Says why a request got its answer: which checks ran, and which one decided.",
        text: """
            ID is the field X-Pass-Simulator-Exchange of the answer, and a column of `pass-simulator journal`. Devices, codes \
            and tokens are pseudonyms, so that an explanation can be sent to others.
            """,
        options: [
            .init(
                "--secrets", value: "FORM",
                "Devices, codes and tokens as they are (shown) or as pseudonyms (masked). The default is masked.")
        ] + ControlTarget.options, operands: 1)

    private let target: ControlTarget
    private let id: String
    private let secrets: JournalSecrets

    init(_ arguments: Arguments) throws {
        guard let id = arguments.operands.first else {
            throw CommandFailure(.badUsage, "Name an exchange; `pass-simulator journal` lists them.")
        }
        self.id = id
        secrets = try ExchangeFilter.secrets(arguments) ?? .masked
        target = try ControlTarget(arguments)
    }

    func run() async throws -> ExitStatus {
        try await target.show { control in
            ExchangeText.text(try await control.explanation(id, secrets: secrets))
        }
    }
}
