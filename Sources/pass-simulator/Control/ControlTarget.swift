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

    /// Reads the target from a command's arguments.
    ///
    /// - Parameter waitSeconds: the longest time for which an operation of the command waits by design, in seconds.
    init(_ arguments: Arguments, waitSeconds: Int = 0) throws {
        let environment = CommandEnvironment.environment
        let configuration = try CommandEnvironment.configuration(arguments)
        guard let url = arguments["--url"] ?? environment["PASS_SIMULATOR_URL"] ?? configuration.localURL else {
            throw CommandFailure(
                .badUsage,
                "The configuration lets the system choose a port, so the address isn't known. Give it with --url.")
        }
        let remote = try RemoteSimulator(
            url: Self.withoutDashboard(url), configuration: configuration,
            timeoutMilliseconds: (waitSeconds + 10) * 1_000)
        self.url = remote.url
        answers = KeptAnswers(remote.transport)
        client = SimulatorControlClient(
            url: remote.url, namespace: arguments["--namespace"],
            token: arguments["--token"] ?? environment["PASS_SIMULATOR_ADMIN_TOKEN"], transport: answers)
        wantsJSON = arguments.has("--json")
    }

    /// Returns the address of a simulator or a namespace, from that address or from the address of its dashboard.
    private static func withoutDashboard(_ url: String) -> String {
        for end in ["/_sim/", "/_sim"] where url.hasSuffix(end) { return String(url.dropLast(end.count)) }
        return url
    }

    /// Calls operations, and prints the simulator's JSON with `--json`, else the text that `body` returns.
    ///
    /// - Throws: `CommandFailure` for a refusal, and when the simulator doesn't answer.
    func show(_ body: (SimulatorControlClient) async throws -> String) async throws -> ExitStatus {
        try await report { (try await body($0), .success) }
    }

    /// Calls operations as `show` does, and returns the exit status that `body` returns with the text.
    ///
    /// - Throws: `CommandFailure` for a refusal, and when the simulator doesn't answer.
    func report(
        _ body: (SimulatorControlClient) async throws -> (text: String, status: ExitStatus)
    ) async throws -> ExitStatus {
        let (text, status) = try await ask(body)
        let json = answers.take()
        try Terminal.print(wantsJSON ? json : text)
        return status
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

    /// Discards the simulator's answers, for a command that continues and prints them itself.
    func forgetAnswers() { _ = answers.take() }

    private static func reason(_ error: AccessEnabler.TransportError) -> String {
        switch error {
        case .unreachable(let reason), .untrusted(let reason): reason
        case .timedOut: "It gave no answer in time."
        default: "\(error)"
        }
    }
}
