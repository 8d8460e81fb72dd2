import PassSimulator

/// A command of the executable; each has its own file.
protocol Command: Sendable {
    static var manual: Manual { get }

    /// Starts preparing, on another thread, what every run of the command needs. The command line is read meanwhile.
    static func prepare()

    /// Reads the command line.
    ///
    /// - Throws: `ConfigurationError` or `CommandFailure`, before the command has any effect.
    init(_ arguments: Arguments) throws

    /// Runs the command and returns the exit status for the shell.
    func run() async throws -> ExitStatus
}

extension Command {
    static func prepare() {}
}

/// A command's help text, and the words that its command line accepts.
struct Manual: Sendable {
    /// The name of the command: one word, or two, such as `token verify`.
    var name: String
    /// The part of the usage line after the name, e.g. `[TOKEN|-] [options]`.
    var synopsis: String
    /// A sentence that says what the command does.
    var summary: String
    /// Further sentences of the help; may be empty.
    var text = ""
    /// The options that only this command has.
    var options: [Arguments.Option] = []
    /// The abbreviations in the command's report, with their meanings.
    var abbreviations: [(abbreviation: String, meaning: String)] = []
    /// The maximum number of words that aren't options.
    var operands = 0
    /// Whether another command must follow after `--`.
    var takesCommand = false
    /// Whether the command accepts the options of the configuration.
    var takesConfiguration = true

    /// Every option that the command accepts, including those of the configuration if it takes them.
    var allOptions: [Arguments.Option] {
        options + (takesConfiguration ? Configuration.options : []) + [Manual.helpOption]
    }

    static let helpOption = Arguments.Option("--help", "Prints this help.")
}
