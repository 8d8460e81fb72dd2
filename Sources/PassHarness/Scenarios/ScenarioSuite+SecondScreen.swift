extension ScenarioSuite {
    static let secondScreen: [Scenario] = []
}
