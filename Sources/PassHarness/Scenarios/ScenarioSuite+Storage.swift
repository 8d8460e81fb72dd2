extension ScenarioSuite {
    static let storage: [Scenario] = []
}
