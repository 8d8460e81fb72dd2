import PassCore
import PassHTTP
import PassNetwork
import PassSimulator

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// `ready`: says whether a simulator can currently carry out a real flow.
struct ReadyCommand: Command {
    static let manual = Manual(
        name: "ready", synopsis: "[--url URL] [--wait SECONDS] [options]",
        summary: "Exits with 0 if a simulator is ready, else with 1.",
        text: "Without --url it asks the address where `serve` would listen with the same configuration.",
        options: [
            .init("--url", value: "URL", "The address of the simulator, e.g. http://127.0.0.1:8080."),
            .init("--wait", value: "SECONDS", "How long to wait for the simulator. The default is to ask once."),
        ])

    private let remote: RemoteSimulator
    private let waitSeconds: Double

    init(_ arguments: Arguments) throws {
        let configuration = try CommandEnvironment.configuration(arguments)
        guard let url = arguments["--url"] ?? configuration.localURL else {
            throw CommandFailure(
                .badUsage,
                "The configuration lets the system choose a port, so the address isn't known. Give it with --url.")
        }
        remote = try RemoteSimulator(url: url, configuration: configuration, timeoutMilliseconds: 2_000)
        guard let seconds = Double(arguments["--wait"] ?? "0"), (0...86_400).contains(seconds) else {
            throw CommandFailure(.badUsage, "--wait must be a number of seconds from 0 to 86400.")
        }
        waitSeconds = seconds
    }

    func run() async throws -> ExitStatus {
        let deadline = ContinuousClock.now + .milliseconds(Int(waitSeconds * 1000))
        while true {
            guard let reason = reasonAgainst() else { return .success }
            guard ContinuousClock.now < deadline else {
                Terminal.complain("\(remote.url) is not ready: \(reason)")
                return .negative
            }
            try await Task.sleep(for: .milliseconds(50))
        }
    }

    /// Returns the reason why the simulator isn't ready; `nil` when it is.
    private func reasonAgainst() -> String? {
        do {
            let response = try remote.send(.get, "/_sim/ready")
            if response.status == .ok { return nil }
            let detail = (try? JSONValue.parse(response.body))?["detail"]?.stringValue
            return "It answered \(response.status.code). \(detail ?? "")"
        } catch {
            return error.message
        }
    }
}
