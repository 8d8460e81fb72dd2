import PassCore

/// A report for continuous integration in the XML format of JUnit, with one test suite for each chapter.
public struct JUnitReport: Sendable {
    private let results: [ScenarioResult]
    private let seed: UInt64?

    /// Creates a report of the given results.
    ///
    /// - Parameter seed: the run's seed, which becomes a property of each test suite; `nil` leaves it out.
    public init(_ results: [ScenarioResult], seed: UInt64? = nil) {
        self.results = results
        self.seed = seed
    }

    /// The report as an XML document.
    public var text: String {
        var text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
        text += "<testsuites name=\"pass-simulator harness\"\(Self.counts(results))>\n"
        for (title, results) in results.chapters {
            text += "  <testsuite name=\"\(Self.escaped(title))\"\(Self.counts(results))>\n"
            if let seed {
                text += "    <properties>\n      <property name=\"seed\" value=\"\(seed)\"/>\n    </properties>\n"
            }
            for result in results { text += Self.testCase(result) }
            text += "  </testsuite>\n"
        }
        return text + "</testsuites>\n"
    }

    private static func counts(_ results: [ScenarioResult]) -> String {
        let time = seconds(results.reduce(0) { $0 + $1.milliseconds })
        return " tests=\"\(results.count)\" failures=\"\(results.count(.failed))\" errors=\"0\""
            + " skipped=\"\(results.count(.skipped))\" time=\"\(time)\""
    }

    private static func testCase(_ result: ScenarioResult) -> String {
        let head =
            "    <testcase classname=\"\(escaped(result.chapter))\""
            + " name=\"\(escaped("\(result.number) \(result.title)"))\" time=\"\(seconds(result.milliseconds))\""
        switch result.outcome {
        case .passed: return head + "/>\n"
        case .skipped(let reason):
            return head + ">\n      <skipped message=\"\(escaped(reason))\"/>\n    </testcase>\n"
        case .failed(let failure):
            let lines = ["expected \(failure.expected)", "seen     \(failure.seen)"] + failure.exchange + failure.flow
            return head + ">\n      <failure message=\"\(escaped(result.reason ?? ""))\">"
                + escaped(lines.joined(separator: "\n")) + "</failure>\n    </testcase>\n"
        }
    }

    private static func seconds(_ milliseconds: Int) -> String {
        "\(milliseconds / 1_000).\(CivilTime.padded(milliseconds % 1_000, 3))"
    }

    /// Returns the text escaped for content and quoted attributes; characters that XML 1.0 can't hold become U+FFFD.
    static func escaped(_ text: String) -> String {
        var escaped = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": escaped += "&amp;"
            case "<": escaped += "&lt;"
            case ">": escaped += "&gt;"
            case "\"": escaped += "&quot;"
            case "\t", "\n", "\r": escaped += scalar == "\n" ? "\n" : "&#\(scalar.value);"
            default:
                let isForbidden = scalar.value < 0x20 || scalar.value == 0xFFFE || scalar.value == 0xFFFF
                escaped.unicodeScalars.append(isForbidden ? "\u{FFFD}" : scalar)
            }
        }
        return escaped
    }
}
