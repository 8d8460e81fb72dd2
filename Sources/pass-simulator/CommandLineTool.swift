import PassSimulator

/// Finds the command that the words mean, runs it, and tells people why it failed.
enum CommandLineTool {
    /// In the order of the help.
    static let commands: [any Command.Type] = [
        ServeCommand.self, ReadyCommand.self, ExecCommand.self, TokenInspectCommand.self, TokenVerifyCommand.self,
        CertificateCommand.self, HostsCommand.self, ConfigCheckCommand.self, ConfigPrintCommand.self,
        HarnessCommand.self, VersionCommand.self, HelpCommand.self,
    ]

    static func run(_ words: () throws -> [String]) async -> ExitStatus {
        do {
            return try await command(for: words()).run()
        } catch let failure as CommandFailure {
            Terminal.complain(failure.message)
            return failure.status
        } catch let error as ConfigurationError {
            Terminal.complain(error.message)
            return .badUsage
        } catch {
            Terminal.complain("\(error)")
            return .couldNotStart
        }
    }

    /// The command that the words mean, with all of them understood and nothing done yet.
    static func command(for words: [String]) throws -> any Command {
        let (command, rest) = try find(words)
        let manual = command.manual
        if rest.prefix(while: { $0 != "--" }).contains("--help") { return HelpCommand(of: manual) }
        let arguments = try Arguments(rest, options: manual.allOptions, operands: manual.operands)
        guard manual.takesCommand == (arguments.rest != nil) else {
            throw CommandFailure(
                .badUsage,
                manual.takesCommand
                    ? "A command must follow after --, as in: pass-simulator exec -- make test."
                    : "Nothing may follow after -- here.")
        }
        return try command.init(arguments)
    }

    /// The command that the first words name, and the words after it; without a name it is `serve`.
    private static func find(_ words: [String]) throws -> (command: any Command.Type, rest: [String]) {
        guard let first = words.first else { return (ServeCommand.self, []) }
        switch first {
        case "--help", "-h": return (HelpCommand.self, [])
        case "--version": return (VersionCommand.self, [])
        default: break
        }
        if first.hasPrefix("-") { return (ServeCommand.self, words) }
        for length in [2, 1] {
            let name = words.prefix(length).joined(separator: " ")
            if let command = command(name) { return (command, Array(words.dropFirst(length))) }
        }
        let names = commands.map { $0.manual.name }
        let heads = names.map { String($0.prefix { $0 != " " }) }
        let family = names.filter { $0.hasPrefix((NearestName.find(first, among: heads) ?? "") + " ") }
        guard !family.isEmpty else { throw unknown(first, names) }
        if words.count == 1 || words[1].hasPrefix("-"), heads.contains(first) {
            throw CommandFailure(.badUsage, "\(first) needs another word: \(family.joined(separator: ", ")).")
        }
        throw unknown(words.prefix(2).joined(separator: " "), family)
    }

    static func command(_ name: String) -> (any Command.Type)? {
        commands.first { $0.manual.name == name }
    }

    static func unknown(_ name: String, _ known: [String]) -> CommandFailure {
        let nearest = NearestName.find(name, among: known) ?? "help"
        return CommandFailure(.badUsage, "\"\(shown(name))\" is no command; the nearest one is \(nearest).")
    }

    /// A word of the command line, without what a terminal would obey.
    static func shown(_ word: String) -> String {
        word.prefix(80).map { $0.isASCII && !$0.isNewline && $0 >= " " ? String($0) : "?" }.joined()
    }
}
