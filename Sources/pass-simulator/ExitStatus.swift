/// How a command ended, for the shell.
enum ExitStatus: Sendable, Hashable {
    case good
    /// What was asked about is not so: not ready, no valid token.
    case notSo
    /// Wrong words on the command line, or a wrong configuration.
    case badUsage
    case couldNotStart
    /// What a command that was run says.
    case other(Int32)

    var code: Int32 {
        switch self {
        case .good: 0
        case .notSo: 1
        case .badUsage: 2
        case .couldNotStart: 3
        case .other(let code): code
        }
    }
}

/// Why a command ended early: a sentence, and what the shell is told.
struct CommandFailure: Error {
    var status: ExitStatus
    var message: String

    init(_ status: ExitStatus, _ message: String) {
        self.status = status
        self.message = message
    }
}
