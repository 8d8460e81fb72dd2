import PassSimulator

/// One thing that the executable can be told to do; each has its own file.
protocol Command: Sendable {
    static var manual: Manual { get }

    /// - Throws: `ConfigurationError` or `CommandFailure`, before anything is done.
    init(_ arguments: Arguments) throws

    func run() async throws -> ExitStatus
}

/// What the help says of a command, and what its command line may hold.
struct Manual: Sendable {
    /// One word, or two: `token verify`.
    var name: String
    /// What follows the name, e.g. `[TOKEN|-] [options]`.
    var synopsis: String
    /// One sentence.
    var summary: String
    /// Further sentences; may be empty.
    var text = ""
    /// Those that only this command has.
    var options: [Arguments.Option] = []
    /// The abbreviations of its report.
    var abbreviations: [(abbreviation: String, meaning: String)] = []
    /// How many words without dashes it takes.
    var operands = 0
    /// Whether a command follows after `--`.
    var takesCommand = false
    var takesConfiguration = true

    /// Every option that is understood, with those of the configuration where the command has one.
    var allOptions: [Arguments.Option] {
        options + (takesConfiguration ? Configuration.options : []) + [Manual.helpOption]
    }

    static let helpOption = Arguments.Option("--help", "Shows this text.")
}
