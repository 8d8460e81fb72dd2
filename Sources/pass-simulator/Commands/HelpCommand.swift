import PassSimulator

/// `help`: lists the commands, or explains one of them.
struct HelpCommand: Command {
    static let manual = Manual(
        name: "help", synopsis: "[COMMAND]", summary: "Lists the commands, or explains one of them.", operands: 2,
        takesConfiguration: false)

    let text: String

    /// Shows the help of one command.
    init(of manual: Manual) {
        text = HelpText.of(manual)
    }

    /// Lists the commands of two words that begin with the given one; `nil` if there are none.
    init?(ofFamily word: String) {
        let manuals = CommandLineTool.commands.map { $0.manual }.filter { $0.name.hasPrefix(word + " ") }
        guard !manuals.isEmpty else { return nil }
        text = HelpText.of(family: word, manuals)
    }

    init(_ arguments: Arguments) throws {
        let name = arguments.operands.joined(separator: " ")
        if name.isEmpty {
            text = HelpText.overview
        } else if let family = HelpCommand(ofFamily: name) {
            self = family
        } else if let command = CommandLineTool.command(name) {
            text = HelpText.of(command.manual)
        } else {
            throw CommandLineTool.unknown(name, CommandLineTool.commands.map { $0.manual.name })
        }
    }

    func run() async throws -> ExitStatus {
        try Terminal.print(text)
        return .success
    }
}
