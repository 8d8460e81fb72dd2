extension ScenarioSuite {
    static let cancellation: [Scenario] = []
}
