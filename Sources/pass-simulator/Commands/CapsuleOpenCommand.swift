import PassCore
import PassSimulator

/// `capsule open`: shows a capsule in the dashboard.
struct CapsuleOpenCommand: Command {
    static let manual = Manual(
        name: "capsule open", synopsis: "FILE [options]",
        summary: "Shows a capsule in the dashboard, as the namespace was when it was saved, until Ctrl-C.",
        text: """
            The command starts a simulator of its own on a free port, or where --listen says, and prints the address of its \
            dashboard. The clock stands still. Nothing is written to disk, except keys if the data directory has none.
            """, operands: 1)

    private let input: CapsuleInput
    private let configuration: Configuration

    init(_ arguments: Arguments) throws {
        guard let file = arguments.operands.first else {
            throw CommandFailure(.badUsage, "capsule open needs the name of a file.")
        }
        input = try CapsuleInput(file)
        configuration = try input.configuration(arguments)
    }

    func run() async throws -> ExitStatus {
        let signals = try StopSignals()
        let (simulator, _) = try await input.start(configuration) { try $0.open(input.capsule) }
        let title = input.capsule.title.map { " (\(ShownText.line($0)))" } ?? ""
        await ServeCommand.serve(
            simulator, signals, "pass-simulator shows the capsule\(title): \(input.dashboard(of: simulator))")
        return .success
    }
}
