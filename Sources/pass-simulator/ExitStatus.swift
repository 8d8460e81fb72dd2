/// The result of a command, for the shell.
enum ExitStatus: Sendable, Hashable {
    case success
    /// The answer is no: the simulator isn't ready, or the token isn't valid.
    case negative
    /// There is a mistake on the command line or in the configuration.
    case badUsage
    case couldNotStart
    /// The exit code of the program that `exec` ran; 126 or 127 if it couldn't be run.
    case other(Int32)

    var code: Int32 {
        switch self {
        case .success: 0
        case .negative: 1
        case .badUsage: 2
        case .couldNotStart: 3
        case .other(let code): code
        }
    }
}

/// The reason why a command ended early, with a sentence and the exit status for the shell.
struct CommandFailure: Error {
    var status: ExitStatus
    var message: String

    init(_ status: ExitStatus, _ message: String) {
        self.status = status
        self.message = message
    }
}
