import Dispatch
import PassSimulator

/// `exec`: runs a command beside a simulator of its own, and exits with the command's exit code.
struct ExecCommand: Command {
    static let manual = Manual(
        name: "exec", synopsis: "[options] -- COMMAND [ARGUMENT...]",
        summary: "Starts a simulator, runs the command, stops the simulator, and exits with the command's code.",
        text: """
            The command finds the address in PASS_SIMULATOR_URL and the file of the certificate authority in \
            PASS_SIMULATOR_CA. By default the port is a free one and there is no log.
            """,
        takesCommand: true)

    private let configuration: Configuration
    private let words: [String]

    init(_ arguments: Arguments) throws {
        words = arguments.rest ?? []
        guard !words.isEmpty else { throw CommandFailure(.badUsage, "There is no command after --.") }
        configuration = try CommandEnvironment.installedConfiguration(arguments, over: Configuration.init(demo:))
    }

    func run() async throws -> ExitStatus {
        let signals = try StopSignals()
        let simulator = try await Simulator.start(configuration)
        let place = SimulatorPlace(simulator)
        var environment = CommandEnvironment.environment
        environment["PASS_SIMULATOR_URL"] = place.http
        environment["PASS_SIMULATOR_CA"] = place.certificateFile
        let result: Result<Int32, CommandFailure>
        do throws(CommandFailure) {
            let child = try ChildProcess(words, environment: environment, signals: signals.numbers)
            let forwarding = Task {
                for await number in signals.arrivals { child.forward(number) }
            }
            result = .success(await child.exitCode())
            forwarding.cancel()
        } catch {
            result = .failure(error)
        }
        await simulator.stop()
        return .other(try result.get())
    }
}
