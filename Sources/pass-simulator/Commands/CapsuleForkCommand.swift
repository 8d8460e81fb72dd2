import PassCore
import PassSimulator

/// `capsule fork`: plays the requests of a capsule up to one of them, and serves from there.
struct CapsuleForkCommand: Command {
    static let manual = Manual(
        name: "capsule fork", synopsis: "FILE --at EXCHANGE [options]",
        summary:
            "Plays a capsule up to an exchange, then serves from that state until Ctrl-C, so that you can continue "
            + "differently.",
        text: """
            Codes and tokens are new ones, which the journal of this run shows; the clock goes on from the exchange's \
            time. The simulator listens on a free port, or where --listen says.
            """, options: [.init("--at", value: "EXCHANGE", "The ID of the last exchange to play.")], operands: 1)

    private let input: CapsuleInput
    private let configuration: Configuration
    private let last: String

    init(_ arguments: Arguments) throws {
        guard let file = arguments.operands.first else {
            throw CommandFailure(.badUsage, "capsule fork needs the name of a file.")
        }
        guard let text = arguments["--at"] else {
            throw CommandFailure(.badUsage, "capsule fork needs --at and the ID of an exchange.")
        }
        input = try CapsuleInput(file)
        guard input.capsule.has(text) else {
            throw CommandFailure(
                .badUsage, "The capsule has no exchange \(CommandLineTool.shown(text)); its file lists their IDs.")
        }
        last = text
        configuration = try input.configuration(arguments)
    }

    func run() async throws -> ExitStatus {
        let signals = try StopSignals()
        let (simulator, replay) = try await input.start(configuration) { try $0.replay(input.capsule, through: last) }
        let different = replay.different.count
        if different > 0 {
            let verb = different == 1 ? "was" : "were"
            Terminal.complain("\(different) of \(replay.exchanges.count) requests \(verb) answered differently.")
        }
        await ServeCommand.serve(
            simulator, signals, "pass-simulator continues after \(last): \(input.dashboard(of: simulator))")
        return .success
    }
}
