extension ScenarioSuite {
    static let passive: [Scenario] = []
}
