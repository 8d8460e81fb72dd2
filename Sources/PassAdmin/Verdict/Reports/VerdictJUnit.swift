/// A verdict in JUnit's XML format, which CI systems show: each rule is a test, which is skipped without evidence.
///
/// A broken rule of the force `should` is a skipped test with a message, since breaking it doesn't fail the client.
enum VerdictJUnit {
    static func text(_ verdict: ClientVerdict) -> String {
        let skipped = verdict.results.count { $0.outcome == .notSeen || isBrokenShould($0) }
        let tests = verdict.results.map(test).joined()
        return """
            <?xml version="1.0" encoding="UTF-8"?>
            <testsuites>
              <testsuite name="published rules" tests="\(verdict.results.count)" failures="\(verdict.count(.failed, .must))" errors="0" skipped="\(skipped)">
            \(tests)  </testsuite>
            </testsuites>

            """
    }

    private static func isBrokenShould(_ result: ClientVerdict.Result) -> Bool {
        result.outcome == .failed && result.rule.force == .should
    }

    private static func test(_ result: ClientVerdict.Result) -> String {
        let rule = result.rule
        let open =
            "    <testcase classname=\"rules.\(rule.force.rawValue)\" name=\"\(ShownText.xml(rule.id + " " + rule.title))\""
        let findings = result.ruling.findings.map { "\($0.sentence) [\($0.exchanges.joined(separator: " "))]" }
        switch result.outcome {
        case .passed: return open + "/>\n"
        case .notSeen:
            var reason = "not seen: needs \(rule.needs)"
            if case .unobservable(let why) = rule.judgement { reason = "not observable: \(why)" }
            return open + "><skipped message=\"\(ShownText.xml(reason))\"/></testcase>\n"
        case .failed where rule.force == .should:
            return open
                + "><skipped message=\"\(ShownText.xml("broken: " + findings.joined(separator: " ")))\"/></testcase>\n"
        case .failed:
            let text = (findings + ["To do: \(rule.remedy)", "Published in: \(rule.clause)"]).joined(separator: "\n")
            return open
                + "><failure message=\"\(ShownText.xml(findings.first ?? ""))\">\(ShownText.xml(text))</failure></testcase>\n"
        }
    }
}
