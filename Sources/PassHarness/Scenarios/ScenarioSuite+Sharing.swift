extension ScenarioSuite {
    static let sharing: [Scenario] = []
}
