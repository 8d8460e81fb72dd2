import PassSimulator

/// `config print`: prints the configuration that `serve` would use with the same arguments, as a file with comments.
struct ConfigPrintCommand: Command {
    static let manual = Manual(
        name: "config print", synopsis: "[options]",
        summary: "Prints the configuration that `serve` would use, with a comment for each setting (JSON5).")

    private let configuration: Configuration

    init(_ arguments: Arguments) throws {
        configuration = try CommandEnvironment.configuration(arguments)
    }

    func run() async throws -> ExitStatus {
        try Terminal.print(configuration.text)
        return .success
    }
}
