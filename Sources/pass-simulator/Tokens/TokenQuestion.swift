import PassCore
import PassCrypto
import PassSimulator
import PassTokens

/// The request to a command on tokens: a token, the properties that it must have, and where the keys are.
struct TokenQuestion: Sendable {
    static let options: [Arguments.Option] = [
        .init("--resource", value: "ID", "The resource to be streamed, which must be the token's resource."),
        .init("--requestor", value: "ID", "The requestor that the token must name."),
        .init("--device-id", value: "ID", "The device that the token must be bound to."),
        .init(
            "--key", value: "FILE", "The token key (PEM, public or private), instead of the one in the data directory."),
        .init("--url", value: "URL", "The simulator whose keys and clock to use."),
        .init("--json", "Prints JSON."),
    ]

    let arguments: Arguments
    let configuration: Configuration

    init(_ arguments: Arguments) throws {
        self.arguments = arguments
        configuration = try CommandEnvironment.configuration(arguments)
        guard !(arguments.has("--key") && arguments.has("--url")) else {
            throw CommandFailure(.badUsage, "Use either --key or --url: the simulator has its own key.")
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
                throw CommandFailure(
                    .badUsage, "Standard input has more than a mebibyte, which is too long for a token.")
            }
            text = String(decoding: bytes, as: UTF8.self)
        }
        let blanks: Set<Character> = [" ", "\t", "\n", "\r\n"]
        let start = text.drop { blanks.contains($0) }
        let end = start.lastIndex { !blanks.contains($0) }
        guard let end else { throw CommandFailure(.badUsage, "Name a token, or pass it on standard input.") }
        return String(start[...end])
    }
}
