import PassSimulator

/// `version`: prints the version of the executable.
struct VersionCommand: Command {
    static let manual = Manual(
        name: "version", synopsis: "", summary: "Prints the version.", takesConfiguration: false)

    init(_ arguments: Arguments) {}

    func run() async throws -> ExitStatus {
        try Terminal.print("pass-simulator \(Version.current)\n")
        return .success
    }
}

enum Version {
    /// The version number, by the rules of Semantic Versioning 2.0.0.
    static let current = "0.1.0"
}
