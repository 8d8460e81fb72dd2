import PassCore
import PassDomain
import PassHTTP
import PassInstruments
import PassTestSupport
import Testing

@testable import PassAdmin

@Suite("The published rules")
struct ClientRuleTests {
    /// Returns what the verdict says of a rule after the requests of a client.
    private func judged(_ rule: String, _ steps: [ClientStep], hint: String = "") throws -> JSONValue {
        let site = try JournalSite(steps)
        let verdict = try site.get("/_sim/verdict" + (hint.isEmpty ? "" : "?\(hint)"))
        return try #require(verdict["rules"]?.arrayValue?.first { $0["rule"]?.stringValue == rule })
    }

    @Test(
        "A client that follows a rule passes, and one that doesn't fails with the exchanges that show it",
        arguments: VerdictCase.all)
    func clients(_ rule: VerdictCase) throws {
        let good = try judged(rule.rule, rule.good, hint: rule.hint)
        let expected = rule.good.isEmpty || ["R-84", "R-58"].contains(rule.rule) ? "not seen" : "passed"
        #expect(good["outcome"]?.stringValue == expected, "\(good)")
        let bad = try judged(rule.rule, rule.bad, hint: rule.hint)
        #expect(bad["outcome"]?.stringValue == (rule.isNote ? "passed" : "failed"), "\(bad)")
        let findings = bad[rule.isNote ? "notes" : "findings"]?.arrayValue ?? []
        #expect(!findings.isEmpty)
        for finding in findings {
            #expect(finding["sentence"]?.stringValue?.hasSuffix(".") == true)
            #expect(finding["exchanges"]?.arrayValue?.isEmpty == false)
        }
        #expect(try judged(rule.rule, [], hint: rule.hint)["outcome"] == "not seen")
    }

    @Test("Each rule has a good and a bad client, or a reason why requests can't show a violation")
    func complete() {
        #expect(ClientRules.all.map(\.id) == (1...93).map { "R-" + CivilTime.padded($0) })
        let observable = ClientRules.all.filter { if case .function = $0.judgement { true } else { false } }.map(\.id)
        #expect(Set(observable) == Set(VerdictCase.all.map(\.rule)))
        for rule in ClientRules.all {
            #expect(rule.title.hasSuffix("."), "\(rule.id)")
            if case .unobservable(let reason) = rule.judgement { #expect(reason.hasSuffix("."), "\(rule.id)") }
        }
    }

    @Test("The page of rules has a row for each rule, with its force and sentence") func page() throws {
        let rows = ClientRules.all.map { rule in
            let remedy =
                if case .unobservable(let reason) = rule.judgement { "Not observable: \(reason)" } else { rule.remedy }
            return "| \(rule.id) | \(rule.force.rawValue) | \(rule.title) | \(remedy) | \(rule.clause) |"
        }
        let lines =
            ["| Rule | Force | A client that obeys | What to do | Published in |", "|---|---|---|---|---|"] + rows
        try CatalogPage("ClientRules").record(lines, as: "rules")
        #expect(try CatalogPage("ClientRules").lines("rules") == lines)
    }

    @Test("A call isn't reported as missing if the journal's beginning is lost") func cut() throws {
        let steps = [ClientStep.sdk(.sessionDevice, "sessionDevice"), .session()]
        let site = try JournalSite([.read()])
        site.journal.removeAll()
        for step in steps { site.journal.record(step.entry) }
        let rules = try site.get("/_sim/verdict")["rules"]?.arrayValue ?? []
        for id in ["R-29", "R-81"] {
            #expect(rules.first { $0["rule"]?.stringValue == id }?["outcome"] == "not seen", "\(id)")
            #expect(try judged(id, steps)["outcome"] == "failed", "\(id)")
        }
        site.journal.removeAll(reset: true)
        #expect(site.journal.isWhole)
    }

    @Test("While the clock is stopped, no client is too fast") func frozen() throws {
        let site = try JournalSite()
        let time = Timestamp(milliseconds: ClientStep.begin)
        site.journal.recordTurn(from: .init(time: time), to: .init(time: time, isFrozen: true))
        for _ in 0..<20 { site.journal.record(ClientStep.poll(at: 0).entry) }
        let rules = try site.get("/_sim/verdict")["rules"]?.arrayValue ?? []
        for id in ["R-23", "R-34"] {
            #expect(rules.first { $0["rule"]?.stringValue == id }?["outcome"] == "not seen", "\(id)")
        }
    }
}
