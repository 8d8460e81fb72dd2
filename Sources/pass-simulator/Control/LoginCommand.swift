import PassHarness
import PassSimulator

/// `login`: signs a subscriber in without a browser.
struct LoginCommand: Command {
    static let manual = Manual(
        name: "login", synopsis: "(--code CODE | --device ID) [options]",
        summary: "Signs a subscriber in without a browser, for a device or for the code that it shows.",
        options: [
            .init("--code", value: "CODE", "The registration or authentication code that the device shows."),
            .init("--device", value: "ID", "The device, by its identifier."),
            .init("--mvpd", value: "ID", "The subscriber's MVPD. A session of REST API v2 may have one already."),
            .init(
                "--user", value: "NAME", "The subscriber, by the name on the login page. A temporary pass needs none."),
            .init(
                "--requestor", value: "ID",
                "The requestor (service provider). The default is that of the code, or TEST_REQUESTOR."),
        ] + ControlTarget.options)

    private let target: ControlTarget
    private let requestor: String?
    private let mvpd: String?
    private let user: String?
    private let place: LoginPlace

    init(_ arguments: Arguments) throws {
        mvpd = arguments["--mvpd"]
        user = arguments["--user"]
        requestor = arguments["--requestor"] ?? (arguments.has("--device") ? "TEST_REQUESTOR" : nil)
        switch (arguments["--code"], arguments["--device"]) {
        case (let code?, nil): place = .code(code)
        case (nil, let device?): place = .device(device)
        default: throw CommandFailure(.badUsage, "Name either a code with --code or a device with --device.")
        }
        target = try ControlTarget(arguments)
    }

    func run() async throws -> ExitStatus {
        try await target.show { control in
            let login = try await control.logIn(user: user, mvpd: mvpd, requestor: requestor, at: place)
            return TextTable.text(login.members)
        }
    }
}
