import AccessEnabler
import PassHTTP
import PassHarness
import PassSimulator

/// `harness`: plays the numbered scenarios through the AccessEnabler against a backend.
struct HarnessCommand: Command {
    static let manual = Manual(
        name: "harness", synopsis: "[--target URL] [--filter GLOB] [options]",
        summary: """
            Plays the numbered scenarios through the client SDK and a client of REST API v2. Exits with 0 if none failed, \
            with 1 if one failed or none could be played.
            """,
        text: """
            The command starts a simulator as the backend, unless --target names another backend. On a target it uses the \
            IDs of the demo world, and skips scenarios that need the backend's clock, configuration or faults. If the \
            target is a simulator, each scenario has its own namespace. For an https target, PASS_SIMULATOR_CA names the \
            file of the certificates to trust. What happened in a scenario that fails is written to a file, which \
            `capsule open` shows.
            """,
        options: [
            .init(
                "--capsules", value: "FOLDER",
                "The folder, which must exist, for the files of scenarios that fail. The default is the one for temporary files."
            ),
            .init("--target", value: "URL", "The backend, e.g. http://127.0.0.1:8080."),
            .init(
                "--filter", value: "GLOB", isRepeatable: true,
                "Plays only scenarios whose number, chapter or title matches, e.g. 30, logout or '*logged in*'. Case doesn't matter."
            ),
            .init("--format", value: "FORMAT", "table, json or junit. The default is table."),
            .init(
                "--seed", value: "N",
                "A seed that makes identifiers the same in every run. By default each run chooses one and prints it."),
            .init(
                "--parallel", value: "N",
                "The number of scenarios that run at the same time, 1 to 64. The default is 4."),
        ]
            + Cast.options.map { role, option in
                .init(option, value: "ID", "The ID for \(role) in the scenarios, instead of the default one.")
            },
        abbreviations: NotationKey.entries, takesConfiguration: false)

    private enum Format: String, CaseIterable {
        case table
        case json
        case junit
    }

    private let runner: ConformanceRunner
    private let format: Format
    private let seed: UInt64
    private let folder: String?

    init(_ arguments: Arguments) throws {
        guard let format = Format(rawValue: arguments["--format"] ?? "table") else {
            throw CommandFailure(.badUsage, "--format must be table, json or junit.")
        }
        self.format = format
        folder = arguments["--capsules"]
        guard let parallel = Int(arguments["--parallel"] ?? "4"), (1...64).contains(parallel) else {
            throw CommandFailure(.badUsage, "--parallel must be a whole number from 1 to 64.")
        }
        let seed = arguments["--seed"].map { UInt64($0) }
        guard seed != .some(nil), seed.flatMap({ $0 }).map({ $0 <= UInt64(Int64.max) }) ?? true else {
            throw CommandFailure(.badUsage, "--seed must be a whole number from 0 to \(Int64.max).")
        }
        self.seed = seed.flatMap { $0 } ?? UInt64.random(in: 0...UInt64(UInt32.max))
        let target = try Self.target(arguments)
        var cast = target == .embedded ? Cast.embedded : Cast.demo
        for (role, option) in Cast.options {
            if let id = arguments[option] { cast.ids[role] = id }
        }
        runner = ConformanceRunner(
            target: target, filters: (arguments.values["--filter"] ?? []).map { Glob($0) }, seed: self.seed,
            parallel: parallel, cast: cast)
        for filter in runner.filters where !ScenarioSuite.all.contains(where: filter.matches) {
            let shown = CommandLineTool.shown(filter.pattern)
            throw CommandFailure(.badUsage, "No scenario's number, chapter or title matches --filter '\(shown)'.")
        }
    }

    private static func target(_ arguments: Arguments) throws -> ConformanceRunner.Target {
        guard let text = arguments["--target"] else { return .embedded }
        guard let uri = URIReference(text), let scheme = uri.scheme, scheme == "http" || scheme == "https",
            uri.host?.isEmpty == false, uri.query == nil
        else { throw CommandFailure(.badUsage, "--target must be an address such as http://127.0.0.1:8080.") }
        guard scheme == "https", let file = CommandEnvironment.environment["PASS_SIMULATOR_CA"] else {
            return .url(text, certificateAuthority: nil)
        }
        do {
            return .url(text, certificateAuthority: String(decoding: try FileSystem.read(file), as: UTF8.self))
        } catch {
            throw CommandFailure(.badUsage, "PASS_SIMULATOR_CA names \(file), which can't be read: \(error).")
        }
    }

    func run() async throws -> ExitStatus {
        let results: [ScenarioResult]
        do {
            results = try await runner.run { progress in
                Terminal.showProgress(
                    "\(progress.finished) of \(progress.total): \(progress.last.title)",
                    elsewhere: progress.milestone)
            }
        } catch let error as AccessEnabler.TransportError {
            throw CommandFailure(.couldNotStart, "The target doesn't answer: \(Self.sentence(error))")
        }
        Terminal.showProgress("")
        switch format {
        case .table: try Terminal.print(TableReport(results, seed: seed).text)
        case .json: try Terminal.print(JSONReport(results).text)
        case .junit: try Terminal.print(JUnitReport(results, seed: seed).text)
        }
        try writeCapsules(of: results)
        guard results.contains(where: { $0.status != .skipped }) else {
            throw CommandFailure(
                .negative,
                "No scenario was played: all of them need control that only the simulator inside this command offers. Leave out --target."
            )
        }
        return results.contains { $0.status == .failed } ? .negative : .success
    }

    /// Writes the capsules of the scenarios that failed, and names their files on standard error.
    private func writeCapsules(of results: [ScenarioResult]) throws {
        let failed = results.filter { $0.failure?.capsule.isEmpty == false }
        guard !failed.isEmpty else { return }
        let file = folder.map { "\($0)/capsule.json" } ?? FailureCapsules.temporaryFile
        for result in failed {
            let name = FailureCapsules.name(file, result.number)
            try ControlInput.write(result.failure?.capsule ?? [], to: name, isSecret: true)
            Terminal.complain("To see scenario \(result.number): pass-simulator capsule open \(name)")
        }
    }

    private static func sentence(_ error: AccessEnabler.TransportError) -> String {
        guard case .untrusted = error else { return "\(error)" }
        return "\(error) To trust its certificate, name the file of the CA in PASS_SIMULATOR_CA."
    }
}
