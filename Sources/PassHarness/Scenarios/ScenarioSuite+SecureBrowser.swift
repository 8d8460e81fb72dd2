extension ScenarioSuite {
    static let secureBrowser: [Scenario] = []
}
