import PassSimulator

/// `version`: which version this is.
struct VersionCommand: Command {
    static let manual = Manual(
        name: "version", synopsis: "", summary: "Prints the version.", takesConfiguration: false)

    init(_ arguments: Arguments) {}

    func run() async throws -> ExitStatus {
        try Terminal.print("pass-simulator \(Version.current)\n")
        return .good
    }
}

enum Version {
    /// By the rules of Semantic Versioning 2.0.0.
    static let current = "0.1.0"
}
