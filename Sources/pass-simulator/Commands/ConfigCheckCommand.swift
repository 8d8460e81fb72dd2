import PassSimulator

/// `config check`: says whether a configuration would be accepted, without starting anything.
struct ConfigCheckCommand: Command {
    static let manual = Manual(
        name: "config check", synopsis: "[FILE] [options]",
        summary: "Exits with 0 if the configuration is valid; otherwise lists every mistake and exits with 2.",
        text:
            "With a file it checks that file and the files that it names. Without one it checks what `serve` would use with the same options.",
        operands: 1)

    private let file: String?
    private let configuration: Configuration

    init(_ arguments: Arguments) throws {
        file = arguments.operands.first
        if let file {
            configuration = try Configuration.load(file: file, readFile: FileSystem.read)
        } else {
            configuration = try CommandEnvironment.configuration(arguments)
        }
    }

    func run() async throws -> ExitStatus {
        do {
            try configuration.checkFiles()
        } catch {
            throw CommandFailure(.badUsage, "\(error)")
        }
        try Terminal.print("\(file ?? "The configuration") is valid.\n")
        return .success
    }
}
