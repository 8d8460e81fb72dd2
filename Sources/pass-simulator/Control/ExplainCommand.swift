import PassHarness
import PassSimulator

/// `explain`: says why an exchange got its answer.
struct ExplainCommand: Command {
    static let manual = Manual(
        name: "explain", synopsis: "ID [options]",
        summary: "Says why a request got its answer: which checks ran, and which one decided.",
        text: "ID is the field X-Pass-Simulator-Exchange of the answer, and a column of `pass-simulator journal`.",
        options: ControlTarget.options, operands: 1)

    private let target: ControlTarget
    private let id: String

    init(_ arguments: Arguments) throws {
        guard let id = arguments.operands.first else {
            throw CommandFailure(.badUsage, "Name an exchange; `pass-simulator journal` lists them.")
        }
        self.id = id
        target = try ControlTarget(arguments)
    }

    func run() async throws -> ExitStatus {
        try await target.show { control in
            ExchangeText.text(try await control.explanation(id))
        }
    }
}
