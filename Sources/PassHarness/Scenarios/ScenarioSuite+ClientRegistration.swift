extension ScenarioSuite {
    static let clientRegistration: [Scenario] = []
}
