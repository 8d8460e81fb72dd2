import PassCore
import PassSimulator

/// Finds the command for the words on the command line, runs it, and reports failures to the user.
enum CommandLineTool {
    /// The commands, in the order in which the help lists them.
    static let commands: [any Command.Type] = [
        ServeCommand.self, ReadyCommand.self, ExecCommand.self, ClockCommand.self, NamespaceCommand.self,
        RulesCommand.self, StateCommand.self, LoginCommand.self, MintCommand.self, JournalCommand.self,
        ExplainCommand.self, VerdictCommand.self, CapsuleSaveCommand.self, CapsuleOpenCommand.self,
        CapsuleReplayCommand.self, CapsuleForkCommand.self, MigrateCommand.self, SnapshotCommand.self,
        StoreCommand.self,
        TokenInspectCommand.self,
        TokenVerifyCommand.self, CertificateCommand.self, HostsCommand.self, ConfigCheckCommand.self,
        ConfigPrintCommand.self,
        HarnessCommand.self, VersionCommand.self, HelpCommand.self,
    ]

    /// Runs the command that the words name. A failure is written to standard error and determines the exit status.
    static func run(_ words: () throws -> [String]) async -> ExitStatus {
        do {
            return try await command(for: words()).run()
        } catch let failure as CommandFailure {
            Terminal.complain(failure.message)
            return failure.status
        } catch let error as ConfigurationError {
            for message in error.messages { Terminal.complain(message) }
            return .badUsage
        } catch {
            Terminal.complain("\(error)")
            return .couldNotStart
        }
    }

    /// Returns the command for the words, after checking all of them; the command hasn't run yet.
    static func command(for words: [String]) throws -> any Command {
        if words.count == 2, asksForHelp(words[1]), let help = HelpCommand(ofFamily: words[0]) { return help }
        let (command, rest) = try find(words)
        let manual = command.manual
        if rest.prefix(while: { $0 != "--" }).contains("--help") { return HelpCommand(of: manual) }
        if manual.takesCommand, !rest.contains("--") {
            throw CommandFailure(.badUsage, "Put -- before the command, as in: pass-simulator exec -- make test.")
        }
        command.prepare()
        let arguments = try Arguments(rest, options: manual.allOptions, operands: manual.operands)
        guard manual.takesCommand || arguments.rest == nil else {
            throw CommandFailure(.badUsage, "This command has no arguments after --.")
        }
        return try command.init(arguments)
    }

    /// Returns the command that the first words name, and the words after it; `serve` if they name none.
    private static func find(_ words: [String]) throws -> (command: any Command.Type, rest: [String]) {
        guard let first = words.first else { return (ServeCommand.self, []) }
        if asksForHelp(first) { return (HelpCommand.self, []) }
        if first == "--version" { return (VersionCommand.self, []) }
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
            throw CommandFailure(.badUsage, "\(first) needs a subcommand: \(family.joined(separator: ", ")).")
        }
        throw unknown(words.prefix(2).joined(separator: " "), family)
    }

    private static func asksForHelp(_ word: String) -> Bool { word == "--help" || word == "-h" }

    /// Returns the command with exactly that name; `nil` for an unknown name.
    static func command(_ name: String) -> (any Command.Type)? {
        commands.first { $0.manual.name == name }
    }

    /// Returns the failure for an unknown command, which names the most similar known one.
    static func unknown(_ name: String, _ known: [String]) -> CommandFailure {
        let hint =
            NearestName.find(name, among: known).map { "the nearest one is \($0)" }
            ?? "`pass-simulator help` lists them"
        return CommandFailure(.badUsage, "\"\(shown(name))\" is not a command; \(hint).")
    }

    /// Returns the start of a word of the command line, with `?` for characters that a terminal might interpret.
    static func shown(_ word: String) -> String {
        word.prefix(80).map { $0.isASCII && !$0.isNewline && $0 >= " " ? String($0) : "?" }.joined()
    }
}
