import PassSimulator

/// `help`: what there is, or how one command is used.
struct HelpCommand: Command {
    static let manual = Manual(
        name: "help", synopsis: "[COMMAND]", summary: "Tells what there is, or how a command is used.", operands: 2,
        takesConfiguration: false)

    let text: String

    /// The help of one command.
    init(of manual: Manual) {
        text = HelpText.of(manual)
    }

    init(_ arguments: Arguments) throws {
        let name = arguments.operands.joined(separator: " ")
        if name.isEmpty {
            text = HelpText.overview
        } else if let command = CommandLineTool.command(name) {
            text = HelpText.of(command.manual)
        } else {
            throw CommandLineTool.unknown(name, CommandLineTool.commands.map { $0.manual.name })
        }
    }

    func run() async throws -> ExitStatus {
        try Terminal.print(text)
        return .good
    }
}
