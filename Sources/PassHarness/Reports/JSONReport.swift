import PassCore

/// Results for programs: an array with one object for each scenario, in their order.
///
/// Members: `number`, `group` (its chapter), `title`, `status` (`passed`, `failed`, `skipped`), `reason` (`null` when it passed), `source`,
/// `isOurs`, `milliseconds`, and of a failure `step`, `expected`, `seen`, `exchange` (an array of lines).
public struct JSONReport: Sendable {
    private let results: [ScenarioResult]

    public init(_ results: [ScenarioResult]) { self.results = results }

    /// One line, with its end.
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
    }
}
