import PassCore
import PassCrypto
import PassSimulator
import PassTokens

/// The request to a command on tokens: a token, the properties that it must have, and where the keys are.
struct TokenQuestion: Sendable {
    static let options: [Arguments.Option] = [
        .init("--resource", value: "ID", "What is about to be streamed; it must be the token's resource."),
        .init("--requestor", value: "ID", "Whose token it must be."),
        .init("--device-id", value: "ID", "The device that it must be bound to."),
        .init("--key", value: "FILE", "The token key (PEM, either half), instead of the data directory's."),
        .init("--url", value: "URL", "Take the keys and the time from this simulator."),
        .init("--json", "Prints JSON."),
    ]

    let arguments: Arguments
    let configuration: Configuration

    init(_ arguments: Arguments) throws {
        self.arguments = arguments
        configuration = try Surroundings.configuration(arguments)
        guard !(arguments.has("--key") && arguments.has("--url")) else {
            throw CommandFailure(.badUsage, "--key and --url exclude each other: the simulator has its own key.")
        }
    }

    var wantsJSON: Bool { arguments.has("--json") }

    var expectation: TokenInspector.Expectation {
        .init(
            device: arguments["--device-id"], resource: arguments["--resource"], requestor: arguments["--requestor"])
    }

    /// Returns the simulator to ask; `nil` without `--url`.
    func remote() throws -> RemoteSimulator? {
        try arguments["--url"].map {
            try RemoteSimulator(url: $0, configuration: configuration, timeoutMilliseconds: 10_000)
        }
    }

    /// Returns the token's text, from the operand or, if that is missing or `-`, from standard input.
    ///
    /// White space at both ends is removed.
    func token() throws(CommandFailure) -> String {
        var text = arguments.operands.first ?? "-"
        if text == "-" {
            guard let bytes = Terminal.readAll() else {
                throw CommandFailure(.badUsage, "Standard input has more than a mebibyte; a token has less.")
            }
            text = String(decoding: bytes, as: UTF8.self)
        }
        let blanks: Set<Character> = [" ", "\t", "\n", "\r\n"]
        let start = text.drop { blanks.contains($0) }
        let end = start.lastIndex { !blanks.contains($0) }
        guard let end else { throw CommandFailure(.badUsage, "There is no token.") }
        return String(start[...end])
    }
}
