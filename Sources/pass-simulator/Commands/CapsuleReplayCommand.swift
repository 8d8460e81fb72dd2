import PassCore
import PassSimulator

/// `capsule replay`: plays the requests of a capsule again, and says where the answers differ.
struct CapsuleReplayCommand: Command {
    static let manual = Manual(
        name: "capsule replay", synopsis: "FILE [--json] [options]",
        summary:
            "Plays the requests of a capsule again. Exits with 0 if all answers are the same, with 1 if one differs.",
        text: """
            The requests are played in this process, from the state with which the recorded namespace began and at the \
            recorded times. Times within two seconds, identifiers, signatures and new tokens count as the same.
            """, options: [.init("--json", "Prints JSON.")], operands: 1)

    private let input: CapsuleInput
    private let configuration: Configuration
    private let wantsJSON: Bool

    init(_ arguments: Arguments) throws {
        guard let file = arguments.operands.first else {
            throw CommandFailure(.badUsage, "capsule replay needs the name of a file.")
        }
        input = try CapsuleInput(file)
        configuration = try input.configuration(arguments)
        wantsJSON = arguments.has("--json")
    }

    func run() async throws -> ExitStatus {
        let (simulator, replay) = try await input.start(configuration) { try $0.replay(input.capsule) }
        await simulator.stop()
        try Terminal.print(wantsJSON ? ReplayText.json(replay) : ReplayText.text(replay))
        return replay.different.isEmpty && replay.failedSteps.isEmpty ? .success : .negative
    }
}
