extension ScenarioSuite {
    static let logout: [Scenario] = []
}
