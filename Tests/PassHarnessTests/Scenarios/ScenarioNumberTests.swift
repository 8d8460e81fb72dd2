import PassHarness
import PassTestSupport
import Testing

/// The acceptance list says what there has to be: a scenario that is added to it or to the suite alone fails here.
@Suite("The numbers of the scenarios")
struct ScenarioNumberTests {
    /// The chapters of `Fixtures/Scenarios/numbers.txt` in its order, each entry with its mark: `66a ~`.
    private func chapters() throws -> [[String]] {
        let text = String(decoding: try Fixture.bytes("Scenarios/numbers.txt"), as: UTF8.self)
        var chapters: [[String]] = [[]]
        for line in text.split(separator: "\n") {
            if line.hasPrefix("#") {
                if chapters.last != [] { chapters.append([]) }
            } else {
                chapters[chapters.count - 1].append(String(line))
            }
        }
        return chapters
    }

    private func entries(_ scenarios: [Scenario]) -> [String] {
        scenarios.map { $0.isOurs ? "\($0.number) ~" : $0.number }
    }

    @Test("The numbers are those of the acceptance list, each once, with the same marks")
    func all() throws {
        let wanted = try chapters().flatMap { $0 }
        let played = entries(ScenarioSuite.all)
        #expect(wanted.filter { !played.contains($0) } == [], "not played")
        #expect(played.filter { !wanted.contains($0) } == [], "not on the list, or marked otherwise")
        #expect(Set(played).count == played.count, "twice")
    }

    @Test("The numbers stand in their chapters, in the order of the list")
    func order() throws {
        let chapters = try chapters()
        #expect(chapters.count == ScenarioGroup.allCases.count)
        for (group, numbers) in zip(ScenarioGroup.allCases, chapters) {
            let played = entries(ScenarioSuite.all.filter { $0.group == group })
            #expect(played == numbers.filter(played.contains), "\(group.rawValue)")
        }
        let order = chapters.flatMap { $0 }
        let played = entries(ScenarioSuite.all)
        #expect(played == order.filter(played.contains))
    }
}
