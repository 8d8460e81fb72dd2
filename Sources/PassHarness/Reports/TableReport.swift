/// A report for people: the results by chapter, with details of each failure.
///
/// The details are the step, the expectation, what was seen, and the exchange before the failure.
public struct TableReport: Sendable {
    private let results: [ScenarioResult]
    private let seed: UInt64?

    /// Creates a report of the given results.
    ///
    /// - Parameter seed: the run's seed, named in the last line; `nil` leaves it out.
    public init(_ results: [ScenarioResult], seed: UInt64? = nil) {
        self.results = results
        self.seed = seed
    }

    /// The report as lines of plain text.
    public var text: String {
        let width = max(3, results.map(\.number.count).max() ?? 0)
        var text = ""
        for (title, results) in results.chapters {
            text += "\(title) (\(Self.counts(results)))\n"
            for result in results { text += Self.row(result, numberWidth: width) }
            text += "\n"
        }
        for note in notes { text += note + "\n\n" }
        text += "\(results.count) scenario\(results.count == 1 ? "" : "s"): \(Self.counts(results))"
        return text + (seed.map { "; --seed \($0) repeats the run" } ?? "") + "\n"
    }

    /// The remarks that apply to many rows and are printed once.
    private var notes: [String] {
        var notes: [String] = []
        if results.count(.skipped) > 0 {
            notes.append(
                """
                Skipped scenarios must set the backend's clock, change its configuration (policy) or make its calls fail (faults).
                Only the built-in simulator allows that: run the command without --target.
                """)
        }
        guard results.count(.failed) > 0 else { return notes }
        notes.append("Abbreviations:\n" + Self.key)
        if let common = MostCommonFailure(of: results) {
            let question = common.isForeign ? ": is this an Adobe Pass backend?" : "."
            let line = Self.printable(common.line)
            notes.append("\(common.count) of \(common.failures) failures end at `\(line)`\(question)")
        }
        return notes
    }

    /// The abbreviations with their meanings, in two columns.
    private static var key: String {
        let entries = NotationKey.entries.map { "  \(padded($0.abbreviation, 4)) \($0.meaning)" }
        let half = (entries.count + 1) / 2
        return (0..<half).map { index in
            guard index + half < entries.count else { return entries[index] }
            return padded(entries[index], 44) + entries[index + half]
        }.joined(separator: "\n")
    }

    private static func counts(_ results: [ScenarioResult]) -> String {
        let statuses: [ScenarioResult.Status] = [.passed, .failed, .skipped]
        let counts = statuses.map { (status: $0, count: results.count($0)) }.filter { $0.count > 0 }
        return counts.isEmpty ? "none" : counts.map { "\($0.count) \($0.status.rawValue)" }.joined(separator: ", ")
    }

    private static func row(_ result: ScenarioResult, numberWidth: Int) -> String {
        let word = result.status == .failed ? "FAILED" : result.status.rawValue
        let head = "  \(padded(word, 8)) \(padded(result.number, numberWidth)) \(result.title)"
        switch result.outcome {
        case .passed: return head + "\n"
        case .skipped(let reason): return head + ": \(printable(reason))\n"
        case .failed(let failure):
            var lines = [
                ("step", failure.step), ("expected", failure.expected), ("seen", failure.seen),
            ]
            for (index, line) in failure.exchange.enumerated() { lines.append((index == 0 ? "exchange" : "", line)) }
            for (index, line) in failure.flow.enumerated() { lines.append((index == 0 ? "flow" : "", line)) }
            return head + "\n" + lines.map { "             \(padded($0.0, 9)) \(printable($0.1))\n" }.joined()
        }
    }

    /// Returns the text with control characters replaced by `?`.
    ///
    /// A server's words can therefore neither break lines nor act as control sequences in a terminal.
    private static func printable(_ text: String) -> String {
        var printable = ""
        for scalar in text.unicodeScalars {
            let isControl = scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value)
            printable.unicodeScalars.append(isControl ? "?" : scalar)
        }
        return printable
    }

    private static func padded(_ text: String, _ width: Int) -> String {
        text + String(repeating: " ", count: max(0, width - text.count))
    }
}
