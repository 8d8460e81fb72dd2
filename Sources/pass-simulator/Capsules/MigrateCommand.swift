import PassHarness
import PassSimulator

/// `migrate`: says what a client of the older APIs has to change for REST API v2.
struct MigrateCommand: Command {
    static let manual = Manual(
        name: "migrate", synopsis: "[FILE] [options]",
        summary:
            "Says which calls of REST API v2 replace those in a journal, and whether users get the same decisions.",
        text: """
            Without FILE, the journal is that of a running simulator. FILE is a capsule, or exchanges that `journal export` \
            has written. Each decision of the journal is made again through both APIs, in a copy of the namespace. Exits \
            with 1 if a decision differs, if none can be repeated, or if the journal is empty.
            """, options: ControlTarget.options, operands: 1)

    private enum Source: Sendable {
        case running(ControlTarget)
        case capsule(CapsuleInput, Configuration)
        case exchanges([UInt8], Configuration)
    }

    private let source: Source
    private let wantsJSON: Bool

    init(_ arguments: Arguments) throws {
        wantsJSON = arguments.has("--json")
        guard let file = arguments.operands.first else {
            source = .running(try ControlTarget(arguments))
            return
        }
        let bytes = try ControlInput.readFile(file, atMost: CapsuleInput.longest)
        if let input = try? CapsuleInput(bytes, file) {
            source = .capsule(input, try input.configuration(arguments))
        } else {
            source = .exchanges(bytes, try CapsuleInput.configuration(arguments, exchanges: 100_000))
        }
    }

    func run() async throws -> ExitStatus {
        let report: MigrationReport
        switch source {
        case .running(let target):
            report = try await target.ask { try await MigrationReport($0, transport: SocketTransport()) }
        case .capsule(let input, let configuration):
            let (simulator, _) = try await input.start(configuration) { try $0.open(input.capsule) }
            report = try await Self.report(simulator, path: input.capsule.path)
        case .exchanges(let file, let configuration):
            let simulator = try await Simulator.start(configuration)
            do {
                try await SimulatorControlClient(url: simulator.url).importExchanges(file)
            } catch {
                await simulator.stop()
                throw CommandFailure(.badUsage, "The file can't be read: \(error)")
            }
            report = try await Self.report(simulator, path: "")
        }
        try Terminal.print(wantsJSON ? MigrationText.json(report) : MigrationText.text(report))
        let nothingWasCompared = report.exchangeCount == 0 || report.decisions.isEmpty && !report.skipped.isEmpty
        return !nothingWasCompared && report.decisions.allSatisfy(\.isSame) ? .success : .negative
    }

    private static func report(_ simulator: Simulator, path: String) async throws -> MigrationReport {
        let control = SimulatorControlClient(url: simulator.url + path)
        do {
            let report = try await MigrationReport(control, transport: SocketTransport())
            await simulator.stop()
            return report
        } catch {
            await simulator.stop()
            throw CommandFailure(.couldNotStart, "The decisions can't be made again: \(error)")
        }
    }
}
