import PassCore

/// A report for programs: an array with one object for each result, in order.
///
/// Members: `number`, `group` (the chapter), `title`, `status` (`passed`, `failed`, `skipped`), `reason` (`null` if the
/// scenario passed), `source`, `isOurs`, `milliseconds`. A failure also has `step`, `expected`, `seen` and `exchange`
/// (an array of lines).
public struct JSONReport: Sendable {
    private let results: [ScenarioResult]

    /// Creates a report of the given results.
    public init(_ results: [ScenarioResult]) { self.results = results }

    /// The report as one line of JSON with a line break at its end.
    public var text: String {
        let bytes = JSONWriter.array { array in
            for result in results { array.elementObject { Self.write(result, to: &$0) } }
        }
        return String(decoding: bytes, as: UTF8.self) + "\n"
    }

    private static func write(_ result: ScenarioResult, to object: inout JSONWriter) {
        object.member("number", result.number)
        object.member("group", result.chapter)
        object.member("title", result.title)
        object.member("status", result.status.rawValue)
        if let reason = result.reason { object.member("reason", reason) } else { object.memberNull("reason") }
        object.member("source", result.source)
        object.member("isOurs", result.isOurs)
        object.member("milliseconds", result.milliseconds)
        guard let failure = result.failure else { return }
        object.member("step", failure.step)
        object.member("expected", failure.expected)
        object.member("seen", failure.seen)
        object.member("exchange", failure.exchange)
        if !failure.flow.isEmpty { object.member("flow", failure.flow) }
    }
}
