/// A verdict as text for people: the broken rules first, then the deviations, then the numbers.
enum VerdictText {
    static func text(_ verdict: ClientVerdict) -> String {
        let failed = verdict.results.filter { $0.outcome == .failed }
        let ordered = failed.filter { $0.rule.force == .must } + failed.filter { $0.rule.force == .should }
        var lines: [String] = []
        for result in ordered {
            lines += ["\(result.rule.id) BROKEN (\(result.rule.force.rawValue)): \(result.rule.title)"]
            lines += result.ruling.findings.map(line)
            if result.ruling.leftOut > 0 { lines.append("    … and \(result.ruling.leftOut) more") }
            lines += ["    To do: \(result.rule.remedy)", "    Published in: \(result.rule.clause)", ""]
        }
        for result in verdict.results where !result.ruling.notes.isEmpty {
            lines.append("\(result.rule.id) note: \(result.rule.title)")
            lines += result.ruling.notes.map(line) + [""]
        }
        let counts = ClientVerdict.Outcome.allCases.map { "\(verdict.count($0)) \($0.rawValue)" }
        lines.append("\(verdict.results.count) rules: " + counts.joined(separator: ", ") + "." + except(verdict))
        lines.append(conclusion(verdict))
        return lines.map(ShownText.line).joined(separator: "\n") + "\n"
    }

    private static func line(_ finding: Ruling.Finding) -> String {
        let names = finding.exchanges.isEmpty ? "" : " [" + finding.exchanges.joined(separator: " ") + "]"
        return "    \(finding.sentence)\(names)"
    }

    private static func except(_ verdict: ClientVerdict) -> String {
        verdict.except.isEmpty ? "" : " Switched off: \(verdict.except.joined(separator: ", "))."
    }

    private static func conclusion(_ verdict: ClientVerdict) -> String {
        switch verdict.outcome {
        case .failed: "The client breaks \(verdict.count(.failed, .must)) of the rules that it must obey."
        case .passed: "The client breaks none of the rules that it must obey."
        case .notSeen: "The journal has no request by which a client can be judged."
        }
    }
}
