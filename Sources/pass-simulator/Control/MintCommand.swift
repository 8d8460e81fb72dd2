import PassHarness
import PassSimulator

/// `mint`: makes a token in any state.
struct MintCommand: Command {
    static let manual = Manual(
        name: "mint", synopsis: "authn|authz|media|access [options]",
        summary: "Makes a token in any state: valid, expired, for another device, or signed with a foreign key.",
        text: "The command prints the token in the form in which the service issues it.",
        options: [
            .init("--state", value: "WORD", "One of valid, expired, foreignKey, badSignature, otherDevice."),
            .init("--requestor", value: "ID", "The requestor. The default is TEST_REQUESTOR."),
            .init("--mvpd", value: "ID", "The MVPD. The default is Adobe, except for access tokens."),
            .init("--user", value: "NAME", "The subscriber of an authN token. The default is user."),
            .init(
                "--device", value: "ID", "The device that presents the token. Without it, the token is for a browser."),
            .init("--resource", value: "ID", "The resource of an authZ or media token."),
            .init("--client", value: "ID", "The client of an access token. The default is a new client."),
            .init("--issued", value: "TIME", "The time of issue, like 2026-01-01T00:00:00Z."),
            .init("--ttl", value: "SECONDS", "The time to live. The default is the integration's."),
        ] + ControlTarget.options, operands: 1)

    private let target: ControlTarget
    private let order: MintOrder

    init(_ arguments: Arguments) throws {
        guard let kind = arguments.operands.first else {
            throw CommandFailure(.badUsage, "Name the kind of token: authn, authz, media or access.")
        }
        var order = MintOrder(
            kind, requestor: arguments["--requestor"] ?? "TEST_REQUESTOR",
            mvpd: arguments["--mvpd"] ?? (kind == "access" ? nil : "Adobe"),
            user: arguments["--user"] ?? (kind == "authn" ? "user" : nil), device: arguments["--device"],
            resource: arguments["--resource"], client: arguments["--client"], state: arguments["--state"])
        order.issued = arguments["--issued"]
        order.ttlSeconds = try arguments["--ttl"].map { text in
            guard let seconds = Int(text) else { throw CommandFailure(.badUsage, "--ttl must be a number of seconds.") }
            return seconds
        }
        self.order = order
        target = try ControlTarget(arguments)
    }

    func run() async throws -> ExitStatus {
        try await target.show { control in try await control.mint(order).token + "\n" }
    }
}
