import PassCore

/// A verdict as JSON.
enum VerdictJSON {
    static func bytes(_ verdict: ClientVerdict) -> [UInt8] {
        JSONWriter.object { answer in
            answer.member("outcome", verdict.outcome.rawValue)
            answer.member("brokenMusts", verdict.count(.failed, .must))
            answer.member("brokenShoulds", verdict.count(.failed, .should))
            answer.memberArray("rules") { array in
                for result in verdict.results { array.elementObject { write(result, to: &$0) } }
            }
            answer.member("except", verdict.except)
        }
    }

    private static func write(_ result: ClientVerdict.Result, to object: inout JSONWriter) {
        let rule = result.rule
        object.member("rule", rule.id)
        object.member("outcome", result.outcome.rawValue)
        object.member("force", rule.force.rawValue)
        object.member("title", rule.title)
        object.member("clause", rule.clause)
        if case .unobservable(let reason) = rule.judgement {
            object.member("notObservable", reason)
        } else {
            object.member("needs", rule.needs)
            object.member("remedy", rule.remedy)
        }
        write("findings", result.ruling.findings, to: &object)
        write("notes", result.ruling.notes, to: &object)
        if result.ruling.leftOut > 0 { object.member("leftOut", result.ruling.leftOut) }
    }

    private static func write(_ name: JSONWriter.Name, _ findings: [Ruling.Finding], to object: inout JSONWriter) {
        guard !findings.isEmpty else { return }
        object.memberArray(name) { array in
            for finding in findings {
                array.elementObject { element in
                    element.member("sentence", finding.sentence)
                    element.member("exchanges", finding.exchanges)
                }
            }
        }
    }
}
