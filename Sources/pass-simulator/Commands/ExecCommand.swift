import Dispatch
import PassCore
import PassHarness
import PassNetwork
import PassSimulator

/// `exec`: runs a command while a simulator of its own is running, and exits with the command's exit code.
struct ExecCommand: Command {
    static let manual = Manual(
        name: "exec", synopsis: "[options] -- COMMAND [ARGUMENT...]",
        summary: "Starts a simulator, runs the command, stops the simulator, and exits with the command's code.",
        text: """
            The command finds the address in PASS_SIMULATOR_URL and the file of the certificate authority in \
            PASS_SIMULATOR_CA. By default the port is a free one and there is no log. With --verdict, a command that \
            succeeded exits with 1 if its requests break a rule that clients must obey. If the command fails, what \
            happened in the simulator is written to a file, which `capsule open` shows; it has pseudonyms for secrets.
            """,
        options: [
            .init(
                "--capsule", value: "FILE",
                "The file for a command that fails. The default is a new file in the folder for temporary files."),
            .init("--verdict", "Judges the command's requests by the vendor's published rules, on standard error."),
            .init(
                "--except", value: "IDS", isRepeatable: true,
                "With --verdict: rules that aren't judged, e.g. R-12,R-31."),
        ], takesCommand: true)

    private let configuration: Configuration
    private let words: [String]
    /// The file of the capsule that is written if the command fails; `nil` for a file in the folder for temporary
    /// files.
    private let capsule: String?
    /// The rules that the verdict leaves out; `nil` if no verdict is wanted.
    private let except: [String]?

    init(_ arguments: Arguments) throws {
        words = arguments.rest ?? []
        guard !words.isEmpty else { throw CommandFailure(.badUsage, "There is no command after --.") }
        capsule = arguments["--capsule"]
        let isJudged = arguments.has("--verdict")
        except = isJudged ? VerdictCommand.except(arguments) : nil
        guard isJudged || !arguments.has("--except") else {
            throw CommandFailure(.badUsage, "--except belongs to --verdict.")
        }
        configuration = try CommandEnvironment.installedConfiguration(
            arguments,
            over: { demo in
                var configuration = Configuration(demo: demo)
                // A verdict needs all requests of the command.
                if isJudged { configuration.journal.exchanges = Self.judgedExchanges }
                return configuration
            })
    }

    /// The number of exchanges that are recorded for a verdict.
    private static let judgedExchanges = 100_000

    func run() async throws -> ExitStatus {
        let signals = try StopSignals()
        let simulator = try await Simulator.start(configuration)
        do {
            try checkRules(simulator)
        } catch {
            await simulator.stop()
            throw error
        }
        ProcessResources.releaseProgramPages()
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
        let verdict = await judge(at: simulator.url)
        if case .success(let code) = result, code != 0 || verdict?.isBroken == true {
            await writeCapsule(of: simulator.url, code)
        }
        await simulator.stop()
        let code = try result.get()
        if let verdict { Terminal.complain(verdict.text) }
        return code == 0 && verdict?.isBroken == true ? .negative : .other(code)
    }

    /// Writes capsules of what happened in the simulator, and names their files on standard error.
    private func writeCapsule(of url: String, _ code: Int32) async {
        let title = "\(words.joined(separator: " ").prefix(400)) exited with \(code)"
        do {
            let files = try await FailureCapsules.write(
                of: url, to: capsule ?? FailureCapsules.temporaryFile, title: title)
            guard let first = files.first else { return }
            for file in files { Terminal.complain("The requests and answers were saved in \(file).") }
            Terminal.complain("To see it: pass-simulator capsule open \(first)")
        } catch let failure as CommandFailure {
            Terminal.complain(failure.message)
        } catch {
            Terminal.complain("The requests and answers can't be saved: \(error)")
        }
    }

    /// Returns the message for a command whose requests are about no rule.
    static func nothingJudged(_ namespaces: [NamespaceDescription]) -> String {
        let others = namespaces.filter { $0.name != "default" && $0.exchanges > 0 }.map(\.name)
        guard let first = others.first else { return VerdictCommand.nothingJudgedHere }
        let named = others.prefix(mostNamed).joined(separator: ", ") + (others.count > mostNamed ? ", …" : "")
        return "\(VerdictCommand.nothingJudgedHere) The app called other namespaces: \(named). To judge one, let the "
            + "command end with: pass-simulator verdict --namespace \(first)"
    }

    /// The maximum number of namespaces that a message names.
    private static let mostNamed = 5

    /// Requires that the verdict leaves out only rules that exist, before the command runs.
    private func checkRules(_ simulator: Simulator) throws {
        guard let except, !except.isEmpty else { return }
        let ids = except.joined(separator: ",")
        let target = "/_sim/verdict?except=\(PercentEncoding.encode(ids))"
        let answer = simulator.respond(to: SimulatorRequest("GET", target))
        guard answer.status != 200 else { return }
        let detail = (try? JSONValue.parse(answer.body))?["detail"]?.stringValue
        throw CommandFailure(.badUsage, ShownText.line(detail ?? "The rules can't be left out."))
    }

    /// Returns the verdict on the command's requests; `nil` if none is wanted.
    private func judge(at url: String) async -> (text: String, isBroken: Bool)? {
        guard let except else { return nil }
        let control = SimulatorControlClient(url: url)
        do {
            let outcome = try await control.verdict(except: except).outcome
            if outcome == .notSeen { return (Self.nothingJudged(try await control.namespaces()), true) }
            return (try await control.verdict(as: .text, except: except), outcome == .failed)
        } catch {
            return ("The requests can't be judged: \(error)", true)
        }
    }
}
