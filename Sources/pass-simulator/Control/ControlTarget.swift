import AccessEnabler
import PassHarness
import PassSimulator

/// The simulator and namespace that a command controls, and the form of the command's output.
struct ControlTarget: Sendable {
    /// The options of every command that controls a simulator.
    static let options: [Arguments.Option] = [
        .init(
            "--url", value: "URL",
            "The simulator. The default is PASS_SIMULATOR_URL, or else where `serve` listens with the same configuration."
        ),
        .init("--namespace", value: "NAME", "The namespace. The default is that of the URL."),
        .init("--token", value: "TEXT", "The simulator's admin.token. The default is PASS_SIMULATOR_ADMIN_TOKEN."),
        .init("--json", "Prints the simulator's JSON as it is."),
    ]

    private let url: String
    private let client: SimulatorControlClient
    private let answers: KeptAnswers
    let wantsJSON: Bool

    /// - Parameter waitSeconds: the longest time that an operation of the command takes on purpose.
    init(_ arguments: Arguments, waitSeconds: Int = 0) throws {
        let environment = CommandEnvironment.environment
        let configuration = try CommandEnvironment.configuration(arguments)
        guard let url = arguments["--url"] ?? environment["PASS_SIMULATOR_URL"] ?? configuration.localURL else {
            throw CommandFailure(
                .badUsage, "The system chooses the port of this configuration. Name the address with --url.")
        }
        let remote = try RemoteSimulator(
            url: url, configuration: configuration, timeoutMilliseconds: (waitSeconds + 10) * 1_000)
        self.url = remote.url
        answers = KeptAnswers(remote.transport)
        client = SimulatorControlClient(
            url: remote.url, namespace: arguments["--namespace"],
            token: arguments["--token"] ?? environment["PASS_SIMULATOR_ADMIN_TOKEN"], transport: answers)
        wantsJSON = arguments.has("--json")
    }

    /// Calls operations, and prints the simulator's JSON with `--json`, else the text that `body` returns.
    ///
    /// - Throws: `CommandFailure` for a refusal, and when the simulator doesn't answer.
    func show(_ body: (SimulatorControlClient) async throws -> String) async throws -> ExitStatus {
        let text = try await ask(body)
        let json = answers.take()
        try Terminal.print(wantsJSON ? json : text)
        return .success
    }

    /// Calls operations and prints nothing.
    ///
    /// - Throws: `CommandFailure` for a refusal, and when the simulator doesn't answer.
    func ask<Value>(_ body: (SimulatorControlClient) async throws -> Value) async throws -> Value {
        do {
            return try await body(client)
        } catch let error as ControlError {
            let reason = error.detail.isEmpty ? error.description : error.detail
            throw CommandFailure(error.status == 400 ? .badUsage : .negative, ShownText.line(reason))
        } catch let error as AccessEnabler.TransportError {
            throw CommandFailure(.negative, "\(url) doesn't answer: \(Self.reason(error))")
        }
    }

    /// Forgets the simulator's answers, for a command that goes on and prints them itself.
    func forgetAnswers() { _ = answers.take() }

    private static func reason(_ error: AccessEnabler.TransportError) -> String {
        switch error {
        case .unreachable(let reason), .untrusted(let reason): reason
        case .timedOut: "The time for an answer is over."
        default: "\(error)"
        }
    }
}
