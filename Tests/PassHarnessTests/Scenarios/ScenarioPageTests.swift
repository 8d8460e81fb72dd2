import PassHarness
import PassTestSupport
import Testing

@Suite("The documentation's page of scenarios")
struct ScenarioPageTests {
    @Test("The page lists every scenario, chapter by chapter, with its description")
    func list() throws {
        let page = CatalogPage("ConformanceScenarios")
        var lines: [String] = []
        for group in ScenarioGroup.allCases {
            let scenarios = ScenarioSuite.all.filter { $0.group == group }
            guard !scenarios.isEmpty else { continue }
            lines += ["### \(group.rawValue)", "| # | Scenario | Given | When | Then | Source |"]
            lines.append("|---|---|---|---|---|---|")
            for scenario in scenarios {
                let cells = [
                    mark(scenario), scenario.title, scenario.given, scenario.when, scenario.then, scenario.source,
                ]
                lines.append("| \(cells.map(escaped).joined(separator: " | ")) |")
            }
        }
        try page.record(lines, as: "scenarios")
        #expect(try page.lines("scenarios") == lines)
    }

    @Test("Each scenario has one line each for what is given, what happens, what must hold, and its source")
    func complete() {
        for scenario in ScenarioSuite.all {
            for text in [scenario.title, scenario.given, scenario.when, scenario.then, scenario.source] {
                #expect(!text.isEmpty && !text.contains(where: \.isNewline), "\(scenario.number)")
            }
        }
    }

    private func mark(_ scenario: Scenario) -> String { scenario.isOurs ? "\(scenario.number) ~" : scenario.number }

    /// What Markdown would take for marks of its own.
    private func escaped(_ text: String) -> String {
        text.reduce(into: "") { escaped, character in
            if "|<*`".contains(character) { escaped.append("\\") }
            escaped.append(character)
        }
    }
}
