extension ScenarioSuite {
    static let metadata: [Scenario] = []
}
