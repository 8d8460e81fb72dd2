import PassHarness
import PassSimulator

/// `clock`: shows or changes the clock of a namespace.
struct ClockCommand: Command {
    static let manual = Manual(
        name: "clock", synopsis: "[show|set TIME|advance DURATION|freeze|resume|scale N] [options]",
        summary: "Shows or changes the clock that a simulator's tokens, codes and sessions follow.",
        text: """
            TIME is a date such as 2026-01-01T00:00:00Z. DURATION is a number of seconds, or a text such as 90s, 15m, \
            1h30m, 7d or -1h. With `scale 60` a minute passes in each second.
            """,
        options: ControlTarget.options, operands: 2)

    private let target: ControlTarget
    private let words: ControlWords

    init(_ arguments: Arguments) throws {
        words = try ControlWords(
            arguments.operands, of: Self.manual, default: "show",
            verbs: [
                "show": [], "set": ["TIME"], "advance": ["DURATION"], "freeze": [], "resume": [], "scale": ["N"],
            ])
        if words.verb == "advance" { _ = try Self.duration(words.operands[0]) }
        if words.verb == "scale" { _ = try Self.scale(words.operands[0]) }
        target = try ControlTarget(arguments)
    }

    func run() async throws -> ExitStatus {
        try await target.show { control in
            let reading =
                switch words.verb {
                case "set": try await control.setClock(to: words.operands[0])
                case "advance": try await control.advanceClock(by: Self.duration(words.operands[0]))
                case "freeze": try await control.freezeClock()
                case "resume": try await control.resumeClock()
                case "scale": try await control.scaleClock(by: Self.scale(words.operands[0]))
                default: try await control.clock()
                }
            return Self.text(reading)
        }
    }

    private static func text(_ reading: ClockReading) -> String {
        var line = reading.now
        if reading.followsRealTime { line += ", the machine's time" }
        if reading.isFrozen { line += ", frozen" }
        if reading.scale != 1 {
            let scale = Int64(exactly: reading.scale).map { String($0) } ?? String(reading.scale)
            line += ", \(scale) seconds in each second"
        }
        return line + "\n"
    }

    private static func duration(_ text: String) throws(CommandFailure) -> Duration {
        guard let duration = DurationText.duration(text) else {
            throw CommandFailure(
                .badUsage,
                "The duration must be a number of seconds or a text such as 90s, 15m, 1h30m or 7d, up to 100 years.")
        }
        return duration
    }

    private static func scale(_ text: String) throws(CommandFailure) -> Double {
        guard let scale = Double(text), scale.isFinite else {
            throw CommandFailure(.badUsage, "The scale must be a number from 0.001 to 86400.")
        }
        return scale
    }
}
