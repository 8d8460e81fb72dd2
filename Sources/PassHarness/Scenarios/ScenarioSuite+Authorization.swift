extension ScenarioSuite {
    static let authorization: [Scenario] = []
}
