extension ScenarioSuite {
    static let preauthorization: [Scenario] = []
}
